/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/stat_figures.h"

#include <errno.h>
#include <string.h>

void stat_figures_keep(struct stat_figures *figures, const struct task *task)
{
    const size_t len = strlen(task->comm);

    *figures = (struct stat_figures){
        .start_ns = task->start_ns,
        .utime_ns = task->utime_ns,
        .stime_ns = task->stime_ns,
        .minflt = task->minflt,
        .majflt = task->majflt,
        .flags = task->flags,
        .processor = task->processor,
        .priority = task->priority,
        .exit_signal = task->exit_signal,
        .nice = task->nice,
        .rt_priority = task->rt_priority,
        .policy = task->policy,
        .usage = task->have & NEED_USAGE,
    };
    if (len < STAT_COMM_SIZE) {
        memcpy(figures->comm, task->comm, len + 1);
        figures->state = task->state;
    }
}

int stat_figures_show(const struct stat_figures *figures, struct snapshot *snapshot,
                      struct task *task)
{
    task->start_ns = figures->start_ns;
    task->utime_ns = figures->utime_ns;
    task->stime_ns = figures->stime_ns;
    task->minflt = figures->minflt;
    task->majflt = figures->majflt;
    task->flags = figures->flags;
    task->processor = figures->processor;
    task->priority = figures->priority;
    task->exit_signal = figures->exit_signal;
    task->nice = figures->nice;
    task->rt_priority = figures->rt_priority;
    task->policy = figures->policy;
    task->state = figures->state;
    task->have |= NEED_STAT | NEED_NLWP | (figures->usage ? NEED_USAGE : 0);
    if (!(task->have & NEED_COMM))
        task->comm = snapshot_name(snapshot, task, figures->comm, strlen(figures->comm));
    task->have |= NEED_COMM;
    return task->comm ? 0 : -ENOMEM;
}
