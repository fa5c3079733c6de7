/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/source/bpf/rows.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/run.h"

#define TICK UINT64_C(10000000)

static struct snapshot snapshot;
static struct row_maker maker;
static struct records pass;

static void setup(void)
{
    snapshot_init(&snapshot);
    pass = (struct records){0};
    maker = (struct row_maker){.ns_per_tick = TICK, .page_kib = 4};
    row_maker_begin(&maker, &snapshot, &pass, true);
}

static void teardown(void)
{
    row_maker_fini(&maker);
    snapshot_fini(&snapshot);
}

FIXTURE(setup, teardown);

static const struct {
    struct cputimes times;
    uint64_t utime, stime;
} adjustments[] = {
    /* the exact time is split as the samples are */
    {{.utime = 30, .stime = 10, .runtime = 80}, 60, 20},
    {{.utime = 0, .stime = 10, .runtime = 80}, 0, 80},
    {{.utime = 30, .stime = 0, .runtime = 80}, 80, 0},
    {{.utime = 0, .stime = 0, .runtime = 80}, 80, 0},
    {{.utime = 30, .stime = 10, .runtime = 0}, 0, 0},
    /* never less than was shown */
    {{.utime = 30, .stime = 10, .runtime = 80, .shown_utime = 10, .shown_stime = 30}, 50, 30},
    {{.utime = 30, .stime = 10, .runtime = 80, .shown_utime = 70, .shown_stime = 5}, 70, 10},
    {{.utime = 30, .stime = 10, .runtime = 80, .shown_utime = 50, .shown_stime = 40}, 50, 40},
    /* beyond 64 bits in the middle: 200 years */
    {{.utime = UINT64_C(3) << 60, .stime = UINT64_C(1) << 60, .runtime = UINT64_C(1) << 62},
     UINT64_C(3) << 60,
     UINT64_C(1) << 60},
    /* beyond them in the sum: no kernel counts so far, but a record may say anything */
    {{.utime = UINT64_C(1) << 63, .stime = UINT64_C(1) << 63, .runtime = 80}, 40, 40},
};

LOOP(times_are_adjusted, COUNT_OF(adjustments))
{
    uint64_t utime, stime;

    cputimes_adjust(&adjustments[_i].times, &utime, &stime);
    ck_assert_uint_eq(utime, adjustments[_i].utime);
    ck_assert_uint_eq(stime, adjustments[_i].stime);
}

static const struct {
    uint32_t state, exit_state;
    char letter;
} states[] = {
    {0x0000, 0x00, 'R'}, {0x0001, 0x00, 'S'}, {0x0002, 0x00, 'D'}, {0x0004, 0x00, 'T'},
    {0x0008, 0x00, 't'}, {0x0000, 0x10, 'X'}, {0x0080, 0x20, 'Z'}, {0x0040, 0x00, 'P'},
    {0x0402, 0x00, 'I'}, {0x0102, 0x00, 'D'}, {0x2001, 0x00, 'S'}, {0x1000, 0x00, 'D'},
    {0x8000, 0x00, 'D'}, {0x0800, 0x00, 'R'}, {0x0104, 0x00, 'T'}, {0x2402, 0x00, 'I'},
    {0x2002, 0x00, 'D'},
};

LOOP(state_is_a_letter, COUNT_OF(states))
{
    ck_assert_int_eq(row_state(states[_i].state, states[_i].exit_state), states[_i].letter);
}

/* A group of three threads, of which the leader has used 20 and 10 ticks, the others 5 each. */
static struct wire_group group_record = {
    .kind = WIRE_GROUP,
    .tgid = 100,
    .ppid = 1,
    .nlwp = 3,
    .summed = 3,
    .tpgid = -1,
    .utime = 7 * TICK,
    .stime = 0,
    .runtime = 7 * TICK,
    .minflt = 1000,
    .total = 50,
    .data = 4,
    .stack = 3,
    .text = 2,
    .file = 10,
    .anon = 20,
    .shmem = 5,
    .swap = 1,
    .locked = 6,
};

