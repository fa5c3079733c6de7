/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/guarded_fill.h"

/* The files of these groups do not access the memory of a task. */
#define NEED_NEVER_BLOCKS (NEED_SCANNED | NEED_CGROUP | NEED_WCHAN)

int guarded_fill(struct worker *worker, struct source *source, struct snapshot *snapshot,
                 struct task *task, need_t need)
{
    need_t blocking = need & ~(need_t)NEED_NEVER_BLOCKS;
    bool may_read = !worker || worker_may_read(worker, blocking ? task->tgid : 0);

    /* The groups count as read and empty, so that nobody asks for them again. */
    if (!may_read) {
        task->have |= blocking;
        need &= ~blocking;
    }
    return source_fill(source, snapshot, task, need);
}
