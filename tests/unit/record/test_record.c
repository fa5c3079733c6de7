/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshots as bytes: what was put is read again, by random changes. */
#include <stdio.h>
#include <string.h>

#include "lib/task/fields.h"
#include "tests/common/random.h"
#include "tests/unit/run.h"
#include "top/record/rows.h"

#define SNAPSHOTS 24
#define ROWS      60

#define SCANNED ((need_t)(NEED_STAT | NEED_COMM | NEED_DELTA))

/* What is read later, for some rows. */
static const need_t later[] = {
    NEED_OWNER,      NEED_MEM,     NEED_STATM,   NEED_CMDLINE,   NEED_WCHAN, NEED_STATUS,
    NEED_ADDRESSES,  NEED_IO,      NEED_SMAPS,   NEED_CGROUP,    NEED_EXE,   NEED_FDS,
    NEED_NAMESPACES, NEED_SYSCALL, NEED_ENVIRON, NEED_RUN_DELAY,
};

static struct snapshot snapshots[SNAPSHOTS];
static const struct snapshot none;
static struct buf written;

static void begin(void)
{
    for (size_t i = 0; i < SNAPSHOTS; i++)
        snapshot_init(&snapshots[i]);
}

static void end(void)
{
    for (size_t i = 0; i < SNAPSHOTS; i++)
        snapshot_fini(&snapshots[i]);
    buf_fini(&written);
}

FIXTURE(begin, end);

static void *at(void *record, size_t offset)
{
    return (char *)record + offset;
}

/* Gives a member of the row a random value. */
static void fill_field(struct snapshot *snapshot, const struct task_field *field, void *record)
{
    char text[40];
    int len;

    switch (field->kind) {
    case FIELD_NUMBER:
        for (size_t i = 0; i < field->size; i++)
            *(char *)at(record, field->offset + i) =
                (char)(random_below(3) ? 0 : random_below(256));
        break;
    case FIELD_TEXT:
        len = snprintf(text, sizeof(text), "%*d", 1 + (int)random_below(30), (int)random_below(9));
        if (field->length)
            text[len / 2] = '\0';
        ck_assert_int_eq(task_field_keep(field, record, &snapshot->arena, text, (size_t)len), 0);
        break;
    case FIELD_RECORD:
        memset(text, 0, sizeof(text));
        *(void **)at(record, field->offset) = arena_alloc(&snapshot->arena, field->size);
        *(int *)*(void **)at(record, field->offset) = (int)random_below(5);
        if (field->text)
            *(const char **)at(*(void **)at(record, field->offset), field->text) =
                random_below(2) ? "1,2" : "";
        break;
    }
}

/* All members of these groups. */
static void fill(struct snapshot *snapshot, struct task *task, need_t groups)
{
    struct process process = *task->process;
    const struct task_field *field;

    if (groups & NEED_DETAILS)
        ck_assert_ptr_nonnull(snapshot_add_details(snapshot, task));
    for (size_t i = 0; (field = task_field_at(i)); i++) {
        void *records[] = {
            [RECORD_TASK] = task, [RECORD_PROCESS] = &process, [RECORD_DETAILS] = task->details};
        const uint64_t start_ns = task->start_ns;

        if (field->need & groups)
            fill_field(snapshot, field, records[field->record]);
        task->start_ns = start_ns;
    }
    ck_assert_int_eq(snapshot_set_process(snapshot, task, &process), 0);
    task->have |= groups;
}

static struct task *add(struct snapshot *snapshot, pid_t pid, uint64_t start_ns, need_t have)
{
    struct task *task = snapshot_add(snapshot);

    ck_assert_ptr_nonnull(task);
    task->tid = task->tgid = pid;
    task->start_ns = start_ns;
    fill(snapshot, task, have);
    return task;
}

/* A row as the scan before had it, of the groups that a scan reads. */
static void repeat(struct snapshot *snapshot, const struct task *before, need_t have)
{
    struct task *task = add(snapshot, before->tgid, before->start_ns, 0);
    struct process process = process_none;

    ck_assert_int_eq(fields_copy(RECORD_TASK, task, before, before->have & have, &snapshot->arena),
                     0);
    ck_assert_int_eq(fields_copy(RECORD_PROCESS, &process, before->process, before->have & have,
                                 &snapshot->arena),
                     0);
    ck_assert_int_eq(snapshot_set_process(snapshot, task, &process), 0);
    task->have = before->have & have;
}

