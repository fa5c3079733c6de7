/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/stat_figures.h"

#include <errno.h>
#include <string.h>

#include "lib/base/task_flags.h"

void stat_figures_keep(struct stat_figures *figures, char *long_comm, const struct task *task)
{
    const size_t len = strlen(task->comm);
    const bool is_long = len >= STAT_COMM_SIZE;
    char *comm = is_long ? long_comm : figures->comm;

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
        .has_long_comm = is_long,
    };
    if (!is_long || (task->flags & PF_KTHREAD && len < STAT_LONG_COMM_SIZE)) {
        memcpy(comm, task->comm, len + 1);
        figures->state = task->state;
    }
}

int stat_figures_show(const struct stat_figures *figures, const char *long_comm,
                      struct snapshot *snapshot, struct task *task)
{
    const char *comm = figures->has_long_comm ? long_comm : figures->comm;

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
    task->have |= NEED_STAT | NEED_NLWP;
    if (!(task->have & NEED_COMM))
        task->comm = snapshot_name(snapshot, task, comm, strlen(comm));
    task->have |= NEED_COMM;
    return task->comm ? 0 : -ENOMEM;
}