static struct wire_task records[3] = {
    {.kind = WIRE_TASK,
     .tid = 100,
     .tgid = 100,
     .prio = 120,
     .static_prio = 115,
     .has_memory = 1,
     .utime = 20 * TICK,
     .stime = 10 * TICK,
     .runtime = 30 * TICK,
     .start = 12345678901,
     .minflt = 1,
     .comm = "fifteen letters"},
    {.kind = WIRE_TASK, .tid = 101, .tgid = 100, .utime = 5 * TICK, .runtime = 5 * TICK + 1},
    {.kind = WIRE_TASK, .tid = 102, .tgid = 100, .utime = 5 * TICK, .runtime = 5 * TICK + 1},
};

static struct record_task items[3] = {
    {0, &records[0], NULL}, {0, &records[1], NULL}, {0, &records[2], NULL}};
static const struct record_group group = {&group_record, items, 3};

/* Counters of pages are sums over processors, each read at its time. */
CASE(counters_below_zero_are_zero)
{
    struct wire_group below = group_record;
    const struct record_group one = {&below, items, 3};
    struct task row = {0};

    below.anon = -1;
    ck_assert_int_eq(row_make(&maker, &one, NULL, &row), 0);
    ck_assert_uint_eq(row.process->rss_kib, 15 * 4);
    ck_assert_uint_eq(row.process->shared_kib, 15 * 4);
}

CASE(process_row_is_the_sum)
{
    struct task row = {0};

    ck_assert_int_eq(row_make(&maker, &group, NULL, &row), 0);
    ck_assert_int_eq(row.kind, TASK_PROCESS);
    ck_assert_int_eq(row.tid, 100);
    ck_assert_uint_eq(row.utime_ns, 37 * TICK);
    ck_assert_uint_eq(row.stime_ns, 10 * TICK);
    ck_assert_uint_eq(row.minflt, 1001);
    ck_assert_int_eq(row.priority, 20);
    ck_assert_int_eq(row.nice, -5);
    ck_assert_uint_eq(row.start_ns, 12340000000);
    ck_assert_uint_eq(row.process->rss_kib, 35 * 4);
    ck_assert_uint_eq(row.process->vsize_kib, 200);
    ck_assert_uint_eq(row.process->stat_vsize_bytes, 200 * 1024);
    ck_assert_uint_eq(row.process->shared_kib, 15 * 4);
    ck_assert_uint_eq(row.process->data_kib, 7 * 4);
    ck_assert_int_eq(row.process->nlwp, 3);
}

CASE(summed_group_is_not_summed_twice)
{
    struct task row = {0};

    pass.summed = true;
    ck_assert_int_eq(row_make(&maker, &group, NULL, &row), 0);
    ck_assert_uint_eq(row.utime_ns, 7 * TICK);
    ck_assert_uint_eq(row.minflt, 1000);
    ck_assert(row.have & NEED_STAT);
}

/* This process as a group, of whose threads so many were added up, to nothing. */
static const struct {
    int32_t nlwp;
    bool summed_before;
    uint32_t summed;
    bool has_clock;
    bool by_clock;
} ended[] = {
    {2, false, 0, true, true},  {2, false, 0, false, false},
    {1, false, 0, true, false}, {3, true, 2, true, true},
    {3, true, 3, true, false},  {3, true, 4, true, true}, /* one is new, or in both sums */
};

LOOP(clock_is_asked_where_threads_ended, COUNT_OF(ended))
{
    struct wire_task task = {
        .kind = WIRE_TASK, .tid = (uint32_t)getpid(), .tgid = (uint32_t)getpid()};
    struct wire_group record = {
        .kind = WIRE_GROUP, .tgid = task.tgid, .nlwp = ended[_i].nlwp, .summed = ended[_i].summed};
    struct record_task item = {0, &task, NULL};
    const struct record_group self = {&record, &item, 1};
    struct task row = {0};

    while (clock() < CLOCKS_PER_SEC / 50) /* two ticks, by the process's clock */
        continue;
    maker.has_clock = ended[_i].has_clock;
    pass.summed = ended[_i].summed_before;
    ck_assert_int_eq(row_make(&maker, &self, NULL, &row), 0);
    if (ended[_i].by_clock)
        ck_assert_uint_ge(row.utime_ns + row.stime_ns, 20000000 / TICK * TICK);
    else
        ck_assert_uint_eq(row.utime_ns + row.stime_ns, 0);
}