/* A scan that finds most tasks as they were; some are gone, new, busy, or another of the number. */
static void scan(struct snapshot *snapshot, const struct snapshot *before, need_t have)
{
    size_t next = 0;

    for (pid_t pid = 1; pid <= ROWS; pid++) {
        const struct task *task =
            next < before->count && before->tasks[next].tgid == pid ? &before->tasks[next++] : NULL;
        const unsigned chance = random_below(20);

        if (chance == 0)
            continue;
        if (!task || chance == 1)
            add(snapshot, pid, random_below(INT32_MAX), chance == 2 ? have : have | NEED_NLWP);
        else
            repeat(snapshot, task, have);
        if (task && chance == 3)
            fill(snapshot, &snapshot->tasks[snapshot->count - 1], have & (NEED_STAT | NEED_DELTA));
        if (chance == 4)
            snapshot->tasks[snapshot->count - 1].stat_unread = true;
        if (chance == 5)
            snapshot->tasks[snapshot->count - 1].has_new_faults = true;
    }
}

/* What is read for the rows on the screen, after the scan. */
static void load(struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->count; i++)
        for (int n = random_below(4) ? 0 : 5; n > 0; n--)
            fill(snapshot, &snapshot->tasks[i],
                 later[random_below(sizeof(later) / sizeof(later[0]))] & ~snapshot->tasks[i].have);
}

static void tell_field(const struct task_field *field, void *record, struct buf *out)
{
    void *pointed;

    if (field->kind == FIELD_NUMBER) {
        buf_put(out, at(record, field->offset), field->size);
        return;
    }
    pointed = *(void **)at(record, field->offset);
    if (!pointed)
        buf_puts(out, "NULL");
    else if (field->kind == FIELD_TEXT)
        buf_put(out, pointed,
                field->length ? *(uint32_t *)at(record, field->length) : strlen(pointed));
    else
        buf_printf(out, "%d %s", *(int *)pointed,
                   field->text ? *(const char **)at(pointed, field->text) : "");
}

/* All that the rows have, as bytes. */
static void tell(const struct snapshot *snapshot, struct buf *out)
{
    buf_clear(out);
    for (size_t row = 0; row < snapshot->count; row++) {
        struct task *task = &snapshot->tasks[row];
        struct process process = *task->process;
        const struct task_field *field;

        ck_assert(task->cmdline || task->cmdline_len == 0);
        buf_printf(out, "%d %jx unread %d faults %d\n", (int)task->tgid, (uintmax_t)task->have,
                   task->stat_unread, task->has_new_faults);
        for (size_t i = 0; (field = task_field_at(i)); i++) {
            void *records[] = {[RECORD_TASK] = task,
                               [RECORD_PROCESS] = &process,
                               [RECORD_DETAILS] = task->details};

            if (field->need && !(field->need & task->have))
                continue;
            buf_put(out, (const char *)&i, sizeof(i));
            tell_field(field, records[field->record], out);
        }
        buf_putc(out, '\n');
    }
}

static void expect_same(const struct snapshot *got, const struct snapshot *wanted)
{
    struct buf texts[2] = {{0}};

    tell(got, &texts[0]);
    tell(wanted, &texts[1]);
    ck_assert(!texts[0].failed && !texts[1].failed && texts[0].data && texts[1].data);
    ck_assert_uint_eq(texts[0].len, texts[1].len);
    ck_assert_int_eq(memcmp(texts[0].data, texts[1].data, texts[0].len), 0);
    buf_fini(&texts[0]);
    buf_fini(&texts[1]);
}

static int take(const struct buf *record, struct snapshot *snapshot)
{
    struct record_reader in = record_reader_of(record->data, record->len);

    return record_take_rows(&in, snapshot);
}

/* From the last snapshot, of which more was read after its scan, back to the first. */
LOOP(earlier_rows_are_found_again, 40)
{
    struct buf records[SNAPSHOTS] = {{0}};
    struct snapshot at_last = {.count = 0};

    random_state = (uint64_t)_i + 1;
    for (size_t i = 0; i < SNAPSHOTS; i++) {
        scan(&snapshots[i], i ? &snapshots[i - 1] : &none,
             SCANNED | (random_below(8) ? 0 : NEED_MEM) | (_i % 2 ? NEED_OWNER : 0));
        if (i)
            record_put_rows(&records[i - 1], &snapshots[i], &snapshots[i - 1]);
        load(&snapshots[i]);
    }
    record_put_rows(&records[SNAPSHOTS - 1], &none, &snapshots[SNAPSHOTS - 1]);
    for (size_t i = SNAPSHOTS; i-- > 0;) {
        ck_assert_int_eq(take(&records[i], &at_last), 0);
        expect_same(&at_last, &snapshots[i]);
        buf_fini(&records[i]);
    }
    snapshot_fini(&at_last);
}

