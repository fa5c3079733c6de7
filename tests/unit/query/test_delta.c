/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures between two snapshots: times and faults; and those of struct task_details: run delay,
 * context switches, I/O, growth. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/query/delta.h"
#include "tests/unit/run.h"

static struct delta delta;
static struct snapshot snapshot;

static void setup(void)
{
    snapshot_init(&snapshot);
}

static void teardown(void)
{
    delta_fini(&delta);
    snapshot_fini(&snapshot);
}

FIXTURE(setup, teardown);

/* Begins a snapshot at this many seconds after boot. */
static void begin(uint64_t second)
{
    snapshot_clear(&snapshot);
    snapshot.system.uptime_ns = second * NS_PER_S;
    snapshot.system.monotonic_ns = second * NS_PER_S;
}

static void add(int tid, uint64_t start_s, uint64_t cpu_s)
{
    struct task *task = snapshot_add(&snapshot);

    ck_assert_ptr_nonnull(task);
    task->tid = task->tgid = tid;
    task->have = NEED_STAT;
    task->start_ns = start_s * NS_PER_S;
    task->utime_ns = cpu_s * NS_PER_S / 2;
    task->stime_ns = cpu_s * NS_PER_S - task->utime_ns;
    task->minflt = cpu_s * 3;
    task->majflt = cpu_s * 5;
}

static uint64_t update(void)
{
    uint64_t interval;

    ck_assert_int_eq(delta_update(&delta, &snapshot, &interval), 0);
    return interval;
}

static uint64_t cpu_s(size_t row)
{
    ck_assert(snapshot.tasks[row].have & NEED_DELTA);
    ck_assert(!snapshot.tasks[row].cpu_not_compared || snapshot.tasks[row].delta_cpu_ns == 0);
    return snapshot.tasks[row].delta_cpu_ns / NS_PER_S;
}

struct made {
    int tid; /* negative: a thread of the first row's process */
    uint64_t start_s, cpu_s;
};

/* Scans, each with the interval and the seconds of its rows: "-" where they are not compared. */
static const struct {
    const char *name;
    struct {
        uint64_t second;
        struct made rows[3];
        const char *told;
    } scans[4];
} histories[] = {
    {"the first has no past", {{1000, {{5, 10, 300}}, "0: -"}}},
    {"figures grow",
     {{1000, {{5, 10, 300}, {6, 10, 1}}, "0: - -"},
      {1010, {{6, 10, 1}, {5, 10, 307}}, "10: 0 7"},
      {1012, {{5, 10, 308}}, "2: 1"}}},
    {"a reused ID is another task",
     {{1000, {{5, 10, 300}}, "0: -"}, {1010, {{5, 1004, 2}}, "10: 2"}}},
    {"a new task counts from its start, an old one came out of hiding",
     {{1000, {{0}}, "0:"}, {1010, {{7, 1003, 4}, {8, 1, 400}}, "10: 4 -"}}},
    {"a task that vanished in between has none, as in another PID namespace",
     {{1000, {{5, 10, 1000}}, "0: -"},
      {1001, {{0}}, "1:"},
      {1002, {{5, 10, 1002}}, "1: -"},
      {1003, {{5, 10, 1003}}, "1: 1"}}},
    {"a process is not its leader",
     {{1000, {{5, 10, 300}, {-5, 10, 20}}, "0: - -"},
      {1010, {{5, 10, 306}, {-5, 10, 21}}, "10: 6 1"}}},
    {"a thread that starts a program takes its leader's number and start time",
     {{1000, {{5, 10, 300}, {-5, 10, 300}, {-6, 10, 300}}, "0: - - -"},
      {1001, {{5, 10, 307}, {-5, 10, 307}, {-6, 10, 307}}, "1: 7 - 7"}}},
};

static void put_rows(struct buf *out)
{
    for (size_t i = 0; i < snapshot.count; i++) {
        const struct task *task = &snapshot.tasks[i];
        const uint64_t seconds = cpu_s(i);

        if (task->cpu_not_compared)
            buf_puts(out, " -");
        else
            buf_printf(out, " %ju", (uintmax_t)seconds);
        if (snapshot.system.uptime_ns > 1000 * NS_PER_S) {
            ck_assert_uint_eq(task->delta_minflt, seconds * 3);
            ck_assert_uint_eq(task->delta_majflt, seconds * 5);
        }
    }
}

LOOP(scans_are_compared, COUNT_OF(histories))
{
    for (int i = 0; i < COUNT_OF(histories[0].scans) && histories[_i].scans[i].told; i++) {
        const struct made *rows = histories[_i].scans[i].rows;
        struct buf told = {0};

        begin(histories[_i].scans[i].second);
        for (int row = 0; row < COUNT_OF(histories[0].scans[0].rows) && rows[row].tid; row++) {
            add(abs(rows[row].tid), rows[row].start_s, rows[row].cpu_s);
            if (rows[row].tid < 0) {
                snapshot.tasks[row].kind = TASK_THREAD;
                snapshot.tasks[row].tgid = snapshot.tasks[0].tgid;
            }
        }
        buf_printf(&told, "%ju:", (uintmax_t)(update() / NS_PER_S));
        put_rows(&told);
        ck_assert_msg(strcmp(buf_text(&told), histories[_i].scans[i].told) == 0, "%s: %s",
                      histories[_i].name, buf_text(&told));
        buf_fini(&told);
    }
}

