/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_CPU_GROUPS_H
#define DOTPROC_TOP_MODEL_CPU_GROUPS_H

/*
 * The lines of processors in the summary: all processors as one, each processor, those of a NUMA
 * node, the threads of a core, or a number of neighbours. Pure functions.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/host/host.h"

enum cpu_mode {
    CPUS_TOGETHER,
    CPUS_EACH,    /* 1: each processor */
    CPUS_BY_NODE, /* 2: all together, then each NUMA node */
    CPUS_OF_NODE, /* 3: one NUMA node, then each of its processors */
};

/* The user's choice; what the host does not have is ignored. */
struct cpu_choice {
    enum cpu_mode mode;
    int node; /* NUMA node of CPUS_OF_NODE */

    /* In the modes that show each processor: */
    unsigned combined;   /* !: neighbours combined into one; 0 and 1: each alone */
    bool cores;          /* ^: combines the threads of a core */
    enum core_kind kind; /* 5: only processors of this kind; CORE_UNKNOWN: all */
};

struct cpu_group {
    char label[16]; /* eight cells with the colon */
    struct cpu_ticks ticks;
};

/* An iterator over the groups in the order of their lines. Initialise with cpu_walk_init(). */
struct cpu_walk {
    const struct host_figures *host;
    const struct cpu_choice *choice;
    size_t next;  /* index of the next processor */
    size_t lines; /* number of groups returned so far */
    int node;     /* the last node returned */
};

/* Begins before the first group. `host` and `choice` are borrowed as long as the walk is used. */
void cpu_walk_init(struct cpu_walk *walk, const struct host_figures *host,
                   const struct cpu_choice *choice);

/* Stores the next group; false: there are no more. */
bool cpu_walk_next(struct cpu_walk *walk, struct cpu_group *group);

/* The number of groups that a walk returns. */
size_t cpu_groups_count(const struct host_figures *host, const struct cpu_choice *choice);

/* The highest NUMA node that has a processor; NODE_UNKNOWN if nodes are unknown. */
int cpu_groups_last_node(const struct host_figures *host);
bool cpu_groups_have_node(const struct host_figures *host, int node);

/* Whether the host has both efficient and performance cores. */
bool cpu_groups_have_kinds(const struct host_figures *host);

/* Whether the core of every processor is known. */
bool cpu_groups_have_cores(const struct host_figures *host);

#endif
