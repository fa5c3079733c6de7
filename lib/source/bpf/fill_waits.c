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

/* A row that is asked for: its place in the snapshot, and in the cache; or NOT_KEPT. */
struct asked {
    size_t row, kept;
};

#define NOT_KEPT SIZE_MAX

struct filling {
    struct bpf_source *source;
    struct snapshot *snapshot;
    need_t processes, threads;
    uint64_t now_ns;                /* the scheduler's clock */
    struct asked asked[WIRE_WAITS]; /* in the next run */
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

static int put(struct filling *filling, const struct kept_wait *kept, struct task *task)
{
    return waits_put(kept, filling->now_ns, wanted(filling, task), filling->snapshot, task);
}

/* 0 or -errno; 1: no more is read this way. */
static int end_asking(int result)
{
    return result < 0 && result != -ENOMEM ? 1 : result;
}

/* Asks for the rows that were added. As above. */
static int ask(struct filling *filling)
{
    struct bpf_source *source = filling->source;
    struct task *tasks = filling->snapshot->tasks;
    struct wire_wait_page *page = source->waits;
    int result;

    for (size_t i = 0; i < filling->count; i++)
        page->waits[i].tid = (uint32_t)tasks[filling->asked[i].row].tid;
    result = end_asking(waits_run(source->reader.programs[PROGRAM_WAITS], filling->count, page));
    for (size_t i = 0; result == 0 && i < filling->count; i++) {
        const struct asked *asked = &filling->asked[i];
        struct kept_wait unkept = {0};
        struct kept_wait *kept =
            asked->kept == NOT_KEPT ? &unkept : &source->wait_cache.coming.list[asked->kept];

        waits_take(page, &page->waits[i], kept);
        result = put(filling, kept, &tasks[asked->row]);
    }
    filling->count = 0;
    return result;
}

/* Adds a row to those that are asked for, with room for its answer in the cache. As above. */
static int add_asked(struct filling *filling, size_t row, const struct record_task *record)
{
    struct wait_cache *cache = &filling->source->wait_cache;
    struct asked *asked = &filling->asked[filling->count++];
    int result = 0;

    *asked = (struct asked){row, NOT_KEPT};
    if (record) {
        const struct kept_wait room = {
            .key = record->key,
            .runtime = record->task->runtime,
            .digest = record->task->digest,
        };

        asked->kept = cache->coming.count;
        result = wait_cache_keep(cache, &room);
    }
    return result == 0 && filling->count == WIRE_WAITS ? ask(filling) : result;
}

/* Who ran when it was asked may have slept afterwards. */
static bool is_final(const struct kept_wait *kept)
{
    const struct wire_wait *wait = &kept->wait;

    return wait->known && !(wait->known & WIRE_WAIT_CALL && wait->place == PLACE_CPU);
}

static int fill_row(struct filling *filling, size_t row)
{
    struct bpf_source *source = filling->source;
    struct task *task = &filling->snapshot->tasks[row];
    const struct record_task *record =
        wait_cache_record(&source->wait_cache, &source->records, task);
    const struct kept_wait *kept = record ? wait_cache_find(&source->wait_cache, record) : NULL;
    int result;

    if (!kept || !is_final(kept))
        return add_asked(filling, row, record);
    result = wait_cache_keep(&source->wait_cache, kept);
    return result < 0 ? result : put(filling, kept, task);
}

static int fill_rows(struct filling *filling)
{
    struct bpf_source *source = filling->source;
    struct snapshot *snapshot = filling->snapshot;
    int result = end_asking(waits_begin(source->reader.programs[PROGRAM_WAITS], source->waits));

    filling->now_ns = source->waits->now_ns;
    wait_cache_begin(&source->wait_cache, &source->records);
    for (size_t i = 0; result == 0 && i < snapshot->count; i++)
        if (wanted(filling, &snapshot->tasks[i]))
            result = fill_row(filling, i);
    if (result == 0 && filling->count > 0)
        result = ask(filling);
    if (result != 0)
        wait_cache_fini(&source->wait_cache);
    return result < 0 ? result : 0;
}

void bpf_keep_wait(struct bpf_source *source, const struct task *task)
{
    struct kept_wait *kept = wait_cache_kept(&source->wait_cache, task);

    if (!kept || kept->has_kind)
        return;
    kept->has_kind = true;
    kept->sleeps_for = task->details->sleeps_for;
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
