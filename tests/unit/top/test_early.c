/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first sample, which comes at once: what it has, and what is shown of it. */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "lib/base/units.h"
#include "lib/ended/counted.h"
#include "lib/ended/ended.h"
#include "tests/common/child.h"
#include "tests/common/take_over.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/run.h"
#include "top/work/scanner.h"

static struct scanner *scanner;
static struct sample sample;

static bool lacks_descriptors;

TAKE_OVER(int, source_open, const struct source_options *options, struct source **out,
          struct buf *why)
{
    return lacks_descriptors ? -EMFILE : __real_source_open(options, out, why);
}

TAKE_OVER(int, counted_open, bool threads, struct counted **out, struct buf *why)
{
    return lacks_descriptors ? -EMFILE : __real_counted_open(threads, out, why);
}

static void set_up(void)
{
    const struct source_options options = {.name = "task"};
    struct buf why = {0};

    sample_init(&sample);
    ck_assert_msg(scanner_open(&options, &scanner, &why) == 0, "%s", buf_text(&why));
}

static void tear_down(void)
{
    scanner_close(scanner);
    sample_fini(&sample);
}

FIXTURE(set_up, tear_down);

CASE(only_the_first_sample_is_early)
{
    const struct sample_request request = {
        .rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_COMM, .early = true};

    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(sample.early);
    ck_assert_uint_eq(sample.interval_ns, 0);
    ck_assert_uint_gt(sample.snapshot.count, 0);
    ck_assert_ptr_nonnull(sample.snapshot.tasks[0].comm);

    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(!sample.early);
    ck_assert_uint_gt(sample.interval_ns, 0);
}

/* With the first tasks, then with all of them, and only then with differences. */
CASE(it_may_have_the_first_tasks_only)
{
    struct sample_request request = {
        .rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_COMM, .early = true, .limit_ns = 1};
    size_t first;

    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(sample.early && sample.snapshot.incomplete);
    ck_assert_uint_eq(sample.interval_ns, 0);
    first = sample.snapshot.count;

    request.limit_ns = 0;
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(sample.early && !sample.snapshot.incomplete);
    ck_assert_uint_eq(sample.interval_ns, 0);
    ck_assert_uint_gt(sample.snapshot.count, first);

    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(!sample.early);
    ck_assert_uint_gt(sample.interval_ns, 0);
}

CASE(a_shortage_is_no_source_without_waits)
{
    const struct sample_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_WAITED};

    lacks_descriptors = true;
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), -EMFILE);
    ck_assert_int_eq(sample.error, -EMFILE);
    lacks_descriptors = false;
}

/* A screen may run on for days, and its title tells estimates from counts. */
CASE(a_shortage_is_no_end_of_exited_tasks)
{
    const struct sample_request request = {
        .rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_COMM, .ended = true};
    const struct source_options may_use_bpf = {.procfs = "/proc"};
    struct buf why = {0};

    scanner_close(scanner);
    ck_assert_msg(scanner_open(&may_use_bpf, &scanner, &why) == 0, "%s", buf_text(&why));
    lacks_descriptors = true;
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    lacks_descriptors = false;
    ck_assert(sample.ended.watched && !sample.ended.counted);
    buf_fini(&why);
}

static void be_busy(int ready, void *unused)
{
    child_say_ready(ready);
    for (;;)
        continue;
}

static int64_t cpu_ns_of(pid_t process)
{
    clockid_t clock;

    ck_assert_int_eq(clock_getcpuclockid(process, &clock), 0);
    return clock_ns(clock);
}

