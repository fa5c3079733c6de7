/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_STAT_FIGURES_H
#define DOTPROC_SOURCE_PROC_HISTORY_STAT_FIGURES_H

/*
 * The figures of one task from stat, without those that its process shares; kept for later scans.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/task/snapshot.h"

/*
 * Names have at most 15 bytes. Those of kernel threads may be longer (proc_task_name() in
 * fs/proc/array.c); such a thread is the only one of its process, whose record holds the name.
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
    char state; /* '\0': no figures */
    bool has_long_comm;
    char comm[STAT_COMM_SIZE];
};

/*
 * Stores the figures of a row that was just read, and a long name in `long_comm`, which has
 * STAT_LONG_COMM_SIZE bytes. A task whose name is even longer is not stored.
 */
void stat_figures_keep(struct stat_figures *figures, char *long_comm, const struct task *task);

/* Sets these figures in a new row of the snapshot. 0 or -ENOMEM. */
int stat_figures_show(const struct stat_figures *figures, const char *long_comm,
                      struct snapshot *snapshot, struct task *task);

static inline bool stat_figures_are_there(const struct stat_figures *figures)
{
    return figures->state != '\0';
}

#endif
