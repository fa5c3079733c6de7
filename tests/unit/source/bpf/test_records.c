/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The records of a pass: as a stream that is read, and in order. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/records.h"
#include "lib/source/bpf/walks.h"
#include "tests/common/random.h"
#include "tests/unit/run.h"

static struct records records;
static struct stream stream;

static void setup(void)
{
    stream = (struct stream){0};
}

static void teardown(void)
{
    records_fini(&records);
    stream_fini(&stream);
}

FIXTURE(setup, teardown);

static const struct wire_header good_header = {
    .kind = WIRE_HEADER,
    .magic = WIRE_MAGIC,
    .version = WIRE_VERSION,
    .task_size = sizeof(struct wire_task),
    .group_size = sizeof(struct wire_group),
    .status_size = sizeof(struct wire_status),
};

/* A file with these `len` bytes, open at its start. */
static FILE *file_of(const void *bytes, size_t len)
{
    FILE *file = tmpfile();

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, len, file), len);
    ck_assert_int_eq(fflush(file), 0);
    ck_assert_int_eq(lseek(fileno(file), 0, SEEK_SET), 0);
    return file;
}

static int read_bytes(const void *bytes, size_t len)
{
    FILE *file = file_of(bytes, len);
    int result = task_iter_read(&stream, fileno(file), NULL, &records);

    fclose(file);
    return result;
}

static struct wire_task task_of(uint32_t tgid, uint32_t tid)
{
    return (struct wire_task){.kind = WIRE_TASK, .tgid = tgid, .tid = tid};
}

static struct wire_group group_of(uint32_t tgid, uint64_t total)
{
    return (struct wire_group){.kind = WIRE_GROUP, .tgid = tgid, .total = total};
}

CASE(stream_is_read)
{
    struct {
        struct wire_header header;
        struct wire_task leader;
        struct wire_status status;
        struct wire_group group;
        struct wire_task thread;
        struct wire_end end;
    } bytes = {.header = good_header,
               .leader = task_of(5, 5),
               .status = {.kind = WIRE_STATUS, .tid = 5},
               .group = group_of(5, 1),
               .thread = task_of(5, 6),
               .end = {.kind = WIRE_END}};

    ck_assert_int_eq(read_bytes(&bytes, sizeof(bytes)), 0);
    ck_assert_uint_eq(records.task_count, 2);
    ck_assert_uint_eq(records.group_count, 1);
    ck_assert_ptr_nonnull(records.tasks[0].status);
    ck_assert_uint_eq(records.tasks[0].status->tid, 5);
    ck_assert_ptr_null(records.tasks[1].status);
}

/* Whole records of many readings, more than fit the first buffer. */
CASE(long_stream_is_read)
{
    size_t count = 5000;
    const struct wire_end end = {.kind = WIRE_END};
    size_t len = sizeof(good_header) + count * sizeof(struct wire_task) + sizeof(end);
    char *bytes = malloc(len);

    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, &good_header, sizeof(good_header));
    for (size_t i = 0; i < count; i++) {
        struct wire_task task = task_of(9, 9 + (uint32_t)i);

        memcpy(bytes + sizeof(good_header) + i * sizeof(task), &task, sizeof(task));
    }
    memcpy(bytes + len - sizeof(end), &end, sizeof(end));
    ck_assert_int_eq(read_bytes(bytes, len), 0);
    ck_assert_uint_eq(records.task_count, count);
    ck_assert_uint_eq(records.tasks[count - 1].task->tid, 9 + count - 1);
    free(bytes);
}

LOOP(foreign_stream_is_refused, 5)
{
    struct {
        struct wire_header header;
        struct wire_end end;
    } bytes[5];

    for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
        bytes[i].header = good_header;
        bytes[i].end = (struct wire_end){.kind = WIRE_END};
    }
    bytes[0].header.version++;
    bytes[1].header.magic++;
    bytes[2].header.task_size += 8;
    bytes[3].header.kind = WIRE_TASK;
    ck_assert_int_eq(read_bytes(&bytes[_i], sizeof(bytes[_i])), _i < 4 ? -EPROTO : 0);
}

CASE(cut_stream_is_refused)
{
    struct {
        struct wire_header header;
        struct wire_task task;
        struct wire_end end;
    } bytes = {good_header, task_of(5, 5), {.kind = WIRE_END}};

    ck_assert_int_eq(read_bytes(&bytes, sizeof(bytes)), 0);
    records_clear(&records);
    for (size_t len = 0; len < sizeof(bytes); len++)
        ck_assert_int_eq(read_bytes(&bytes, len), -EPROTO);
    bytes.task.kind = 77;
    ck_assert_int_eq(read_bytes(&bytes, sizeof(bytes)), -EPROTO);
    /* A status that belongs to no task. */
    records_clear(&records);
    bytes.task.kind = WIRE_STATUS;
    ck_assert_int_eq(read_bytes(&bytes, sizeof(bytes)), -EPROTO);
}

