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
    if (fill->source->reader.never_procfs ||
        fill->group & NEED_WAITED & (fill->processes | fill->threads))
        rows_min = 1; /* procfs cannot provide it */
    return count >= rows_min;
}

bool fill_load(struct bpf_source *source, enum program program, bool supported, size_t page_size)
{
    void **page = &source->pages[program];
    struct buf why = {0};

    if (!*page) {
        const bool may_load = supported && support_may_load(&why);

        buf_fini(&why);
        *page = calloc(1, page_size);
        if (may_load && *page)
            reader_load_program(&source->reader, program);
    }
    return source->reader.programs[program] >= 0;
}

int bpf_fill_ahead(struct source *base, struct snapshot *snapshot, need_t processes, need_t threads)
{
    static const struct {
        int (*fill)(const struct fill *fill);
        need_t group;
        bool by_process; /* threads take over what the preceding row has */
    } parts[] = {
        {fill_texts, NEED_CMDLINE, true},
        {fill_texts, NEED_ENVIRON, true},
        {fill_cgroups, NEED_CGROUP, false},
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
