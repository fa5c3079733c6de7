/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What many rows wait for, from BPF; ambiguous waits are left to procfs. */
#include <errno.h>

#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/support.h"

/* With this many rows the program saves what loading it costs. */
#define ROWS_MIN 400

/* A row to be read: its index in the snapshot, and its record if the wait can be kept; else NULL.
 */
struct unread {
    size_t row;
    const struct record_task *record;
};

struct filling {
    const struct fill *fill;
    uint64_t now_ns;                  /* the scheduler's clock */
    size_t next;                      /* index in the records */
    struct unread unread[WIRE_WAITS]; /* of the next run */
    size_t count;
};

static int put(struct filling *filling, const struct kept_wait *kept, struct task *task)
{
    return waits_put(kept, filling->now_ns, fill_missing(filling->fill, task),
                     filling->fill->snapshot, task);
}

/* 0 or -errno; 1: the rest is left to procfs. */
static int or_procfs(int result)
{
    return result < 0 && result != -ENOMEM ? 1 : result;
}

/* Reads the rows that were added. Returns as above. */
static int read_unread(struct filling *filling)
{
    struct bpf_source *source = filling->fill->source;
    struct task *tasks = filling->fill->snapshot->tasks;
    struct wire_wait_page *page = source->pages[PROGRAM_WAITS];
    int result;

    for (size_t i = 0; i < filling->count; i++)
        page->waits[i].tid = (uint32_t)tasks[filling->unread[i].row].tid;
    result = or_procfs(waits_run(source->reader.programs[PROGRAM_WAITS], filling->count, page));
    for (size_t i = 0; result == 0 && i < filling->count; i++) {
        const struct unread *unread = &filling->unread[i];
        struct kept_wait wait = {0};

        waits_take(page, &page->waits[i], &wait);
        result = put(filling, &wait, &tasks[unread->row]);
        if (result == 0 && unread->record)
            result = wait_cache_keep(&source->wait_cache, unread->record, &wait);
    }
    filling->count = 0;
    return result;
}

/* Task states in which a debugger cannot change a task's registers. */
#define SLEEPS (0x1u | 0x2u) /* TASK_INTERRUPTIBLE, TASK_UNINTERRUPTIBLE */

/*
 * The record of a row, each after that of the last one; NULL if this pass has none, or none that
 * can be compared later.
 */
static const struct record_task *record_of(struct filling *filling, const struct task *row)
{
    const struct records *records = &filling->fill->source->records;
    const uint64_t key = record_key((uint32_t)row->tgid, (uint32_t)row->tid);
    const struct record_task *record;

    while (filling->next < records->task_count && records->tasks[filling->next].key < key)
        filling->next++;
    record = &records->tasks[filling->next];
    if (filling->next == records->task_count || record->key != key)
        return NULL;
    return record->task->digest != 0 && record->task->state & SLEEPS ? record : NULL;
}

static int fill_row(struct filling *filling, size_t row)
{
    struct task *task = &filling->fill->snapshot->tasks[row];
    struct wait_cache *cache = &filling->fill->source->wait_cache;
    const struct record_task *record = record_of(filling, task);
    const struct kept_wait *kept = record ? wait_cache_find(cache, record) : NULL;

    if (kept)
        return put(filling, kept, task);
    filling->unread[filling->count++] = (struct unread){row, record};
    return filling->count == WIRE_WAITS ? read_unread(filling) : 0;
}

static int fill_rows(const struct fill *fill)
{
    struct bpf_source *source = fill->source;
    const struct snapshot *snapshot = fill->snapshot;
    struct wire_wait_page *page = source->pages[PROGRAM_WAITS];
    struct filling filling = {.fill = fill};
    int result = or_procfs(waits_begin(source->reader.programs[PROGRAM_WAITS], page));

    filling.now_ns = page->now_ns;
    wait_cache_begin(&source->wait_cache, &source->records);
    for (size_t i = 0; result == 0 && i < snapshot->count; i++)
        if (fill_missing(fill, &snapshot->tasks[i]))
            result = fill_row(&filling, i);
    if (result == 0 && filling.count > 0)
        result = read_unread(&filling);
    ledger_end(&source->wait_cache.waits);
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
    const int result =
        fill_begin(fill, ROWS_MIN, PROGRAM_WAITS, support_sees_all, sizeof(struct wire_wait_page));

    return result > 0 ? fill_rows(fill) : result;
}
