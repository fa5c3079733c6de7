/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_STAT_FIGURES_H
#define DOTPROC_SOURCE_PROC_HISTORY_STAT_FIGURES_H

/* The figures of one task from its stat, without those of its process: kept for later scans. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/task/snapshot.h"

/* Names have up to 15 bytes. Those of some kernel threads are longer: their figures are not kept.
 */
#define STAT_COMM_SIZE 16

struct stat_figures {
    uint64_t start_ns, utime_ns, stime_ns, minflt, majflt;
    uint32_t flags;
    int32_t processor;
    int16_t priority, exit_signal;
    int8_t nice;
    uint8_t rt_priority, policy;
    char state; /* '\0': there are none */
    bool usage; /* minflt and majflt are valid, and so are user and system time apart */
    char comm[STAT_COMM_SIZE];
};

/* Keeps the figures of a row that was just read, unless its name is too long. */
void stat_figures_keep(struct stat_figures *figures, const struct task *task);

/* Fills in a new row of the snapshot. 0 or -ENOMEM. */
int stat_figures_show(const struct stat_figures *figures, struct snapshot *snapshot,
                      struct task *task);

static inline bool stat_figures_are_there(const struct stat_figures *figures)
{
    return figures->state != '\0';
}

#endif
