/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Histories of a host, made at random but always the same: processes start others, work, take
 * another name, end and are reaped. However it is found out what ended, rows and ended tasks
 * together are what all have used.
 */
#include <check.h>
#include <string.h>

#include "lib/ended/account.h"
#include "lib/ended/debts.h"
#include "lib/ended/infer.h"
#include "tests/unit/ended/readings.h"
#include "tests/unit/run.h"

#define HISTORIES 12
#define STEPS     3000
#define STEP_MS   100 /* more than start times are rounded by */
#define NUMBERS   64  /* of processes, used again and again */
#define NAMES     3

static const char *const names[NAMES] = {"sh", "make", "cc1"};

/* By number; 0 is not used, and 1 is init, which stays. */
static struct process_at {
    bool lives;
    unsigned parent, children;
    uint64_t start_ms, cpu_ms, reaped_ms;
    const char *name;
} host[NUMBERS];

static uint64_t now_ms, used_ms, state;

/* What the kernel has counted: all in sums, and with records of what was known. */
static struct ended_wire_key keys[NAMES * NAMES];
static struct ended_wire_sum all_sums[NAMES * NAMES], sums[NAMES * NAMES];
static struct ended_wire_id ids[STEPS];
static struct ended_wire_record records[STEPS];
static size_t record_count;
static uint64_t known_before_ms;

/* What is found out, and how. */
static struct seen_lists seen;
static struct ended_account of_records, of_sums;
static struct ended_debts debts;

static unsigned random_below(unsigned limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % limit;
}

static unsigned name_index(const char *name)
{
    unsigned i = NAMES - 1;

    while (i > 0 && names[i] != name)
        i--;
    return i;
}

static void count(unsigned number)
{
    const struct process_at *process = &host[number];
    const unsigned of = name_index(process->name) * NAMES + name_index(host[process->parent].name);
    const struct ended_wire_sum used = {.count = 1, .runtime = MS(process->cpu_ms)};

    all_sums[of].count++;
    all_sums[of].runtime += used.runtime;
    if (process->start_ms > known_before_ms) {
        sums[of].count++;
        sums[of].runtime += used.runtime;
        return;
    }
    ids[record_count] = (struct ended_wire_id){number, ENDED_PROCESSES, MS(process->start_ms)};
    records[record_count++] =
        (struct ended_wire_record){.key = keys[of], .used = used, .tgid = number};
}

static void start_one(unsigned parent)
{
    unsigned number = 2;

    while (number < NUMBERS && host[number].lives)
        number++;
    if (number == NUMBERS)
        return;
    host[number] = (struct process_at){
        .lives = true, .parent = parent, .start_ms = now_ms, .name = names[random_below(NAMES)]};
    host[parent].children++;
}

/* What leaves orphans goes on: who reaps them is not known to who infers. */
static void end_one(unsigned number)
{
    struct process_at *process = &host[number];

    if (number == 1 || process->children > 0)
        return;
    count(number);
    host[process->parent].reaped_ms += process->cpu_ms + process->reaped_ms;
    host[process->parent].children--;
    process->lives = false;
}

static void step(void)
{
    unsigned number = 1 + random_below(NUMBERS - 1);
    const unsigned ms = random_below(50);

    now_ms += STEP_MS;
    while (!host[number].lives)
        number = number % (NUMBERS - 1) + 1;
    host[number].cpu_ms += ms;
    used_ms += ms;
    switch (random_below(4)) {
    case 0:
    case 1:
        start_one(number);
        break;
    case 2:
        end_one(number);
        break;
    default:
        if (random_below(8) == 0)
            host[number].name = names[random_below(NAMES)];
    }
}

static void read_host(void)
{
    struct reading_row rows[NUMBERS];
    size_t row_count = 0;

    for (unsigned i = 1; i < NUMBERS; i++)
        if (host[i].lives)
            rows[row_count++] = (struct reading_row){(pid_t)i,
                                                     0,
                                                     (pid_t)host[i].parent,
                                                     host[i].name,
                                                     host[i].start_ms,
                                                     host[i].cpu_ms,
                                                     host[i].reaped_ms};
    take_reading(&seen, now_ms, rows, row_count);
}