/* It started at 1000.009, which procfs says as 1000.000. */
CASE(starts_are_rounded_down)
{
    begin(1000);
    snapshot.system.uptime_ns += 8 * NS_PER_S / 1000;
    update();
    begin(1002);
    snapshot.system.uptime_ns += 8 * NS_PER_S / 1000;
    add(5, 1000, 1);
    update();
    ck_assert_uint_eq(cpu_s(0), 1);
}

/* The first 10 s of a second scan that begins 2 s after the other fall to no interval. */
CASE(times_are_of_the_interval)
{
    begin(1000);
    add(5, 10, 300);
    add(6, 10, 300);
    add(7, 10, 300);
    snapshot.tasks[2].read_us = 10000000;
    update();
    begin(1002);
    add(5, 10, 312);
    add(6, 10, 306);
    add(7, 10, 301);
    add(8, 1001, 11);
    for (size_t i = 0; i < 4; i++)
        snapshot.tasks[i].read_us = i == 2 ? 8000000 : 10000000;
    ck_assert_uint_eq(update(), 2 * NS_PER_S);
    ck_assert_uint_eq(cpu_s(0), 2);
    ck_assert_uint_eq(cpu_s(1), 1);
    ck_assert_uint_eq(cpu_s(2), 1); /* read earlier, and no rate can be told */
    ck_assert_uint_eq(snapshot.tasks[3].delta_cpu_ns, 11 * (uint64_t)NS_PER_S / 6);
}

CASE(times_that_go_back_have_no_difference)
{
    begin(1000);
    add(5, 10, 300);
    add(6, 10, 300);
    update();
    begin(1010);
    add(5, 10, 299);
    add(6, 10, 300);
    snapshot.tasks[1].stime_ns -= START_TICK_NS; /* rounded otherwise */
    update();
    ck_assert(snapshot.tasks[0].cpu_not_compared);
    ck_assert(!snapshot.tasks[1].cpu_not_compared);
    ck_assert_uint_eq(cpu_s(1), 0);
}

CASE(a_leader_may_be_exchanged_for_one_that_has_used_less)
{
    for (uint64_t second = 1000; second < 1002; second++) {
        begin(second);
        add(5, 10, second == 1000 ? 300 : 1);
        snapshot.tasks[0].kind = TASK_THREAD;
        snapshot.tasks[0].minflt = second == 1000 ? 100 : 60000;
        update();
    }
    ck_assert(snapshot.tasks[0].cpu_not_compared);
    ck_assert(!snapshot.tasks[0].has_new_faults);
    ck_assert_uint_eq(snapshot.tasks[0].delta_minflt, 0);
}

/* --- details --- */

/* -1: a figure that could not be read. */
static void add_details(int tid, uint64_t start_s, int64_t delay_s, int64_t switches)
{
    struct task *task = snapshot_add(&snapshot);
    struct task_details *details = task ? snapshot_add_details(&snapshot, task) : NULL;

    ck_assert_ptr_nonnull(details);
    task->tid = task->tgid = tid;
    task->have = NEED_STAT | NEED_RUN_DELAY | NEED_SWITCHES;
    task->start_ns = start_s * NS_PER_S;
    details->run_delay_ns = delay_s < 0 ? -1 : delay_s * NS_PER_S;
    details->voluntary_switches = switches;
    details->forced_switches = switches < 0 ? -1 : 2 * switches;
}

static const struct task_details *updated(void)
{
    uint64_t interval_ns;

    ck_assert_int_eq(delta_update(&delta, &snapshot, &interval_ns), 0);
    ck_assert_int_eq(delta_update_details(&delta, &snapshot), 0);
    return snapshot.tasks[0].details;
}

static void expect_details(int64_t run_queue_ns, int64_t switches)
{
    const struct task_details *details = updated();

    ck_assert_int_eq(details->run_queue_ns, run_queue_ns);
    ck_assert_int_eq(details->new_voluntary, switches);
    ck_assert_int_eq(details->new_forced, switches < 0 ? -1 : 2 * switches);
}

CASE(details_of_the_first_have_no_past)
{
    begin(1000);
    add_details(5, 10, 300, 7);
    expect_details(-1, -1);
}

CASE(details_grow)
{
    begin(1000);
    add_details(6, 10, 1, 1);
    add_details(5, 10, 300, 7);
    updated();
    begin(1004);
    add_details(5, 10, 301, 17);
    add_details(6, 10, 1, 1);
    expect_details(NS_PER_S / 4, 10);
    ck_assert_int_eq(snapshot.tasks[1].details->run_queue_ns, 0);
}

/* Second by second. */
static const struct {
    uint64_t start_s;
    int64_t delay_s, switches;
} others[] = {
    {10, 300, 7}, {11, 301, 8},               /* the number is another task's by now */
    {11, -1, -1}, {11, 302, 9}, {11, 301, 8}, /* it went back */
};

