/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/sample.h"

/*
 * With several PIDs requested, the tasks are in the order of the request, so a binary search may
 * miss one.
 */
struct task *sample_find_row(const struct sample *sample, const struct task *task)
{
    const struct snapshot *snapshot = &sample->snapshot;
    struct task *row = snapshot_find(snapshot, task);

    for (size_t i = 0; !row && sample->request.pid_count > 1 && i < snapshot->count; i++)
        if (task_key(&snapshot->tasks[i]) == task_key(task))
            row = &snapshot->tasks[i];
    return row;
}
