/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel has counted, without what rows have shown: each time once. */
#include <check.h>
#include <string.h>

#include "lib/ended/account.h"
#include "tests/unit/ended/readings.h"
#include "tests/unit/run.h"

static struct seen_lists lists;
static struct ended_account account;
static struct ended_tally tally;

static void teardown(void)
{
    seen_fini(&lists);
    account_fini(&account);
    account = (struct ended_account){0};
    tally_fini(&tally);
}

static struct ended_wire_key key(const char *comm, enum ended_wire_kind kind)
{
    struct ended_wire_key made = {.by = "parent", .kind = kind};

    memcpy(made.comm, comm, strnlen(comm, sizeof(made.comm)));
    return made;
}

static struct ended_wire_sum sum(uint64_t count, uint64_t runtime_ms)
{
    return (struct ended_wire_sum){
        .count = count, .runtime = MS(runtime_ms), .lifetime = MS(runtime_ms) * 2, .minflt = count};
}

static void update(const struct ended_reading *reading)
{
    tally_clear(&tally);
    ck_assert_int_eq(account_update(&account, reading, &lists, 0, &tally), 0);
}

static const struct ended_used *used(const char *comm, enum ended_wire_kind kind)
{
    for (size_t i = 0; i < tally.count; i++)
        if (strcmp(tally.rows[i].key.comm, comm) == 0 && tally.rows[i].key.kind == kind)
            return &tally.rows[i].used;
    return NULL;
}

START_TEST(sums_count_by_their_growth)
{
    struct ended_wire_key keys[] = {key("cc1", ENDED_PROCESSES), key("as", ENDED_PROCESSES)};
    struct ended_wire_sum sums[] = {sum(3, 300), sum(1, 10)};
    const struct ended_reading reading = {.keys = keys, .sums = sums, .sum_count = 2};

    update(&reading);
    ck_assert_int_eq(ms_of_all(&tally), 310);
    sums[0] = sum(5, 450);
    update(&reading);
    ck_assert_uint_eq(tally.count, 1);
    ck_assert_uint_eq(used("cc1", ENDED_PROCESSES)->count, 2);
    ck_assert_int_eq(used("cc1", ENDED_PROCESSES)->cpu_ns, (int64_t)MS(150));
    ck_assert_int_eq(used("cc1", ENDED_PROCESSES)->lifetime_ns, (int64_t)MS(300));
    ck_assert_int_eq(used("cc1", ENDED_PROCESSES)->minflt, 2);
    update(&reading);
    ck_assert_uint_eq(tally.count, 0);
}
END_TEST

START_TEST(what_had_no_room_has_a_row)
{
    struct ended_reading reading = {.rest[ENDED_THREADS] = sum(100, 40)};

    update(&reading);
    ck_assert_uint_eq(used("", ENDED_THREADS)->count, 100);
    reading.rest[ENDED_THREADS] = sum(150, 60);
    update(&reading);
    ck_assert_uint_eq(used("", ENDED_THREADS)->count, 50);
    ck_assert_int_eq(ms_of_all(&tally), 20);
}
END_TEST

static struct ended_wire_record record(const char *comm, enum ended_wire_kind kind, pid_t tgid,
                                       uint64_t runtime_ms)
{
    return (struct ended_wire_record){
        .key = key(comm, kind), .used = sum(1, runtime_ms), .tgid = (uint32_t)tgid};
}

