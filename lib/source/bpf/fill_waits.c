/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What many rows wait for. What BPF is not sure of is left to procfs, too. */
#include <errno.h>

#include "lib/source/bpf/fill.h"
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
    const struct fill *fill;
    uint64_t now_ns;                /* the scheduler's clock */
    struct asked asked[WIRE_WAITS]; /* in the next run */
    size_t count;
};

static int put(struct filling *filling, const struct kept_wait *kept, struct task *task)
{
    return waits_put(kept, filling->now_ns, fill_missing(filling->fill, task),
                     filling->fill->snapshot, task);
}

/* 0 or -errno; 1: no more is read this way. */
static int end_asking(int result)
{
    return result < 0 && result != -ENOMEM ? 1 : result;
}

/* Asks for the rows that were added. As above. */
static int ask(struct filling *filling)
{
    struct bpf_source *source = filling->fill->source;
    struct task *tasks = filling->fill->snapshot->tasks;
    struct wire_wait_page *page = source->pages[PROGRAM_WAITS];
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
    struct wait_cache *cache = &filling->fill->source->wait_cache;
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
    struct bpf_source *source = filling->fill->source;
    struct task *task = &filling->fill->snapshot->tasks[row];
    const struct record_task *record =
        wait_cache_record(&source->wait_cache, &source->records, task);
    const struct kept_wait *kept = record ? wait_cache_find(&source->wait_cache, record) : NULL;
    int result;

    if (!kept || !is_final(kept))
        return add_asked(filling, row, record);
    result = wait_cache_keep(&source->wait_cache, kept);
    return result < 0 ? result : put(filling, kept, task);
}

static int fill_rows(const struct fill *fill)
{
    struct bpf_source *source = fill->source;
    const struct snapshot *snapshot = fill->snapshot;
    struct wire_wait_page *page = source->pages[PROGRAM_WAITS];
    struct filling filling = {.fill = fill};
    int result = end_asking(waits_begin(source->reader.programs[PROGRAM_WAITS], page));

    filling.now_ns = page->now_ns;
    wait_cache_begin(&source->wait_cache, &source->records);
    for (size_t i = 0; result == 0 && i < snapshot->count; i++)
        if (fill_missing(fill, &snapshot->tasks[i]))
            result = fill_row(&filling, i);
    if (result == 0 && filling.count > 0)
        result = ask(&filling);
    if (result != 0)
        wait_cache_fini(&source->wait_cache);
    return result < 0 ? result : 0;
}

void bpf_keep_wait(struct bpf_source *source, const struct task *task)
{
    struct kept_wait *kept = wait_cache_kept(&source->wait_cache, task);

    if (!kept || kept->has_kind || task->is_left_out)
        return;
    kept->has_kind = true;
    kept->sleeps_for = task->details->sleeps_for;
}

int fill_waits(const struct fill *fill)
{
    struct bpf_source *source = fill->source;

    if (fill_is_worthwhile(fill, ROWS_MIN) &&
        fill_load(source, PROGRAM_WAITS, support_has_waits(), sizeof(struct wire_wait_page)))
        return fill_rows(fill);
    return 0;
}
