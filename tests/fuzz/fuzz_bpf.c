/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Throws anything at the readers of BPF records (libFuzzer): another user's program may have
 * written them. The first byte says how: records as they come; records made of the input, so that
 * they are well-formed; or pages of several walks, through the delta cache. What is accepted is
 * made into rows.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/bpf/delta_cache.h"
#include "lib/source/bpf/records.h"
#include "lib/source/bpf/rows.h"
#include "tests/fuzz/fuzz.h"

#define NS_PER_TICK 10000000
#define WALKS       3
#define PAGES       3

union record {
    struct wire_task task;
    struct wire_group group;
    struct wire_status status;
    struct wire_hidden hidden;
    struct wire_sums sums;
};

static uint64_t next_figure(struct input *input)
{
    const uint8_t byte = next_byte(input);
    uint64_t figure;

    memset(&figure, byte, sizeof(figure));
    return byte & 1 ? figure : byte;
}

static void make_group_rows(struct row_maker *maker, const struct records *records,
                            const struct record_group *group)
{
    for (size_t i = 0; i <= group->count; i++) {
        const struct record_task *task = &group->tasks[i > 0 ? i - 1 : 0];
        struct task *row = snapshot_add(maker->snapshot);

        must(row);
        must(row_make(maker, group, i > 0 ? task : NULL, row) == 0);
        must(row_complete(maker, group->group, task, ~(need_t)0, row) == 0);
        must(snapshot_set_process(maker->snapshot, row, row->process) == 0);
        must(row->comm && row->state);
    }
    must(records_has(records, group->group->tgid));
}

static void make_rows(struct records *records)
{
    static struct row_maker maker;
    struct snapshot snapshot;

    must(records_sort(records) == 0);
    snapshot_init(&snapshot);
    maker = (struct row_maker){.ns_per_tick = NS_PER_TICK, .page_kib = 4};
    for (int pass = 0; pass < 2; pass++) {
        struct records_cursor cursor = {0};
        struct record_group group;

        snapshot_clear(&snapshot);
        row_maker_begin(&maker, &snapshot, records, true);
        while (records_next(records, &cursor, &group)) {
            must(group.count > 0);
            make_group_rows(&maker, records, &group);
        }
    }
    row_maker_fini(&maker);
    snapshot_fini(&snapshot);
}

/* A task whose id is most often behind the last one, as the kernel's are. */
static size_t put_task(struct wire_task *task, struct input *input, uint32_t *tid)
{
    const uint8_t how = next_byte(input);

    *tid = how & 1 ? *tid + 1 : next_byte(input);
    task->kind = WIRE_TASK;
    task->tid = *tid;
    task->tgid = how & 2 ? *tid : next_byte(input);
    task->state = next_byte(input) * (how & 8 ? 257u : 1u);
    task->exit_state = how >> 4;
    task->has_memory = how & 1;
    if (how & 4) {
        task->utime = next_figure(input);
        task->stime = ~task->utime;
        task->runtime = next_figure(input);
        task->shown_utime = next_figure(input);
        task->start = next_figure(input);
        task->prio = (int32_t)next_figure(input);
    }
    memset(task->comm, next_byte(input), how % (sizeof(task->comm) + 1));
    return sizeof(*task);
}

static size_t put_group(struct wire_group *group, struct input *input, uint32_t tid)
{
    const uint8_t how = next_byte(input);

    group->kind = WIRE_GROUP;
    group->tgid = how & 2 ? tid : next_byte(input);
    group->nlwp = (int32_t)next_figure(input);
    if (how & 8) {
        group->total = next_figure(input);
        group->utime = next_figure(input);
        group->runtime = next_figure(input);
        group->anon = (int64_t)next_figure(input);
        group->rss_limit = next_figure(input);
        group->tty = (uint32_t)next_figure(input);
    }
    memset(group->name, next_byte(input), how % (sizeof(group->name) + 1));
    memset(group->work, next_byte(input), how % (sizeof(group->work) + 1));
    return sizeof(*group);
}

