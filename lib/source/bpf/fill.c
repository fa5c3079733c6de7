/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Fills in command lines and environments of many rows at once. What it leaves out is then read
 * from procfs row by row, as always.
 */
#include <errno.h>
#include <stdlib.h>

#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/support.h"
#include "lib/source/bpf/texts.h"
#include "lib/task/details.h"

/* Of so many rows reading saves what loading costs, as with the ways of reader.c. */
#define ROWS_MIN 800

/* One group of all rows. */
struct filling {
    struct bpf_source *source;
    struct snapshot *snapshot;
    need_t group; /* NEED_CMDLINE or NEED_ENVIRON */
    need_t processes, threads;
    size_t rows[WIRE_TEXTS]; /* of one run: places in the snapshot */
    size_t count;
};

/* Threads take over what the row before them has, which is read first. */
static bool is_wanted(const struct filling *filling, const struct task *task)
{
    const need_t need = task->kind == TASK_THREAD ? filling->threads : filling->processes;
    const bool is_first = task == filling->snapshot->tasks || task[-1].tgid != task->tgid;

    return is_first && need & ~task->have & filling->group;
}

static size_t count_wanted(const struct filling *filling)
{
    const struct snapshot *snapshot = filling->snapshot;
    size_t count = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        count += is_wanted(filling, &snapshot->tasks[i]);
    return count;
}

static int put_environ(struct snapshot *snapshot, struct task *task, const char *bytes, size_t len)
{
    struct task_details *details = snapshot_add_details(snapshot, task);

    if (!details)
        return -ENOMEM;
    return len > 0 ? detail_keep(detail_find(NEED_ENVIRON), details, &snapshot->arena, bytes, len)
                   : 0;
}

static int put_cmdline(struct snapshot *snapshot, struct task *task, const char *bytes, size_t len)
{
    task->cmdline = arena_copy(&snapshot->arena, bytes, len);
    task->cmdline_len = (uint32_t)len;
    return task->cmdline ? 0 : -ENOMEM;
}

static int put(const struct filling *filling, struct task *task, const char *bytes, size_t len)
{
    int result = filling->group == NEED_ENVIRON ? put_environ(filling->snapshot, task, bytes, len)
                                                : put_cmdline(filling->snapshot, task, bytes, len);

    if (result == 0)
        task->have |= filling->group;
    return result;
}

static struct task *row_at(const struct filling *filling, size_t index)
{
    return &filling->snapshot->tasks[filling->rows[index]];
}

/* Whether the reader may be held up now. */
static bool is_allowed(const struct filling *filling)
{
    struct source_guard *guard = filling->source->base.guard;

    return !guard || guard->allow(guard, SOURCE_MANY, filling->group) & filling->group;
}

/* 0 or -errno; 1: no more is read this way. */
static int run(struct filling *filling)
{
    struct bpf_source *source = filling->source;
    struct wire_text_page *page = source->texts;
    size_t done = 0;
    int result = 0;

    while (result == 0 && done < filling->count) {
        const size_t left = filling->count - done;
        int got;

        for (size_t i = 0; i < left; i++)
            page->texts[i].tid = (uint32_t)row_at(filling, done + i)->tid;
        if (!is_allowed(filling))
            return 1;
        got = texts_run(source->reader.programs[PROGRAM_TEXTS], filling->group == NEED_ENVIRON,
                        left, page);
        if (got < 0)
            return got == -ENOMEM ? got : 1;
        for (int i = 0; result == 0 && i < got; i++) {
            size_t len;
            const char *bytes = texts_get(page, (size_t)i, &len);

            if (bytes)
                result = put(filling, row_at(filling, done + (size_t)i), bytes, len);
        }
        done += (size_t)got;
    }
    filling->count = 0;
    return result;
}

static int fill_rows(struct filling *filling)
{
    struct snapshot *snapshot = filling->snapshot;
    int result = 0;

    for (size_t i = 0; result == 0 && i < snapshot->count; i++) {
        if (is_wanted(filling, &snapshot->tasks[i]))
            filling->rows[filling->count++] = i;
        if (filling->count == WIRE_TEXTS)
            result = run(filling);
    }
    if (result == 0)
        result = run(filling);
    return result < 0 ? result : 0;
}

void *bpf_fill_begin(struct bpf_source *source, enum program program, bool supported,
                     size_t page_size)
{
    struct buf why = {0};
    const bool may_load = supported && support_may_load(&why);
    void *page = calloc(1, page_size);

    buf_fini(&why);
    if (may_load && page && load_program(program, &source->reader.programs[program]) < 0)
        source->reader.programs[program] = -1;
    return page;
}

/* Whether that can be done here, which is tried once. */
static bool can_fill(struct bpf_source *source)
{
    if (!source->texts)
        source->texts =
            bpf_fill_begin(source, PROGRAM_TEXTS, support_has_texts(), sizeof(*source->texts));
    return source->reader.programs[PROGRAM_TEXTS] >= 0;
}

int bpf_fill_ahead(struct source *base, struct snapshot *snapshot, need_t processes, need_t threads)
{
    static const need_t groups[] = {NEED_CMDLINE, NEED_ENVIRON};
    struct bpf_source *source = (struct bpf_source *)base;
    int result = 0;

    for (size_t i = 0; result == 0 && i < sizeof(groups) / sizeof(groups[0]); i++) {
        struct filling filling = {.source = source,
                                  .snapshot = snapshot,
                                  .group = groups[i],
                                  .processes = processes,
                                  .threads = threads};
        const size_t count = (processes | threads) & groups[i] ? count_wanted(&filling) : 0;

        if (count >= (source->reader.never_procfs ? 1 : ROWS_MIN) && can_fill(source))
            result = fill_rows(&filling);
    }
    return result < 0 ? result : bpf_fill_waits(source, snapshot, processes, threads);
}
