/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/fill.h"

#include <stdlib.h>

#include "lib/source/bpf/support.h"
#include "lib/source/bpf/waits.h"

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
    return count >= (fill->source->reader.never_procfs ? 1 : rows_min);
}

bool fill_load(struct bpf_source *source, enum program program, bool supported, size_t page_size)
{
    void **page = &source->pages[program];
    int *fd = &source->reader.programs[program];
    struct buf why = {0};

    if (!*page) {
        const bool may_load = supported && support_may_load(&why);

        buf_fini(&why);
        *page = calloc(1, page_size);
        if (may_load && *page && load_program(program, fd) < 0)
            *fd = -1;
    }
    return *fd >= 0;
}

int bpf_fill_ahead(struct source *base, struct snapshot *snapshot, need_t processes, need_t threads)
{
    static const struct {
        int (*fill)(const struct fill *fill);
        need_t group;
        bool by_process; /* threads take over what the row before them has, which is read first */
    } parts[] = {
        {fill_texts, NEED_CMDLINE, true},
        {fill_texts, NEED_ENVIRON, true},
        {fill_waits, NEED_WAITS, false},
    };
    int result = 0;

    for (size_t i = 0; result == 0 && i < sizeof(parts) / sizeof(parts[0]); i++)
        result = parts[i].fill(&(struct fill){
            .source = (struct bpf_source *)base,
            .snapshot = snapshot,
            .processes = processes,
            .threads = threads,
            .group = parts[i].group,
            .by_process = parts[i].by_process,
        });
    return result;
}
