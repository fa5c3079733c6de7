/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/fill.h"

#include <stdlib.h>

#include "lib/source/bpf/support.h"

need_t fill_missing(const struct fill *fill, const struct task *task)
{
    const need_t need = task->kind == TASK_THREAD ? fill->threads : fill->processes;

    if (fill->by_process && task != fill->snapshot->tasks && task[-1].tgid == task->tgid)
        return 0;
    return need & ~task->have & fill->group;
}

bool fill_is_worthwhile(const struct fill *fill, size_t rows_min)
{
    const struct snapshot *snapshot = fill->snapshot;
    size_t count = 0;

    if (!((fill->processes | fill->threads) & fill->group))
        return false;
    for (size_t i = 0; i < snapshot->count; i++)
        count += fill_missing(fill, &snapshot->tasks[i]) != 0;
    if (fill->source->reader.never_procfs ||
        fill->group & NEED_WAITED & (fill->processes | fill->threads))
        rows_min = 1; /* procfs cannot provide it */
    return count >= rows_min;
}

bool bpf_load_program(struct bpf_source *source, enum program program, bool supported,
                      size_t page_size)
{
    void **page = &source->pages[program];
    struct buf why = {0};

    if (!*page) {
        const bool may_load = supported && support_may_load(&why);

        buf_fini(&why);
        *page = calloc(1, page_size);
        if (may_load && *page && reader_load_program(&source->reader, program) < 0 &&
            !source->reader.refused[program]) {
            free(*page); /* tried again, as what was short may be there then */
            *page = NULL;
        }
    }
    return source->reader.programs[program] >= 0;
}