/*
 * Equal rows take no bytes, whatever their number, and also where the first has fewer groups, as
 * that of a task which BPF does not see.
 */
CASE(what_does_not_change_costs_nothing)
{
    struct snapshot *one = &snapshots[0], *other = &snapshots[1];

    for (pid_t pid = 1; pid <= 1000; pid++)
        add(one, pid, 1, pid == 1 ? SCANNED : SCANNED | NEED_MEM);
    for (size_t i = 0; i < one->count; i++)
        repeat(other, &one->tasks[i], SCANNED | NEED_MEM);
    for (size_t i = 0; i < other->count; i++)
        other->tasks[i].read_us = (uint32_t)i; /* the time of the scan */
    record_put_rows(&written, other, one);
    ck_assert_uint_lt(written.len, 30);
}

CASE(long_texts_are_cut)
{
    struct task *task = add(&snapshots[0], 1, 1, SCANNED);
    static char text[3 * RECORD_TEXT_MAX];

    memset(text, 'x', sizeof(text) - 1);
    task->cmdline = text;
    task->cmdline_len = sizeof(text) - 1;
    task->have |= NEED_CMDLINE;
    record_put_rows(&written, &none, &snapshots[0]);
    ck_assert_int_eq(take(&written, &snapshots[1]), 0);
    ck_assert_uint_eq(snapshots[1].tasks[0].cmdline_len, RECORD_TEXT_MAX);
    ck_assert_uint_eq(strlen(snapshots[1].tasks[0].cmdline), RECORD_TEXT_MAX);
}

/* Rows of exited tasks have no order and no number. */
CASE(exited_tasks_are_kept)
{
    const struct task_ended ended = {.count = 7,
                                     .lifetime_ns = -1,
                                     .interval_ns = 3000,
                                     .by = "make",
                                     .by_pid = 4711,
                                     .other_comms = true};

    for (int i = 0; i < 3; i++) {
        struct task *task = add(&snapshots[0], 0, 0, NEED_STAT);

        task->comm = "cc1";
        task->minflt = 5;
        ck_assert_ptr_nonnull(snapshot_add_details(&snapshots[0], task));
        task->is_ended = true;
        task->details->ended = &ended;
    }
    record_put_rows(&written, &none, &snapshots[0]);
    ck_assert_int_eq(take(&written, &snapshots[1]), 0);
    expect_same(&snapshots[1], &snapshots[0]);
    for (int i = 0; i < 3; i++) {
        const struct task *task = &snapshots[1].tasks[i];

        ck_assert(task->is_ended);
        ck_assert_str_eq(task->comm, "cc1");
        ck_assert_uint_eq(task->minflt, 5);
        ck_assert_uint_eq(task->details->ended->count, 7);
        ck_assert_int_eq(task->details->ended->lifetime_ns, -1);
        ck_assert_uint_eq(task->details->ended->interval_ns, 3000);
        ck_assert_str_eq(task->details->ended->by, "make");
        ck_assert_int_eq(task->details->ended->by_pid, 4711);
        ck_assert(task->details->ended->other_comms);
    }
}

CASE(numbers_are_read_again)
{
    static const uint64_t numbers[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, UINT64_MAX};
    struct record_reader in;
    size_t len;

    for (int i = 0; i < COUNT_OF(numbers); i++)
        record_put_number(&written, numbers[i]);
    record_put_bytes(&written, NULL, 0);
    record_put_bytes(&written, "ab", 2);
    in = record_reader_of(written.data, written.len);
    for (int i = 0; i < COUNT_OF(numbers); i++)
        ck_assert_uint_eq(record_take_number(&in), numbers[i]);
    ck_assert_ptr_null(record_take_bytes(&in, &len));
    ck_assert_mem_eq(record_take_bytes(&in, &len), "ab", 2);
    ck_assert_ptr_eq(in.at, in.end);
}