CASE(thread_row_is_its_own)
{
    struct task row = {0};

    ck_assert_int_eq(row_make(&maker, &group, &items[1], &row), 0);
    ck_assert_int_eq(row.kind, TASK_THREAD);
    ck_assert_int_eq(row.tid, 101);
    ck_assert_int_eq(row.tgid, 100);
    ck_assert_uint_eq(row.utime_ns, 5 * TICK);
    ck_assert_uint_eq(row.process->rss_kib, 0); /* has_memory is not set */
}

/* The system part may shrink by the formula when user time is added; what is shown must not. */
CASE(times_never_go_back)
{
    struct wire_task task = {.tid = 7,
                             .tgid = 7,
                             .utime = 10 * TICK,
                             .stime = 30 * TICK,
                             .runtime = 40 * TICK,
                             .start = 5};
    const struct record_task item = {0, &task, NULL};
    const struct wire_group record = {.tgid = 7};
    const struct record_group alone = {&record, &item, 1};
    struct task before = {0};
    struct task after = {0};
    struct task reborn = {0};

    ck_assert_int_eq(row_make(&maker, &alone, &item, &before), 0);
    ck_assert_uint_eq(before.stime_ns, 30 * TICK);
    row_maker_begin(&maker, &snapshot, &pass, true);
    task.utime = 90 * TICK;
    task.runtime = 44 * TICK;
    ck_assert_int_eq(row_make(&maker, &alone, &item, &after), 0);
    ck_assert_uint_ge(after.stime_ns, before.stime_ns);
    ck_assert_uint_ge(after.utime_ns, before.utime_ns);
    ck_assert_uint_eq(after.stime_ns + after.utime_ns, 44 * TICK);

    /* Another task with the same number has nothing to do with the old one. */
    row_maker_begin(&maker, &snapshot, &pass, true);
    task.start = 6;
    ck_assert_int_eq(row_make(&maker, &alone, &item, &reborn), 0);
    ck_assert_uint_eq(reborn.stime_ns, 11 * TICK);
}

/* A thread that starts a program takes over its leader's number and start, but not its times. */
CASE(times_of_an_exchanged_leader_are_its_own)
{
    struct wire_task task = {
        .tid = 7, .tgid = 7, .utime = 500 * TICK, .runtime = 500 * TICK, .start = 5};
    const struct record_task item = {0, &task, NULL};
    const struct wire_group record = {.tgid = 7};
    const struct record_group alone = {&record, &item, 1};
    struct task before = {0}, after = {0};

    ck_assert_int_eq(row_make(&maker, &alone, &item, &before), 0);
    ck_assert_uint_eq(before.utime_ns, 500 * TICK);
    row_maker_begin(&maker, &snapshot, &pass, true);
    task.utime = task.runtime = 30 * TICK;
    ck_assert_int_eq(row_make(&maker, &alone, &item, &after), 0);
    ck_assert_uint_eq(after.utime_ns, 30 * TICK);
    ck_assert_uint_eq(after.runtime_ns, 30 * TICK);
}

/* A row without a tick cannot go back, and for a single scan no tick is remembered. */
CASE(only_shown_ticks_are_kept)
{
    struct wire_task task = {.tid = 7, .tgid = 7, .utime = TICK - 1, .runtime = TICK - 1};
    const struct record_task item = {0, &task, NULL};
    const struct wire_group record = {.tgid = 7};
    const struct wire_group other_record = {.tgid = 8};
    const struct record_group alone = {&record, &item, 1}, other = {&other_record, &item, 1};
    struct task row = {0};

    ck_assert_int_eq(row_make(&maker, &alone, &item, &row), 0);
    ck_assert_uint_eq(row.utime_ns, 0);
    row_maker_begin(&maker, &snapshot, &pass, true);
    ck_assert_uint_eq(maker.shown.count, 0);
    task.utime = task.runtime = TICK;
    ck_assert_int_eq(row_make(&maker, &alone, &item, &row), 0);
    ck_assert_uint_eq(row.utime_ns, TICK);
    row_maker_begin(&maker, &snapshot, &pass, false);
    ck_assert_uint_eq(maker.shown.count, 1);
    task.tid = task.tgid = 8;
    ck_assert_int_eq(row_make(&maker, &other, &item, &row), 0);
    row_maker_begin(&maker, &snapshot, &pass, false);
    ck_assert_uint_eq(maker.shown.count, 0);
}

