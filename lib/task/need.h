/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_NEED_H
#define DOTPROC_TASK_NEED_H

/*
 * What is asked of the kernel, as a set of bits.
 *
 * Every column, sort key and selection declares the groups of figures that it needs. A program
 * forms the union before the first file is opened; a source reads those groups and nothing else.
 * A group is what one read of the kernel yields, so a bit more is a file more per task.
 *
 * The same bits stand in task::have: there they say which groups of one task are valid.
 */

#include <stdint.h>

typedef uint32_t need_t;

enum {
    /* Nothing but the ids, which the listing itself gives: no file is opened. */
    NEED_IDS = 0,

    NEED_STAT = 1u << 0,   /* /proc/PID/stat: state, parents, tty, times, faults, scheduling */
    NEED_STATUS = 1u << 1, /* /proc/PID/status: ids, signal masks, capabilities, memory parts */
    NEED_STATM = 1u << 2,  /* /proc/PID/statm: memory in pages, by kind */
    NEED_OWNER = 1u << 3,  /* effective uid and gid: the owner of the task's directory */

    /*
     * Figures that more than one file holds. A source takes them from a file that is read
     * anyway, and else from the smallest one that has them.
     */
    NEED_COMM = 1u << 4, /* the task's name: stat, status or comm */
    NEED_MEM = 1u << 5,  /* virtual and resident size: statm or status */

    /*
     * The number of threads. Kernels since 2.6 keep it in stat; for older ones the listing is
     * counted, which costs more, so it is asked for by itself.
     */
    NEED_NLWP = 1u << 6,

    /* Of the memory map, in stat. Apart because other sources than procfs do not have them. */
    NEED_ADDRESSES = 1u << 7,

    /* Costly or able to block on a stuck task: read late, and only for the rows that show them. */
    NEED_CMDLINE = 1u << 8, /* /proc/PID/cmdline */
    NEED_ENVIRON = 1u << 9, /* /proc/PID/environ */
    NEED_CGROUP = 1u << 10, /* /proc/PID/cgroup */
    NEED_WCHAN = 1u << 11,  /* /proc/PID/wchan */
    NEED_LABEL = 1u << 12,  /* /proc/PID/attr/current */

    /* Not a read of the kernel: figures that query/delta.h joins in from an earlier snapshot. */
    NEED_DELTA = 1u << 30,
};

/* The groups that a scan reads for every row; all others are left to source_ops::fill(). */
#define NEED_SCANNED                                                                        \
    (NEED_STAT | NEED_STATUS | NEED_STATM | NEED_OWNER | NEED_COMM | NEED_MEM | NEED_NLWP | \
     NEED_ADDRESSES)

#endif
