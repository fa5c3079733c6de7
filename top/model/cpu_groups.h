/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_CPU_GROUPS_H
#define DOTPROC_TOP_MODEL_CPU_GROUPS_H

/*
 * Which processors the summary shows together as one: all of them, each alone, those of a NUMA
 * node, the threads of one core, or so many neighbours at a time. Pure.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/host/host.h"

enum cpu_mode {
    CPUS_TOGETHER,
    CPUS_EACH,    /* 1 */
    CPUS_BY_NODE, /* 2: all together, then each NUMA node */
    CPUS_OF_NODE, /* 3: one NUMA node, then each of its processors */
};

/* As the user wishes it; what a host does not have changes nothing. */
struct cpu_choice {
    enum cpu_mode mode;
    int node; /* of CPUS_OF_NODE */

    /* In the modes that show each processor: */
    unsigned combined;   /* !: so many neighbours are one; 0 and 1: each alone */
    bool cores;          /* ^: the threads of a core are one */
    enum core_kind kind; /* 5: processors of this kind only; CORE_UNKNOWN: of all */
};

struct cpu_group {
    char label[16]; /* eight cells, the colon among them */
    struct cpu_ticks ticks;
};

/* A way through the groups in the order of their lines. Initialise with cpu_walk_init(). */
struct cpu_walk {
    const struct host_figures *host;
    const struct cpu_choice *choice;
    size_t next;  /* processor */
    size_t lines; /* given so far */
    int node;     /* given last */
};

void cpu_walk_init(struct cpu_walk *walk, const struct host_figures *host,
                   const struct cpu_choice *choice);

/* False when there are no more. */
bool cpu_walk_next(struct cpu_walk *walk, struct cpu_group *group);

/* How many groups there are. */
size_t cpu_groups_count(const struct host_figures *host, const struct cpu_choice *choice);

/* The highest node that a processor belongs to; NODE_UNKNOWN where nodes are not known. */
int cpu_groups_last_node(const struct host_figures *host);
bool cpu_groups_have_node(const struct host_figures *host, int node);

/* Whether the host has processors of two kinds. */
bool cpu_groups_have_kinds(const struct host_figures *host);

#endif