CASE(start_is_in_the_time_namespace)
{
    struct task row = {0};

    maker.boottime_offset_ns = -INT64_C(2000000000);
    ck_assert_int_eq(row_make(&maker, &group, &items[0], &row), 0);
    ck_assert_uint_eq(row.start_ns, 10340000000);
}

#define KTHREAD 0x00200000
#define WORKER  (KTHREAD | 0x20)

static const struct {
    bool before_6_11; /* the kernel */
    uint32_t flags;
    const char *comm, *name, *work;
    uint32_t work_now;
    const char *shown;
} names[] = {
    {false, 0, "bash", "", "", 0, "bash"},
    {false, 0, "bash", "ignored", "ignored", 1, "bash"},
    {false, 0, "", "", "", 0, ""},
    {false, KTHREAD, "kthreadd", "", "", 0, "kthreadd"},
    {true, KTHREAD, "pool_workqueue_", "pool_workqueue_release", "", 0, "pool_workqueue_release"},
    {false, WORKER, "kworker/0:1", "", "events", 0, "kworker/0:1-events"},
    {true, WORKER, "kworker/0:1", "", "events", 1, "kworker/0:1+events"},
    {false, WORKER, "kworker/R-rcu_g", "kworker/R-rcu_gp", "", 0, "kworker/R-rcu_gp"},
    {true, WORKER, "kworker/R-rcu_g", "kworker/R-rcu_gp", "", 0, "kworker/R-rcu_g"},
    {false, WORKER, "k", "kworker/0123456789012345678901234567890123456789012345",
     "0123456789abcdef", 1, "kworker/0123456789012345678901234567890123456789012345+01234567"},
};

LOOP(name_is_whole, COUNT_OF(names))
{
    struct wire_task task = {.tid = 7, .tgid = 7, .flags = names[_i].flags};
    struct wire_group record = {.tgid = 7, .work_now = names[_i].work_now};
    const struct record_task item = {0, &task, NULL};
    struct task row = {0};

    memcpy(task.comm, names[_i].comm, strlen(names[_i].comm));
    memcpy(record.name, names[_i].name, strlen(names[_i].name));
    memcpy(record.work, names[_i].work, strlen(names[_i].work));
    maker.has_worker_names = !names[_i].before_6_11;
    ck_assert_int_eq(row_complete(&maker, &record, &item, NEED_COMM, &row), 0);
    ck_assert_str_eq(row.comm, names[_i].shown);
    ck_assert(row.have & NEED_COMM);
}

CASE(status_is_filled)
{
    struct wire_status status = {.kind = WIRE_STATUS,
                                 .tid = 100,
                                 .uid = {1, 2, 3, 4},
                                 .sig_pending = 5,
                                 .gid_count = 3,
                                 .gids = {4, 24, 4294967294}};
    const struct record_task item = {0, &records[0], &status};
    struct task row = {0};

    ck_assert_int_eq(row_complete(&maker, &group_record, &item, NEED_STATUS, &row), 0);
    ck_assert_ptr_nonnull(row.status);
    ck_assert_str_eq(row.status->groups, "4,24,4294967294");
    ck_assert_uint_eq(row.status->uid[ID_SAVED], 3);
    ck_assert_uint_eq(row.status->sig_pending, 5);
    ck_assert_uint_eq(row.status->vm_locked_kib, 24);
    ck_assert_uint_eq(row.status->vm_swap_kib, 4);
    ck_assert_ptr_null(row.comm);
}

CASE(too_many_groups_are_left_to_procfs)
{
    struct wire_status status = {.gid_count = WIRE_GIDS + 1};
    const struct record_task item = {0, &records[0], &status};
    struct task row = {0};

    ck_assert_int_eq(row_complete(&maker, &group_record, &item, NEED_STATUS, &row), 0);
    ck_assert_uint_eq(row.have & NEED_STATUS, 0);
    ck_assert_ptr_null(row.status);
}
