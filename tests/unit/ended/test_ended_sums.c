/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Histories of a host, made at random but always the same: processes start others, work, take
 * another name, end and are reaped. However it is found out what ended, rows and ended tasks
 * together are what all have used.
 */
#include <string.h>

#include "lib/ended/counted.h"
#include "lib/ended/exit_sums.h"
#include "lib/ended/infer.h"
#include "tests/common/random.h"
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

static uint64_t now_ms, used_ms;

/* What the kernel has counted: in sums, and in records of what was known. */
static struct ended_wire_sum sums[NAMES * NAMES];
static struct ended_account_record records[STEPS];
static size_t record_count;
static uint64_t known_before_ms;

/* What is found out, and how. */
static struct seen_lists seen;
static struct ended_account account;
static struct infer remembered;

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
    struct ended_wire_sum used = {.count = 1, .runtime = MS(process->cpu_ms)};

    memcpy(used.comm, process->name, strlen(process->name));
    memcpy(used.by, host[process->parent].name, strlen(host[process->parent].name));
    if (process->start_ms > known_before_ms) {
        used.count += sums[of].count;
        used.runtime += sums[of].runtime;
        sums[of] = used;
        return;
    }
    records[record_count++] = (struct ended_account_record){
        .id = {number, ENDED_PROCESSES, MS(process->start_ms)},
        .record = {.key.kind = ENDED_PROCESSES, .used = used, .tgid = number},
    };
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

    for (size_t i = 0; i < seen.processes.count; i++) {
        const struct seen_process *row = ledger_at(&seen.processes, i);

        if (!ledger_is_gone(&seen.processes, &row->seen.id))
            ns += (int64_t)row->seen.cpu_ns - (row->is_new ? 0 : (int64_t)row->seen.cpu_before_ns);
    }
    return ns / NS_PER_MS;
}

static int64_t by_records(void)
{
    const struct ended_wire_key processes = {.kind = ENDED_PROCESSES};
    struct exit_sums exited = {0};
    int64_t ms;

    ck_assert_int_eq(account_begin(&account, &seen, &exited), 0);
    for (unsigned i = 0; i < NAMES * NAMES; i++)
        ck_assert_int_eq(account_add_sum(&account, &processes, &sums[i]), 0);
    for (size_t i = 0; i < record_count; i++)
        ck_assert_int_eq(account_add_record(&account, &records[i].id, &records[i].record), 0);
    memset(sums, 0, sizeof(sums));
    record_count = 0;
    known_before_ms = now_ms;
    ms = ms_of_all(&exited);
    exit_sums_fini(&exited);
    return ms;
}

static int64_t by_inference(void)
{
    const struct infer_evidence evidence = {.forked = true};
    struct exit_sums exited = {0};
    int64_t ms;

    ck_assert_int_eq(infer_update(&remembered, &seen, false, &evidence, &exited), 0);
    ms = ms_of_all(&exited);
    exit_sums_fini(&exited);
    return ms;
}

static void forget_all(void)
{
    seen_fini(&seen);
    account_fini(&account);
    infer_fini(&remembered);
    memset(host, 0, sizeof(host));
    memset(sums, 0, sizeof(sums));
    record_count = 0;
    known_before_ms = used_ms = 0;
    now_ms = 1000;
}

LOOP(rows_and_what_ended_are_what_was_used, HISTORIES)
{
    int64_t shown = 0, recorded = 0, inferred = 0, before;

    forget_all();
    random_state = 88172645463325252u + (uint64_t)_i;
    host[1] = (struct process_at){.lives = true, .start_ms = now_ms, .name = names[0]};
    read_host();
    by_records();
    by_inference();
    before = (int64_t)used_ms;
    for (int i = 0; i < STEPS; i++) {
        step();
        if (random_below(30) > 0)
            continue;
        read_host();
        shown += shown_ms();
        recorded += by_records();
        inferred += by_inference();
        ck_assert_int_eq(shown + recorded, (int64_t)used_ms - before);
        ck_assert_int_eq(shown + inferred, (int64_t)used_ms - before);
    }
    ck_assert_int_gt(recorded, 0);
    forget_all();
}
