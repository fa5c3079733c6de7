/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the moment at which BPF fails on, usage is inferred; after an error, anew. */
#include <errno.h>

#include "lib/base/kernel.h"
#include "lib/ended/counted.h"
#include "lib/ended/ended.h"
#include "lib/ended/exits.h"
#include "tests/common/take_over.h"
#include "tests/unit/ended/readings.h"
#include "tests/unit/run.h"

/* What the programs answer. */
static int begin_error, update_error;

/* What ended_update() returns. */
static int update_result;

TAKE_OVER(int, counted_open, bool threads, struct counted **out, struct buf *why)
{
    static char counted;

    *out = (struct counted *)&counted;
    return 0;
}

TAKE_OVER(void, counted_close, struct counted *counted)
{
}

TAKE_OVER(int, counted_begin, struct counted *counted)
{
    return begin_error;
}

TAKE_OVER(int, counted_update, struct counted *counted, struct seen_lists *seen,
          struct exit_sums *out)
{
    return update_error;
}

TAKE_OVER(int, exits_open, struct exits **out)
{
    *out = NULL;
    return -ENOTSUP;
}

/* Tasks may have been created in any interval. */
TAKE_OVER(bool, kernel_file_read_at, int directory, const char *path, char *text, size_t size)
{
    return false;
}

static bool no_memory;

/* With the first row there is none left. */
TAKE_OVER(int, seen_take_living, const struct seen_lists *lists, struct ledger *own,
          size_t row_size)
{
    if (!no_memory)
        return __real_seen_take_living(lists, own, row_size);
    ledger_begin(own, row_size);
    ledger_end(own);
    return -ENOMEM;
}

static struct ended *ended;

static void open_for(bool threads)
{
    struct buf why = {0};

    begin_error = update_error = 0;
    ck_assert_int_eq(ended_open(&(struct ended_options){.threads = threads}, &ended, &why), 0);
    buf_fini(&why);
}

static void teardown(void)
{
    ended_close(ended);
}

FIXTURE(NULL, teardown);

/* The number of rows of tasks that exited before this moment. */
static size_t read_at(uint64_t moment_ms, const struct reading_row *rows, size_t row_count)
{
    struct snapshot snapshot;
    size_t count;

    make_reading(&snapshot, moment_ms, rows, row_count);
    ck_assert_int_eq(ended_begin(ended), 0);
    ck_assert_int_eq(ended_update(ended, &snapshot), update_result);
    snapshot_clear(&snapshot);
    ck_assert_int_eq(ended_put_rows(ended, &snapshot), 0);
    count = snapshot.count;
    snapshot_fini(&snapshot);
    return count;
}

/* The same, of threads of a process that has used so much. */
static size_t threads_at(uint64_t moment_ms, uint64_t known_ms)
{
    const struct reading_row rows[] = {{50, 0, 1, "pool", 500, known_ms, 0},
                                       {50, 50, 1, "pool", 500, 60, 0}};

    return read_at(moment_ms, rows, COUNT_OF(rows));
}

/* The same, of children of a process that has reaped so much. */
static size_t children_at(uint64_t moment_ms, uint64_t reaped_ms)
{
    const struct reading_row rows[] = {{10, 0, 1, "make", 500, 20, reaped_ms}};

    return read_at(moment_ms, rows, COUNT_OF(rows));
}

/* As with ps --ended, which reads twice. */
LOOP(the_interval_in_which_it_fails_has_processes, 2)
{
    open_for(false);
    ck_assert_uint_eq(children_at(10000, 900), 0);
    begin_error = _i ? -EIO : 0;
    update_error = _i ? 0 : -EIO;
    ck_assert_uint_eq(children_at(12000, 2900), 1);
    ck_assert(!ended_is_counted(ended));
}

/*
 * Threads with 100 s have exited long ago: neither the interval in which BPF fails, before the scan
 * or after it, nor the next has that time. Scans did not read it while BPF counted.
 */
LOOP(time_from_before_does_not_count, 2)
{
    open_for(true);
    ck_assert_uint_eq(threads_at(10000, 0), 0);
    ck_assert_uint_eq(threads_at(12000, 0), 0);
    ck_assert(ended_is_counted(ended));
    begin_error = _i ? -EIO : 0;
    update_error = _i ? 0 : -EIO;
    ck_assert_uint_eq(threads_at(14000, _i ? 100000 : 0), 0);
    ck_assert(!ended_is_counted(ended));
    ck_assert_uint_eq(ended_interval_ns(ended), 0);
    ck_assert_uint_eq(threads_at(16000, 100000), 0);
    ck_assert_uint_eq(threads_at(18000, 100000), 0);
    ck_assert_uint_eq(threads_at(20000, 101000), 1);
}

/* The time of threads that exited before the error is not that of the interval after it. */
CASE(after_an_error_the_next_snapshot_is_the_first)
{
    open_for(true);
    begin_error = -EIO;
    ck_assert_uint_eq(threads_at(10000, 100000), 0);
    ck_assert_uint_eq(threads_at(12000, 100000), 0);
    no_memory = true;
    update_result = -ENOMEM;
    ck_assert_uint_eq(threads_at(14000, 100000), 0);
    no_memory = false;
    update_result = 0;
    ck_assert_uint_eq(threads_at(16000, 100000), 0);
    ck_assert_uint_eq(ended_interval_ns(ended), 0);
    ck_assert_uint_eq(threads_at(18000, 101000), 1);
}