/* It was sh when it was seen, and cc1 in the end. */
START_TEST(what_was_shown_counts_once)
{
    const struct reading_row seen[] = {{10, 0, 1, "sh", 500, 70, 0}};
    struct ended_wire_id ids[] = {{10, ENDED_PROCESSES, MS(504)}, {11, ENDED_PROCESSES, MS(600)}};
    struct ended_wire_record records[] = {record("cc1", ENDED_PROCESSES, 10, 100),
                                          record("as", ENDED_PROCESSES, 11, 30)};
    const struct ended_reading reading = {.ids = ids, .records = records, .record_count = 2};

    TAKE(&lists, 1000, seen);
    take_reading(&lists, 2000, NULL, 0);
    update(&reading);
    ck_assert_int_eq(used("cc1", ENDED_PROCESSES)->cpu_ns, (int64_t)MS(30));
    ck_assert_int_eq(used("as", ENDED_PROCESSES)->cpu_ns, (int64_t)MS(30));
}
END_TEST

/* The last snapshot has shown 90 of 100, and was made before its end was read. */
START_TEST(the_last_row_is_what_was_shown)
{
    const struct reading_row before[] = {{10, 0, 1, "sh", 500, 70, 0}};
    const struct reading_row now[] = {{10, 0, 1, "sh", 500, 90, 0}};
    struct ended_wire_id id = {10, ENDED_PROCESSES, MS(500)};
    struct ended_wire_record of = record("sh", ENDED_PROCESSES, 10, 100);
    const struct ended_reading reading = {.ids = &id, .records = &of, .record_count = 1};

    TAKE(&lists, 1000, before);
    TAKE(&lists, 2000, now);
    update(&reading);
    ck_assert_int_eq(ms_of_all(&tally), 10);
}
END_TEST

/* The kernel frees a task some time after it has left /proc: perhaps two readings later. */
START_TEST(a_task_may_be_freed_late)
{
    const struct reading_row seen[] = {{10, 0, 1, "sh", 500, 70, 0}};
    struct ended_wire_id id = {10, ENDED_PROCESSES, MS(500)};
    struct ended_wire_record of = record("sh", ENDED_PROCESSES, 10, 100);
    const struct ended_reading reading = {.ids = &id, .records = &of, .record_count = 1};

    TAKE(&lists, 1000, seen);
    take_reading(&lists, 1100, NULL, 0);
    take_reading(&lists, 1200, NULL, 0);
    update(&reading);
    ck_assert_int_eq(ms_of_all(&tally), 30);
}
END_TEST

/*
 * Thread 52 started a program and became the leader: the old one has its number and its own start.
 * Rows that now show less count as no difference.
 */
static void exchange(uint64_t new_leader_ms, int64_t row_ms)
{
    const struct reading_row before[] = {
        {50, 50, 1, "java", 500, 100, 0},
        {50, 52, 1, "java", 520, 20, 0},
    };
    const struct reading_row after[] = {{50, 50, 1, "sh", 500, new_leader_ms, 0}};
    struct ended_wire_id id = {52, ENDED_THREADS, MS(500)};
    struct ended_wire_record of = record("java", ENDED_THREADS, 50, 110);
    const struct ended_reading reading = {.ids = &id, .records = &of, .record_count = 1};

    of.exchanged = 1;
    TAKE(&lists, 1000, before);
    TAKE(&lists, 2000, after);
    update(&reading);
    ck_assert_int_eq(ms_of_all(&tally) + row_ms, 110 - 100 + (int64_t)new_leader_ms - 20);
}

START_TEST(a_leader_that_gave_its_number_away)
{
    exchange(150, 50);
}
END_TEST

START_TEST(a_leader_that_gave_its_number_to_an_idle_one)
{
    exchange(60, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ended_account");
    TCase *tests = tcase_create("account");

    tcase_add_checked_fixture(tests, NULL, teardown);
    tcase_add_test(tests, sums_count_by_their_growth);
    tcase_add_test(tests, what_had_no_room_has_a_row);
    tcase_add_test(tests, what_was_shown_counts_once);
    tcase_add_test(tests, the_last_row_is_what_was_shown);
    tcase_add_test(tests, a_task_may_be_freed_late);
    tcase_add_test(tests, a_leader_that_gave_its_number_away);
    tcase_add_test(tests, a_leader_that_gave_its_number_to_an_idle_one);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
