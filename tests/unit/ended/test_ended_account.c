/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel has counted, without what rows have shown: each time once. */
#include <string.h>

#include "lib/ended/counted.h"
#include "lib/ended/exit_sums.h"
#include "tests/unit/ended/readings.h"
#include "tests/unit/run.h"

static struct seen_lists lists;
static struct ended_account account;
static struct exit_sums exited;

static void teardown(void)
{
    seen_fini(&lists);
    account_fini(&account);
    exit_sums_fini(&exited);
}

FIXTURE(NULL, teardown);

static struct ended_wire_sum sum(const char *comm, uint64_t count, uint64_t runtime_ms)
{
    struct ended_wire_sum made = {.count = count,
                                  .runtime = MS(runtime_ms),
                                  .lifetime = MS(runtime_ms) * 2,
                                  .minflt = count,
                                  .by = "parent"};

    memcpy(made.comm, comm, strnlen(comm, sizeof(made.comm)));
    return made;
}

/* What was counted since the last reading: of processes, and records. */
struct reading {
    const struct ended_wire_sum *sums;
    size_t sum_count;
    const struct ended_account_record *records;
    size_t record_count;
};

static void update(const struct reading *reading)
{
    const struct ended_wire_key processes = {.kind = ENDED_PROCESSES};

    exit_sums_clear(&exited);
    ck_assert_int_eq(account_begin(&account, &lists, &exited), 0);
    for (size_t i = 0; i < reading->sum_count; i++)
        ck_assert_int_eq(account_add_sum(&account, &processes, &reading->sums[i]), 0);
    for (size_t i = 0; i < reading->record_count; i++)
        ck_assert_int_eq(
            account_add_record(&account, &reading->records[i].id, &reading->records[i].record), 0);
}

static const struct ended_used *used(const char *comm, enum task_kind kind)
{
    for (size_t i = 0; i < exited.count; i++)
        if (strcmp(exited.rows[i].key.comm, comm) == 0 && exited.rows[i].key.kind == kind)
            return &exited.rows[i].used;
    return NULL;
}

CASE(sums_count_whole)
{
    const struct ended_wire_sum sums[] = {sum("cc1", 3, 300), sum("as", 1, 10)};
    const struct reading reading = {.sums = sums, .sum_count = 2};

    update(&reading);
    ck_assert_int_eq(ms_of_all(&exited), 310);
    ck_assert_uint_eq(used("cc*", TASK_PROCESS)->count, 3);
    ck_assert_int_eq(used("cc*", TASK_PROCESS)->lifetime_ns, (int64_t)MS(600));
    ck_assert_int_eq(used("cc*", TASK_PROCESS)->minflt, 3);
    update(&(struct reading){0});
    ck_assert_uint_eq(exited.count, 0);
}

static struct ended_account_record record(const char *comm, enum ended_wire_kind kind, pid_t tid,
                                          uint64_t start_ms, uint64_t runtime_ms)
{
    return (struct ended_account_record){
        .id = {(uint32_t)tid, kind, MS(start_ms)},
        .record = {.key.kind = kind, .used = sum(comm, 1, runtime_ms), .tgid = (uint32_t)tid},
    };
}

/* Numbers are folded, and the whole name remains as long as it is the only one. */
CASE(threads_of_a_pool_are_alike)
{
    struct ended_account_record records[] = {record("exec-9", ENDED_THREADS, 9, 600, 30),
                                             record("exec-9", ENDED_THREADS, 10, 600, 30),
                                             record("exec-10", ENDED_THREADS, 11, 600, 30)};

    records[0].record.used.by_pid = records[1].record.used.by_pid = 5;
    records[2].record.used.by_pid = 6;
    update(&(struct reading){.records = records, .record_count = 2});
    ck_assert_uint_eq(exited.count, 1);
    ck_assert_str_eq(exited.rows[0].comm, "exec-9");
    ck_assert(!exited.rows[0].other_comms);
    ck_assert_uint_eq(exited.rows[0].by_pid, 5);
    update(&(struct reading){.records = records, .record_count = 3});
    ck_assert_uint_eq(exited.count, 1);
    ck_assert_uint_eq(used("exec-*", TASK_THREAD)->count, 3);
    ck_assert(exited.rows[0].other_comms);
    ck_assert(!exited.rows[0].other_bys);
    ck_assert_uint_eq(exited.rows[0].by_pid, 0);
}

/* It was sh when it was seen, and cc1 in the end. */
CASE(what_was_shown_counts_once)
{
    const struct reading_row seen[] = {{10, 0, 1, "sh", 500, 70, 0}};
    const struct ended_account_record records[] = {record("cc1", ENDED_PROCESSES, 10, 504, 100),
                                                   record("as", ENDED_PROCESSES, 11, 600, 30)};

    TAKE(&lists, 1000, seen);
    take_reading(&lists, 2000, NULL, 0);
    update(&(struct reading){.records = records, .record_count = 2});
    ck_assert_int_eq(used("cc*", TASK_PROCESS)->cpu_ns, (int64_t)MS(30));
    ck_assert_int_eq(used("as", TASK_PROCESS)->cpu_ns, (int64_t)MS(30));
}

CASE(a_number_that_is_used_again_was_not_shown)
{
    const struct reading_row seen[] = {{10, 0, 1, "sh", 500, 70, 0}};
    const struct ended_account_record of = record("sh", ENDED_PROCESSES, 10, 900, 100);

    TAKE(&lists, 1000, seen);
    take_reading(&lists, 2000, NULL, 0);
    update(&(struct reading){.records = &of, .record_count = 1});
    ck_assert_int_eq(ms_of_all(&exited), 100);
}

