/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads what few rows need, after the scan. */
#include <errno.h>

#include "lib/source/back_end.h"

int source_fill(struct source *source, struct snapshot *snapshot, struct task *task, need_t need)
{
    return source->ops->fill(source, snapshot, task, need);
}

/*
 * Takes over the command line of another thread of the same process, if it has one. procfs would
 * find it, too, as it does for rows that are filled one by one, but by a call for each thread.
 */
static void share_cmdline(const struct task *from, struct task *to)
{
    if (from->tgid == to->tgid && from->cmdline_len > 0) {
        to->cmdline = from->cmdline;
        to->cmdline_len = from->cmdline_len;
        to->have |= NEED_CMDLINE;
    }
}

int source_fill_all(struct source *source, struct snapshot *snapshot, need_t processes,
                    need_t threads)
{
    int result = 0;

    processes &= ~(NEED_SCANNED | NEED_DELTA);
    threads &= ~(NEED_SCANNED | NEED_DELTA);
    if (source->ops->fill_ahead)
        result = source->ops->fill_ahead(source, snapshot, processes, threads);
    for (size_t i = 0; result == 0 && i < snapshot->count; i++) {
        struct task *task = &snapshot->tasks[i];
        need_t need = task->kind == TASK_THREAD ? threads : processes;

        if (need & NEED_CMDLINE && i > 0)
            share_cmdline(task - 1, task);
        need &= ~task->have;
        if (need)
            result = source_fill(source, snapshot, task, need);
        if (result == -ENOENT)
            result = 0;
    }
    return result;
}
