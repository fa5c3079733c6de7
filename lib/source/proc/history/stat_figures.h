/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_STAT_FIGURES_H
#define DOTPROC_SOURCE_PROC_HISTORY_STAT_FIGURES_H

/* The figures of one task from its stat, without those of its process: kept for later scans. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/task/snapshot.h"

/*
 * Names have up to 15 bytes; only those of kernel threads, which are all alone in their processes,
 * may be longer (proc_task_name() in fs/proc/array.c) and are kept for the process.
 */
#define STAT_COMM_SIZE      16
#define STAT_LONG_COMM_SIZE 64

struct stat_figures {
    uint64_t start_ns, utime_ns, stime_ns, minflt, majflt;
    uint32_t flags;
    int32_t processor;
    int16_t priority, exit_signal;
    int8_t nice;
    uint8_t rt_priority, policy;
    char state; /* '\0': there are none */
    bool usage; /* minflt and majflt are valid, and so are user and system time apart */
    bool has_long_comm;
    char comm[STAT_COMM_SIZE];
};

/*
 * Keeps the figures of a row that was just read, and a long name in `long_comm`, of
 * STAT_LONG_COMM_SIZE. What has a name that is too long even for that is not kept.
 */
void stat_figures_keep(struct stat_figures *figures, char *long_comm, const struct task *task);

/* Fills in a new row of the snapshot. 0 or -ENOMEM. */
int stat_figures_show(const struct stat_figures *figures, const char *long_comm,
                      struct snapshot *snapshot, struct task *task);

static inline bool stat_figures_are_there(const struct stat_figures *figures)
{
    return figures->state != '\0';
}

#endif
