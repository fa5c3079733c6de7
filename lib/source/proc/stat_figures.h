/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_STAT_FIGURES_H
#define DOTPROC_SOURCE_PROC_STAT_FIGURES_H

/* What stat has said of a task beside what its process shares, for the next scans. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/task/snapshot.h"

/* The kernel's names have 15 bytes; only some of its own threads' are longer, and are not kept. */
#define STAT_COMM_SIZE 16

struct stat_figures {
    uint64_t start_ns, utime_ns, stime_ns, minflt, majflt;
    uint32_t flags;
    int32_t processor;
    int16_t priority, exit_signal;
    int8_t nice;
    uint8_t rt_priority, policy;
    char state; /* '\0': there are none */
    bool usage; /* minflt and majflt are right, and each time by itself */
    char comm[STAT_COMM_SIZE];
};

/* Keeps those of a row that was just read, unless its name is too long. */
void stat_figures_keep(struct stat_figures *figures, const struct task *task);

/* Gives them to a new row of the snapshot. 0 or -ENOMEM. */
int stat_figures_show(const struct stat_figures *figures, struct snapshot *snapshot,
                      struct task *task);

static inline bool stat_figures_are_there(const struct stat_figures *figures)
{
    return figures->state != '\0';
}

#endif
