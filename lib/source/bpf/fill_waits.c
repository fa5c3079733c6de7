/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Fills in what many rows wait for, at once. What it is not sure of is then read from procfs row by
 * row, as always.
 */
#include <errno.h>

#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/support.h"
#include "lib/source/bpf/waits.h"

/* Of so many rows reading saves what loading costs. */
#define ROWS_MIN 400

/* The rows of one run, and how many there are of them. */
struct filling {
    struct bpf_source *source;
    struct snapshot *snapshot;
    need_t processes, threads;
    size_t rows[WIRE_WAITS];
    size_t count;
};

static need_t wanted(const struct filling *filling, const struct task *task)
{
    const need_t need = task->kind == TASK_THREAD ? filling->threads : filling->processes;

    return need & ~task->have & NEED_WAITS;
}

static size_t count_wanted(const struct filling *filling)
{
    const struct snapshot *snapshot = filling->snapshot;
    size_t count = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        count += wanted(filling, &snapshot->tasks[i]) != 0;
    return count;
}

/* 0 or -errno; 1: no more is read this way. */
static int run(struct filling *filling)
{
    struct bpf_source *source = filling->source;
    struct task *tasks = filling->snapshot->tasks;
    struct wire_wait_page *page = source->waits;
    int result;

    for (size_t i = 0; i < filling->count; i++)
        page->waits[i].tid = (uint32_t)tasks[filling->rows[i]].tid;
    result = waits_run(source->reader.programs[PROGRAM_WAITS], filling->count, page);
    if (result < 0)
        return result == -ENOMEM ? result : 1;
    for (size_t i = 0; result == 0 && i < filling->count; i++) {
        struct task *task = &tasks[filling->rows[i]];

        result = waits_put(&page->waits[i], wanted(filling, task), filling->snapshot, task);
    }
    filling->count = 0;
    return result;
}

static int fill_rows(struct filling *filling)
{
    struct snapshot *snapshot = filling->snapshot;
    int result = 0;

    waits_begin(filling->source->waits);
    for (size_t i = 0; result == 0 && i < snapshot->count; i++) {
        if (wanted(filling, &snapshot->tasks[i]))
            filling->rows[filling->count++] = i;
        if (filling->count == WIRE_WAITS)
            result = run(filling);
    }
    if (result == 0 && filling->count > 0)
        result = run(filling);
    return result < 0 ? result : 0;
}

/* Whether that can be done here, which is tried once. */
static bool can_fill(struct bpf_source *source)
{
    if (!source->waits)
        source->waits =
            bpf_fill_begin(source, PROGRAM_WAITS, support_has_waits(), sizeof(*source->waits));
    return source->reader.programs[PROGRAM_WAITS] >= 0;
}

int bpf_fill_waits(struct bpf_source *source, struct snapshot *snapshot, need_t processes,
                   need_t threads)
{
    struct filling filling = {
        .source = source, .snapshot = snapshot, .processes = processes, .threads = threads};
    const size_t count = (processes | threads) & NEED_WAITS ? count_wanted(&filling) : 0;

    if (count < (source->reader.never_procfs ? 1 : ROWS_MIN) || !can_fill(source))
        return 0;
    return fill_rows(&filling);
}