/* Within the error of start times: who has the number now had not begun to exit. */
CASE(a_number_that_is_used_again_at_once_was_not_shown)
{
    const struct reading_row now[] = {{10, 0, 1, "sh", 1510, 0, 0}};
    const struct ended_account_record of = record("sh", ENDED_PROCESSES, 10, 1502, 4);

    take_reading(&lists, 1000, NULL, 0);
    TAKE(&lists, 2000, now);
    update(&(struct reading){.records = &of, .record_count = 1});
    ck_assert_int_eq(ms_of_all(&exited), 4);
}

/* It was alive when its row was read. */
CASE(what_exits_after_a_scan_counts_with_the_next)
{
    const struct reading_row now[] = {{10, 0, 1, "sh", 1500, 100, 0}};
    const struct ended_account_record of = record("sh", ENDED_PROCESSES, 10, 1504, 250);

    take_reading(&lists, 1000, NULL, 0);
    TAKE(&lists, 2000, now);
    update(&(struct reading){.records = &of, .record_count = 1});
    ck_assert_uint_eq(exited.count, 0);
    take_reading(&lists, 3000, NULL, 0);
    update(&(struct reading){0});
    ck_assert_int_eq(ms_of_all(&exited), 250 - 100);
}

/* A zombie counts when it is gone; its row shows also what it used after its exit. */
CASE(what_is_listed_has_not_ended)
{
    const struct reading_row before[] = {{10, 0, 1, "sh", 500, 70, 0},
                                         {10, 10, 1, "sh", 500, 70, 0}};
    const struct reading_row now[] = {{10, 0, 1, "sh", 500, 103, 0},
                                      {10, ZOMBIE(10), 1, "sh", 500, 103, 0}};
    const struct ended_account_record of = record("sh", ENDED_THREADS, 10, 500, 100);

    TAKE(&lists, 1000, before);
    TAKE(&lists, 2000, now);
    update(&(struct reading){.records = &of, .record_count = 1});
    ck_assert_uint_eq(exited.count, 0);
    TAKE(&lists, 3000, now);
    update(&(struct reading){0});
    ck_assert_uint_eq(exited.count, 0);
    take_reading(&lists, 4000, NULL, 0);
    update(&(struct reading){0});
    ck_assert_uint_eq(used("sh", TASK_THREAD)->count, 1);
    ck_assert_int_eq(ms_of_all(&exited), 0);
    update(&(struct reading){0});
    ck_assert_uint_eq(exited.count, 0);
}

/* So much the new leader has used, and of that its row now shows what was not shown before. */
static const struct {
    int64_t shown_ms; /* by the leader's row before; -1: it had none */
    uint64_t new_leader_ms;
    int64_t row_ms;
} exchanges[] = {{100, 150, 50}, {100, 60, 0}},
  late[] = {{450, 600, 150}, {450, 25, 0}, {-1, 25, 25}};

/*
 * Thread 52 starts a program and takes the PID of its leader, which exits. Rows that now show less
 * count as no difference.
 */
LOOP(a_leader_whose_pid_another_takes, COUNT_OF(exchanges))
{
    const uint64_t new_leader_ms = exchanges[_i].new_leader_ms;
    const struct reading_row before[] = {
        {50, 50, 1, "java", 500, (uint64_t)exchanges[_i].shown_ms, 0},
        {50, 52, 1, "java", 520, 20, 0},
    };
    const struct reading_row after[] = {{50, 50, 1, "sh", 500, new_leader_ms, 0}};
    struct ended_account_record of = record("java", ENDED_THREADS, 50, 500, 110);

    of.id.tid = 52;
    of.record.exchanged = 1;
    TAKE(&lists, 1000, before);
    TAKE(&lists, 1500, before);
    update(&(struct reading){.records = &of, .record_count = 1});
    ck_assert_uint_eq(exited.count, 0);
    TAKE(&lists, 2000, after);
    update(&(struct reading){0});
    ck_assert_int_eq(ms_of_all(&exited) + exchanges[_i].row_ms,
                     110 - 100 + (int64_t)new_leader_ms - 20);
}

/*
 * The leader has exited by itself, at 510 ms of CPU time, before thread 52 takes its PID. What 52
 * had shown, 20 ms, counts twice: no record tells which thread it was.
 */
LOOP(a_leader_that_exited_before_another_takes_its_pid, COUNT_OF(late))
{
    const int64_t shown_ms = late[_i].shown_ms;
    const struct reading_row before[] = {
        {50, 50, 1, "java", 500, (uint64_t)shown_ms, 0},
        {50, 52, 1, "java", 520, 20, 0},
    };
    const struct reading_row after[] = {{50, 50, 1, "sh", 500, late[_i].new_leader_ms, 0}};
    const struct ended_account_record of = record("java", ENDED_THREADS, 50, 500, 510);

    take_reading(&lists, 1100, before, shown_ms < 0 ? 0 : 2);
    TAKE(&lists, 3000, after);
    update(&(struct reading){.records = &of, .record_count = 1});
    ck_assert_int_eq(ms_of_all(&exited) + late[_i].row_ms,
                     510 - (shown_ms < 0 ? 0 : shown_ms) + (int64_t)late[_i].new_leader_ms);
}