/* Of processes or of threads, as the rows are, and only while they are requested. */
CASE(exited_tasks_are_those_between_two_samples)
{
    struct sample_request request = {.rows = ROWS_PROCESSES, .need = ENDED_NEED, .ended = true};
    const pid_t child = child_start(be_busy, NULL);
    int64_t begun_ns;

    ck_assert_int_gt(child, 0);
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(sample.ended.watched && !sample.ended.of_threads && !sample.ended.counted);
    ck_assert_uint_eq(sample.ended.fresh, 0);
    begun_ns = cpu_ns_of(child);
    WAIT_UNTIL (cpu_ns_of(child) - begun_ns > NS_PER_S / 10, "no CPU time")
        continue;
    child_end(child);
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert_uint_gt(sample.ended.fresh, 0);
    ck_assert_uint_ge(sample.ended.cpu_ns, (uint64_t)NS_PER_S / 20);
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert_uint_eq(sample.ended.fresh, 0);

    request.rows = ROWS_THREADS;
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(sample.ended.watched && sample.ended.of_threads);
    request.ended = false;
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(!sample.ended.watched);
    ck_assert_uint_eq(sample.ended.rows.count, 0);
}

/* As batch mode has it: two scans, and figures from the start. */
CASE(others_wait_for_a_second_scan)
{
    const struct sample_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT};

    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(!sample.early);
    ck_assert_uint_gt(sample.interval_ns, 0);
}

FIXTURE(model_fixture_setup, model_fixture_teardown);

/* Nothing is known of what tasks have used lately, so none is hidden for that. */
CASE(it_hides_no_idle_task)
{
    const size_t all = model.window->rows.count;

    host_sample.early = true;
    press_keys("i");
    ck_assert_uint_eq(model.window->rows.count, all);
    press_keys("i o '%CPU>50 <Enter>");
    ck_assert_uint_eq(model.window->rows.count, all);
    host_sample.early = false;
    press_keys("= i");
    ck_assert_uint_lt(model.window->rows.count, all);
}

CASE(it_shows_no_percentage)
{
    expect_shown(" 512000 S 230.0  57.5     90,00 database\n", true);
    host_sample.early = true;
    expect_shown(" 512000 S        57.5     90,00 database\n", true);
}

/* Until all are there it says so, unless there is something else to be said. */
CASE(it_says_that_tasks_are_being_read)
{
    host_sample.snapshot.incomplete = true;
    expect_shown("reading the tasks: ", true);
    press_keys("\"");
    expect_shown("reading the tasks: ", false);
    press_keys("<Esc>");
    expect_shown("reading the tasks: ", true);
    host_sample.snapshot.incomplete = false;
    expect_shown("reading the tasks: ", false);
}

/* All others would look new, and those below a task would be left out. */
CASE(it_has_too_few_tasks_for_a_mark_and_a_subtree)
{
    static const char *const keys[] = {"@", "K"};

    for (int i = 0; i < COUNT_OF(keys); i++) {
        host_sample.snapshot.incomplete = true;
        press_keys(keys[i]);
        ck_assert_str_eq(model.message, "Not all tasks have been read yet");
        ck_assert_ptr_null(model.context.marks);
        ck_assert_uint_eq(model.tags.count, 0);
        host_sample.snapshot.incomplete = false;
        press_keys(keys[i]);
        ck_assert_str_eq(model.message, "");
        ck_assert(i == 0 ? model.context.marks != NULL : model.tags.count > 0);
        press_keys(i == 0 ? "@" : ";");
    }
}

/* What was not read is counted in the frame that shows older figures of it. */
CASE(it_says_that_not_all_were_read)
{
    struct json *json = NULL;
    struct buf out = {0};

    if (json_open(&json, &out) < 0) {
        leave_out("JSON of what was not read", buf_text(&out));
        buf_fini(&out);
        return;
    }
    expect_shown("not all read", false);
    out_json_put_frame(&model, json, &out);
    ck_assert_ptr_null(strstr(buf_text(&out), "\"unread\""));
    host_sample.snapshot.unasked = 1200;
    press_keys("p n 5 <Enter>"); /* a long time: nothing else may be hidden by it */
    expect_shown(
        "\n  not all read: 1200 of 13  Paused: p to go on, Enter to read once  at most 5\n", true);
    out_json_put_frame(&model, json, &out);
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "\"unread\":1200,"));
    host_sample.snapshot.unasked = 0;
    expect_shown("not all read", false);
    json_close(json);
    buf_fini(&out);
}
