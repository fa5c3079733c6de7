/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/target.h"

#include <errno.h>

ssize_t target_read(const struct target *target, const char *name)
{
    return task_folder_read(target->folder, name, &target->source->buffer);
}

ssize_t target_read_filled(const struct target *target, const char *name)
{
    ssize_t len = target_read(target, name);

    return len == 0 ? -ENOENT : len;
}

const struct task *target_neighbour(const struct target *target,
                                    bool (*has)(const struct task *task))
{
    const struct task *task = target->task;
    const struct task *first = target->snapshot->tasks;
    const struct task *end = first + target->snapshot->count;

    if (task > first && task[-1].tgid == task->tgid && has(task - 1))
        return task - 1;
    if (task + 1 < end && task[1].tgid == task->tgid && has(task + 1))
        return task + 1;
    return NULL;
}

bool target_without_memory(const struct target *target)
{
    return target->task->have & NEED_STAT && target->process->stat_vsize_bytes == 0;
}
