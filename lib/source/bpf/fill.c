/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Details of rows that scans do not read: which rows lack what, and whether a program pays. */
#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/resources.h"
#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/object.h"
#include "lib/source/bpf/support.h"

need_t fill_missing(const struct fill *fill, const struct task *task)
{
    const need_t need = task->kind == TASK_THREAD ? fill->threads : fill->processes;

    if (fill->by_process && task != fill->snapshot->tasks && task[-1].tgid == task->tgid)
        return 0;
    return need & ~task->have & fill->group;
}

static bool is_worthwhile(const struct fill *fill, size_t rows_min)
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

int bpf_load_program(struct bpf_source *source, enum program program, bool supported,
                     size_t page_size)
{
    void **page = &source->pages[program];
    struct buf why = {0};
    int result = 0;

    if (!*page) {
        if (supported && support_may_load(&why))
            result = reader_load_program(&source->reader, program);
        buf_fini(&why);
        if (result < 0 && !source->reader.refused[program])
            return is_shortage(result) ? result : 0;
        *page = calloc(1, page_size);
        if (!*page)
            return -ENOMEM;
    }
    return source->reader.programs[program] >= 0;
}

int bpf_run(struct bpf_source *source, enum program program, size_t size)
{
    const int answer =
        object_run(source->reader.programs[program], source->pages[program], (uint32_t)size);

    if (answer == -ENOMEM)
        return answer;
    return answer == WIRE_WALKED ? 0 : 1;
}

int fill_begin(const struct fill *fill, size_t rows_min, enum program program, bool supported(void),
               size_t page_size)
{
    if (!is_worthwhile(fill, rows_min))
        return 0;
    return bpf_load_program(fill->source, program, supported(), page_size);
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

    for (size_t i = 0; result == 0 && i < ARRAY_COUNT(parts); i++)
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

int bpf_fill(struct source *base, struct snapshot *snapshot, struct task *task, need_t need)
{
    struct bpf_source *source = (struct bpf_source *)base;
    int result = source_fill(source->proc, snapshot, task, need);

    if (result == 0 && need & task->have & NEED_WAIT)
        bpf_keep_wait(source, task);
    return result;
}