CASE(others_have_no_past)
{
    for (int i = 0; i < COUNT_OF(others); i++) {
        begin(1000 + (uint64_t)i);
        add_details(5, others[i].start_s, others[i].delay_s, others[i].switches);
        expect_details(-1, -1);
    }
}

/* While the columns are hidden nothing is read, and what was read before is too old. */
CASE(figures_are_of_the_last_snapshot)
{
    begin(1000);
    add_details(5, 10, 300, 7);
    updated();
    begin(1001);
    add_details(5, 10, 301, 8);
    snapshot.tasks[0].have = NEED_STAT;
    updated();
    begin(1002);
    add_details(5, 10, 302, 9);
    ck_assert_int_eq(updated()->new_voluntary, -1);
    begin(1003);
    add_details(5, 10, 303, 10);
    ck_assert_int_eq(updated()->new_voluntary, 1);
}

/* As a_leader_may_be_exchanged_for_one_that_has_used_less(). */
CASE(details_of_an_exchanged_leader_have_no_difference)
{
    begin(1000);
    add_details(5, 10, 300, 7);
    snapshot.tasks[0].kind = TASK_THREAD;
    updated();
    begin(1001);
    add_details(5, 10, 900, 60000);
    snapshot.tasks[0].kind = TASK_THREAD;
    snapshot.tasks[0].utime_ns = 7 * NS_PER_S;
    ck_assert_int_eq(updated()->new_voluntary, -1);
    ck_assert_int_eq(snapshot.tasks[0].details->run_queue_ns, -1);
    begin(1002);
    add_details(5, 10, 901, 60002);
    snapshot.tasks[0].kind = TASK_THREAD;
    snapshot.tasks[0].utime_ns = 7 * NS_PER_S;
    ck_assert_int_eq(updated()->new_voluntary, 2);
}

static struct task_io io;

/* A task with these bytes read, twice as many written, as many calls of each kind, and this size.
 */
static void add_io(int tid, uint64_t bytes, uint64_t rss_kib)
{
    struct task *task = snapshot_add(&snapshot);
    struct task_details *details = task ? snapshot_add_details(&snapshot, task) : NULL;
    const struct process process = {.rss_kib = rss_kib};

    ck_assert_ptr_nonnull(details);
    task->tid = task->tgid = tid;
    task->have = NEED_STAT | NEED_MEM | NEED_IO | NEED_GROWTH;
    task->start_ns = 10 * NS_PER_S;
    io = (struct task_io){
        .read_bytes = bytes, .write_bytes = 2 * bytes, .read_calls = bytes, .write_calls = bytes};
    details->io = &io;
    ck_assert_int_eq(snapshot_set_process(&snapshot, task, &process), 0);
}

CASE(io_and_memory_grow)
{
    const struct task_details *details;

    begin(1000);
    add_io(5, 100, 5000);
    details = updated();
    ck_assert_int_eq(details->new_read, -1);
    ck_assert_int_eq(details->new_written, -1);
    ck_assert_int_eq(details->new_io_calls, -1);
    ck_assert_int_eq(details->rss_growth_kib, NUMBER_UNKNOWN);
    begin(1002);
    add_io(5, 107, 4000);
    details = updated();
    ck_assert_int_eq(details->new_read, 7);
    ck_assert_int_eq(details->new_written, 14);
    ck_assert_int_eq(details->new_io_calls, 14);
    ck_assert_int_eq(details->rss_growth_kib, -1000);
}

/* Without permission there is no record; without NEED_GROWTH nobody asks for the growth. */
CASE(what_was_not_read_has_no_difference)
{
    begin(1000);
    add_io(5, 100, 5000);
    updated();
    begin(1001);
    add_io(5, 101, 5001);
    snapshot.tasks[0].details->io = NULL;
    snapshot.tasks[0].have &= ~NEED_GROWTH;
    ck_assert_int_eq(updated()->new_read, -1);
    ck_assert_int_eq(snapshot.tasks[0].details->rss_growth_kib, NUMBER_UNKNOWN);
    begin(1002);
    add_io(5, 102, 5002);
    ck_assert_int_eq(updated()->new_read, -1);
    ck_assert_int_eq(snapshot.tasks[0].details->rss_growth_kib, NUMBER_UNKNOWN);
}

CASE(nothing_is_kept_while_nothing_is_asked_for)
{
    begin(1000);
    add_io(5, 100, 5000);
    updated();
    ck_assert_uint_eq(delta.details.count, 1);
    begin(1001);
    add_io(5, 101, 5001);
    snapshot.tasks[0].have = NEED_STAT | NEED_MEM;
    updated();
    ck_assert_uint_eq(delta.details.capacity, 0);
}

CASE(rows_without_figures_are_left_alone)
{
    begin(1000);
    ck_assert_ptr_nonnull(snapshot_add(&snapshot));
    ck_assert_ptr_null(updated());
    snapshot_clear(&snapshot);
    ck_assert_int_eq(delta_update_details(&delta, &snapshot), 0);
}
