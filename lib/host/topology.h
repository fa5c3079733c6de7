/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_HOST_TOPOLOGY_H
#define DOTPROC_HOST_TOPOLOGY_H

/* Where the CPUs of the host are, by libproc2: cores, their kinds, NUMA nodes. */

#include <stddef.h>

/* The kind of core that a CPU belongs to, on hosts that have two. */
enum core_kind {
    CORE_UNKNOWN, /* or all cores are of one kind */
    CORE_EFFICIENT,
    CORE_PERFORMANCE,
};

#define CORE_ID_UNKNOWN (-1)
#define NODE_UNKNOWN    (-1)

struct cpu_place {
    int id;     /* the N of cpuN; offline CPUs leave gaps */
    int core;   /* proc(5), /proc/cpuinfo, "core id": unique within a socket, or CORE_ID_UNKNOWN */
    int socket; /* physical_package_id in sysfs; -1: unknown */
    int node;   /* of memory, numa(7); NODE_UNKNOWN where libnuma is missing */
    enum core_kind kind;
};

/* Zero-initialise; free the places. */
struct topology {
    struct cpu_place *places; /* owned; in ascending order of ID */
    size_t count;
    size_t capacity;
};

/*
 * Reads the places of all online CPUs. Without readable files there are none, which is no error. 0;
 * -ENOMEM, -EMFILE or -ENFILE.
 */
int topology_read(struct topology *topology);

/* The place of a CPU; all but the ID is unknown if there is none. */
struct cpu_place topology_find(const struct topology *topology, int id);

void topology_fini(struct topology *topology);

#endif
