/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/ended_rows.h"

#include <stdlib.h>

void ended_row_add(struct snapshot *rows, const struct made *made)
{
    struct task_ended *ended = arena_alloc(&rows->arena, sizeof(*ended));
    struct task *task = snapshot_add(rows);
    struct task_details *details = task ? snapshot_add_details(rows, task) : NULL;

    if (!ended || !details)
        abort();
    task->is_ended = true;
    task->have = NEED_STAT | NEED_CMDLINE | (*made->name ? NEED_COMM : 0) |
                 (made->user >= 0 ? NEED_OWNER : 0);
    task->kind = made->kind;
    task->euid = (uid_t)made->user;
    task->utime_ns = made->cpu_ms * MS;
    task->minflt = made->count * 10;
    task->comm = made->name;
    *ended = (struct task_ended){.count = made->count,
                                 .lifetime_ns =
                                     made->lifetime_ms < 0 ? -1 : made->lifetime_ms * (int64_t)MS,
                                 .interval_ns = 2000 * MS,
                                 .by = made->by};
    details->ended = ended;
}
