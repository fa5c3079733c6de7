/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/reading.h"

/* Groups asked for by name are in the order of the asking. */
struct task *reading_find_row(const struct reading *reading, const struct task *task)
{
    const struct snapshot *snapshot = &reading->snapshot;
    struct task *row = snapshot_find(snapshot, task);

    for (size_t i = 0; !row && reading->wish.pid_count > 1 && i < snapshot->count; i++)
        if (task_key(&snapshot->tasks[i]) == task_key(task))
            row = &snapshot->tasks[i];
    return row;
}