/* What rows show that was not shown before. */
static int64_t shown_ms(void)
{
    int64_t ns = 0;

    for (size_t i = 0; i < seen.now.count; i++) {
        const struct seen *row = &seen.now.rows[i];
        const struct seen *before = seen_find(&seen.before, row->key);
        const bool is_same = before && before->start_ns == row->start_ns;

        ns += (int64_t)(row->cpu_ns - (is_same ? before->cpu_ns : 0));
    }
    return ns / NS_PER_MS;
}

static int64_t owed_ms(void)
{
    return ms_of_all(&debts.young) + ms_of_all(&debts.old);
}

static int64_t by_records(void)
{
    const struct ended_reading reading = {.complete = 1,
                                          .keys = keys,
                                          .sums = sums,
                                          .sum_count = NAMES * NAMES,
                                          .ids = ids,
                                          .records = records,
                                          .record_count = record_count};
    struct ended_tally tally = {0};
    int64_t ms;

    ck_assert_int_eq(account_update(&of_records, &reading, &seen, 0, &tally), 0);
    record_count = 0;
    known_before_ms = now_ms;
    ms = ms_of_all(&tally);
    tally_fini(&tally);
    return ms;
}

static int64_t by_sums(void)
{
    const struct ended_reading reading = {
        .complete = 1, .keys = keys, .sums = all_sums, .sum_count = NAMES * NAMES};
    struct ended_tally tally = {0};
    int64_t ms;

    ck_assert_int_eq(account_update(&of_sums, &reading, &seen, 0, &tally), 0);
    ck_assert_int_eq(debts_update(&debts, &seen, ENDED_PROCESSES), 0);
    debts_pay(&debts, &tally, 1);
    for (size_t i = 0; i < tally.count; i++)
        ck_assert_int_ge(tally.rows[i].used.cpu_ns, 0);
    ms = ms_of_all(&tally);
    tally_fini(&tally);
    return ms;
}

static int64_t by_inference(void)
{
    struct ended_tally tally = {0};
    int64_t ms;

    ck_assert_int_eq(infer_update(&seen, false, NULL, &tally), 0);
    ms = ms_of_all(&tally);
    tally_fini(&tally);
    return ms;
}

static void forget_all(void)
{
    seen_fini(&seen);
    account_fini(&of_records);
    account_fini(&of_sums);
    debts_fini(&debts);
    of_records = of_sums = (struct ended_account){0};
    debts = (struct ended_debts){0};
    memset(host, 0, sizeof(host));
    memset(sums, 0, sizeof(sums));
    memset(all_sums, 0, sizeof(all_sums));
    record_count = 0;
    known_before_ms = used_ms = 0;
    now_ms = 1000;
}

START_TEST(rows_and_what_ended_are_what_was_used)
{
    int64_t shown = 0, recorded = 0, summed = 0, inferred = 0, before;

    forget_all();
    state = 88172645463325252u + (uint64_t)_i;
    host[1] = (struct process_at){.lives = true, .start_ms = now_ms, .name = names[0]};
    for (unsigned i = 0; i < NAMES * NAMES; i++) {
        memset(&keys[i], 0, sizeof(keys[i]));
        memcpy(keys[i].comm, names[i / NAMES], strlen(names[i / NAMES]));
        memcpy(keys[i].by, names[i % NAMES], strlen(names[i % NAMES]));
    }
    read_host();
    by_records();
    by_sums();
    by_inference();
    before = (int64_t)used_ms;
    for (int i = 0; i < STEPS; i++) {
        step();
        if (random_below(30) > 0)
            continue;
        read_host();
        shown += shown_ms();
        recorded += by_records();
        summed += by_sums();
        inferred += by_inference();
        ck_assert_int_eq(shown + recorded, (int64_t)used_ms - before);
        ck_assert_int_eq(shown + summed - owed_ms(), (int64_t)used_ms - before);
        ck_assert_int_eq(shown + inferred, (int64_t)used_ms - before);
    }
    ck_assert_int_gt(recorded, 0);
    forget_all();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ended_sums");
    TCase *tests = tcase_create("histories");

    tcase_add_loop_test(tests, rows_and_what_ended_are_what_was_used, 0, HISTORIES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