static size_t put_record(union record *record, struct input *input, uint32_t *tid)
{
    memset(record, 0, sizeof(*record));
    switch (next_byte(input) % 6) {
    case 0:
    case 1:
        return put_task(&record->task, input, tid);
    case 2:
        return put_group(&record->group, input, *tid);
    case 3:
        memset(&record->status, next_byte(input), sizeof(record->status));
        record->status.kind = WIRE_STATUS;
        record->status.tid = *tid;
        return sizeof(record->status);
    case 4:
        record->hidden = (struct wire_hidden){WIRE_HIDDEN, (uint32_t)next_figure(input)};
        return sizeof(record->hidden);
    default:
        record->sums = (struct wire_sums){.kind = WIRE_SUMS,
                                          .tgid = next_byte(input),
                                          .threads = (uint32_t)next_figure(input),
                                          .utime = next_figure(input),
                                          .runtime = next_figure(input)};
        return sizeof(record->sums);
    }
}

/* A leader with its group, as a walk of leaders has them. */
static size_t put_leader(char *out, struct input *input, uint32_t *tid)
{
    union record record = {0};
    size_t used = put_task(&record.task, input, tid);

    record.task.tgid = *tid;
    memcpy(out, &record, used);
    memset(&record, 0, sizeof(record));
    put_group(&record.group, input, *tid);
    record.group.tgid = *tid;
    memcpy(out + used, &record, sizeof(record.group));
    return used + sizeof(record.group);
}

/* Well-formed records; returns their bytes. */
static size_t put_records(char *out, size_t room, struct input *input, bool leaders)
{
    uint32_t tid = 0;
    size_t used = 0;

    while (input->left > 0) {
        union record records[2];
        const size_t size = leaders && next_byte(input) % 4 > 0
                                ? put_leader((char *)records, input, &tid)
                                : put_record(records, input, &tid);

        if (used + size > room)
            break;
        memcpy(out + used, records, size);
        used += size;
    }
    return used;
}

/* In memory of its exact size. */
static void read_records(const void *bytes, size_t len, bool summed)
{
    struct records records = {0};
    char *copy = aligned_alloc(8, len > 0 ? (len + 7) / 8 * 8 : 8);

    must(copy);
    memcpy(copy, bytes, len);
    if (records_parse(copy, len, &records) == 0) {
        records.summed = summed;
        make_rows(&records);
    }
    records_fini(&records);
    free(copy);
}

static void answer_page(struct wire_page *page, struct input *input, bool leaders, bool last)
{
    const size_t cached = page->cached_count * sizeof(struct wire_cached);

    must(page->cached_count <= WIRE_CACHED_MAX);
    memset(page->same, next_byte(input), sizeof(page->same));
    page->next += 1 + next_byte(input);
    page->done = last;
    page->used =
        (uint32_t)put_records(page->records, sizeof(page->records) - cached, input, leaders);
}

/* `due`: a walk of leaders only. */
static bool walk(struct delta_cache *cache, struct wire_page *page, struct records *records,
                 const struct due_rows *due, struct input *input)
{
    const size_t part = input->left / PAGES;

    delta_cache_begin(cache, due);
    page->next = 0;
    for (int i = 0; i < PAGES; i++) {
        struct input own = {input->data + (size_t)i * part, part};

        delta_cache_put(cache, page);
        answer_page(page, &own, due != NULL, i + 1 == PAGES);
        if (delta_cache_take(cache, page, records) != 0)
            return false;
    }
    return delta_cache_end(cache, records) == 0;
}

static void walk_and_walk_again(struct input *input, bool summed, bool leaders)
{
    const uint64_t shown[] = {UINT64_C(2) << 32, UINT64_C(3) << 32 | 1};
    struct delta_cache cache = {0};
    struct records records = {0};
    struct wire_page *page = calloc(1, sizeof(*page));
    const size_t part = input->left / WALKS;
    bool good = true;

    must(page);
    for (int i = 0; i < WALKS && good; i++) {
        struct input own = {input->data + (size_t)i * part, part};
        const struct due_rows due = {shown, sizeof(shown) / sizeof(shown[0]), (unsigned)i};

        records_clear(&records);
        good = walk(&cache, page, &records, leaders ? &due : NULL, &own);
        if (good) {
            records.summed = summed;
            make_rows(&records);
        }
    }
    records_fini(&records);
    delta_cache_fini(&cache);
    free(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char well_formed[1 << 16] __attribute__((aligned(8)));
    struct input input = {data, size};
    const uint8_t how = next_byte(&input);
    const bool summed = next_byte(&input) % 2;

    if (input.left == 0)
        return 0;
    if (how % 3 == 0)
        read_records(input.data, input.left, summed);
    else if (how % 3 == 1)
        read_records(well_formed, put_records(well_formed, sizeof(well_formed), &input, false),
                     summed);
    else
        walk_and_walk_again(&input, summed, how % 2);
    return 0;
}