static void add_all(const struct wire_task *tasks, size_t task_count, struct wire_group *groups,
                    size_t group_count)
{
    for (size_t i = 0; i < task_count; i++)
        ck_assert_int_eq(records_add_task(&records, &tasks[i]), 0);
    for (size_t i = 0; i < group_count; i++)
        ck_assert_int_eq(records_add_group(&records, &groups[i]), 0);
    ck_assert_int_eq(records_sort(&records), 0);
}

CASE(tasks_come_in_order)
{
    /* Ids that have wrapped around: threads 3 and 4 of 90; and some come twice. */
    const struct wire_task tasks[] = {
        task_of(80, 80), task_of(90, 90), task_of(90, 95), task_of(90, 3), task_of(90, 4),
        task_of(2, 2),   task_of(90, 4),  task_of(2, 7),   task_of(2, 6),
    };
    struct wire_group groups[] = {group_of(80, 1), group_of(90, 1), group_of(2, 1)};
    const uint32_t expected[] = {2, 6, 7, 80, 90, 3, 4, 95};
    struct record_group group;
    struct records_cursor cursor = {0};
    size_t seen = 0;

    add_all(tasks, 9, groups, 3);
    while (records_next(&records, &cursor, &group)) {
        for (size_t i = 0; i < group.count; i++)
            ck_assert_uint_eq(group.tasks[i].task->tid, expected[seen++]);
    }
    ck_assert_uint_eq(seen, 8);
    ck_assert(records_has(&records, 90));
    ck_assert(records_has(&records, 2));
    ck_assert(!records_has(&records, 3));
    ck_assert(!records_has(&records, 91));
}

/* As a walk brings them: without a merge, for which there would be a second list. */
CASE(what_is_in_order_stays)
{
    const struct wire_task tasks[] = {task_of(1, 1), task_of(80, 80), task_of(80, 81),
                                      task_of(90, 90)};
    const uint32_t expected[] = {1, 80, 81, 90};

    add_all(tasks, 4, NULL, 0);
    for (size_t i = 0; i < 4; i++)
        ck_assert_uint_eq(records.tasks[i].task->tid, expected[i]);
    ck_assert_ptr_null(records.scratch);
}

/* Behind or before their group, and of a group that has ended. */
CASE(sums_are_added_to_their_group)
{
    const struct wire_task tasks[] = {task_of(5, 5), task_of(9, 9)};
    struct wire_group groups[] = {group_of(9, 1), group_of(5, 1)};
    const struct wire_sums sums[] = {{WIRE_SUMS, 9, 2, 0, 1, 2, 3, 4, 5},
                                     {WIRE_SUMS, 7, 1, 0, 9, 9, 9, 9, 9},
                                     {WIRE_SUMS, 9, 3, 0, 10, 20, 30, 40, 50}};

    groups[0].utime = 100;
    for (size_t i = 0; i < 3; i++)
        ck_assert_int_eq(records_add_sums(&records, &sums[i]), 0);
    add_all(tasks, 2, groups, 2);
    ck_assert_uint_eq(groups[0].summed, 5);
    ck_assert_uint_eq(groups[0].utime, 111);
    ck_assert_uint_eq(groups[0].stime, 22);
    ck_assert_uint_eq(groups[0].runtime, 33);
    ck_assert_uint_eq(groups[0].minflt, 44);
    ck_assert_uint_eq(groups[0].majflt, 55);
    ck_assert_uint_eq(groups[1].utime, 0);
}

/* Against another sort, over orders that a generator makes. */
LOOP(any_order_is_sorted, 20)
{
    enum {
        COUNT = 300
    };
    struct wire_task tasks[COUNT];
    uint64_t last = 0;
    bool present[64][64] = {{false}};
    size_t distinct = 0;

    random_state = 12345 + (uint64_t)_i;
    for (size_t i = 0; i < COUNT; i++) {
        const uint32_t tgid = 1 + random_below(63), tid = 1 + random_below(63);

        tasks[i] = task_of(tgid, tid);
        distinct += !present[tgid][tid];
        present[tgid][tid] = true;
    }
    add_all(tasks, COUNT, NULL, 0);
    ck_assert_uint_eq(records.task_count, distinct);
    for (size_t i = 0; i < records.task_count; i++) {
        ck_assert(i == 0 || records.tasks[i].key > last);
        last = records.tasks[i].key;
    }
}

CASE(group_without_leader_is_passed_over)
{
    const struct wire_task tasks[] = {task_of(5, 6), task_of(7, 7), task_of(9, 9)};
    struct wire_group groups[] = {group_of(5, 1), group_of(9, 0), group_of(9, 4), group_of(11, 1)};
    struct record_group group;
    struct records_cursor cursor = {0};

    add_all(tasks, 3, groups, 4);
    ck_assert(records_next(&records, &cursor, &group));
    ck_assert_uint_eq(group.group->tgid, 9);
    ck_assert_uint_eq(group.group->total, 4); /* of two, the one with memory */
    ck_assert(!records_next(&records, &cursor, &group));
}
