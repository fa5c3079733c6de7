/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * %CPU of a process that has just been born, by procfs, when a scan takes its time before it comes
 * to it: times and age are of the same moment.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/column/column.h"
#include "lib/query/delta.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"

/* What the child uses while the scan waits: so many times the age that it had when that began. */
#define WAIT_NS (NS_PER_S / 5)

static struct source *source;
static struct snapshot snapshot;
static struct delta delta;
static pid_t child;

static void use_time(int ready, void *argument)
{
    child_say_ready(ready);
    for (;;)
        continue;
}

static void setup(void)
{
    const struct source_options options = {.name = "task", .by_id = true};
    struct buf why = {0};

    if (source_open(&options, &source, &why) < 0)
        ck_abort_msg("%s", buf_text(&why));
    buf_fini(&why);
    snapshot_init(&snapshot);
    delta = (struct delta){0};
    child = child_start(use_time, NULL);
    ck_assert_int_gt(child, 0);
}

static void teardown(void)
{
    child_end(child);
    delta_fini(&delta);
    snapshot_fini(&snapshot);
    source_close(source);
}

FIXTURE(setup, teardown);

static uint64_t child_cpu_ns(void)
{
    uint64_t ns = 0;

    ck_assert(process_clock_read(child, &ns));
    return ns;
}

/* A filter that wants everything, and holds the scan up. */
static bool wait_first(const struct task *task, const void *context)
{
    const uint64_t until_ns = child_cpu_ns() + WAIT_NS;

    WAIT_UNTIL (child_cpu_ns() >= until_ns, "%ju ns", (uintmax_t)child_cpu_ns())
        continue;
    return true;
}

static const struct task *scan(unsigned rows, bool waits)
{
    const struct scan_request request = {
        .rows = rows,
        .need = NEED_STAT,
        .filter = waits ? wait_first : NULL,
        .only = &child,
        .only_count = 1,
    };

    ck_assert_int_eq(source_scan(source, &request, &snapshot), 0);
    ck_assert_uint_eq(snapshot.count, 1);
    return &snapshot.tasks[0];
}

static double share(const char *code, const struct task *task)
{
    const struct column_context context = {.system = &snapshot.system};

    return column_value(column_find(code), task, &context).as.real;
}

static const unsigned row_kinds[] = {ROWS_PROCESSES, ROWS_THREADS};

LOOP(is_of_one_moment, 2)
{
    const struct task *task = scan(row_kinds[_i], true);
    const uint64_t cpu_ns = task->utime_ns + task->stime_ns;

    ck_assert_uint_ge(cpu_ns, (uint64_t)(WAIT_NS / 2));
    ck_assert_double_gt(share("pcpu", task), 0.0);
    ck_assert_double_le(share("pcpu", task), 100.0);
    ck_assert_double_le(share("cuu", task), 100.0);
    /* Not by a limit alone. */
    ck_assert_uint_gt(task->read_us * UINT64_C(1000), (uint64_t)WAIT_NS);
}

LOOP(grows_by_what_falls_to_the_interval, 2)
{
    uint64_t interval_ns, cpu_ns;

    scan(row_kinds[_i], false);
    ck_assert_int_eq(delta_update(&delta, &snapshot, &interval_ns), 0);
    scan(row_kinds[_i], true);
    ck_assert_int_eq(delta_update(&delta, &snapshot, &interval_ns), 0);
    cpu_ns = snapshot.tasks[0].delta_cpu_ns;
    /* Times come in ticks. */
    ck_assert_uint_le(cpu_ns, interval_ns + interval_ns / 4);
}
