/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first sample, which comes at once: what it has, and what is shown of it. */
#include <check.h>
#include <string.h>

#include "tests/common/fixed_host.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/out_json.h"
#include "top/screens/screens.h"
#include "top/work/scanner.h"

START_TEST(only_the_first_sample_is_early)
{
    const struct sample_request request = {
        .rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_COMM, .early = true};
    const struct source_options options = {.name = "task"};
    struct scanner *scanner;
    struct sample sample;
    struct buf why = {0};

    sample_init(&sample);
    ck_assert_msg(scanner_open(&options, &scanner, &why) == 0, "%s", buf_text(&why));
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(sample.early);
    ck_assert_uint_eq(sample.interval_ns, 0);
    ck_assert_uint_gt(sample.snapshot.count, 0);
    ck_assert_ptr_nonnull(sample.snapshot.tasks[0].comm);

    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(!sample.early);
    ck_assert_uint_gt(sample.interval_ns, 0);
    scanner_close(scanner);
    sample_fini(&sample);
    buf_fini(&why);
}
END_TEST

/* With the first tasks, then with all of them, and only then with differences. */
START_TEST(it_may_have_the_first_tasks_only)
{
    struct sample_request request = {
        .rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_COMM, .early = true, .limit_ns = 1};
    const struct source_options options = {.name = "task"};
    struct scanner *scanner;
    struct sample sample;
    struct buf why = {0};
    size_t first;

    sample_init(&sample);
    ck_assert_msg(scanner_open(&options, &scanner, &why) == 0, "%s", buf_text(&why));
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
    scanner_close(scanner);
    sample_fini(&sample);
    buf_fini(&why);
}
END_TEST

/* As batch mode has it: two scans, and figures from the start. */
START_TEST(others_wait_for_a_second_scan)
{
    const struct sample_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT};
    const struct source_options options = {.name = "task"};
    struct scanner *scanner;
    struct sample sample;
    struct buf why = {0};

    sample_init(&sample);
    ck_assert_msg(scanner_open(&options, &scanner, &why) == 0, "%s", buf_text(&why));
    ck_assert_int_eq(scanner_read(scanner, &request, &sample), 0);
    ck_assert(!sample.early);
    ck_assert_uint_gt(sample.interval_ns, 0);
    scanner_close(scanner);
    sample_fini(&sample);
    buf_fini(&why);
}
END_TEST

/* Nothing is known of what tasks have used lately, so none is hidden for that. */
START_TEST(it_hides_no_idle_task)
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
END_TEST

/* What the screen has in the columns of %CPU, of the row of the database: it has used most. */
static void read_percent(char percent[8])
{
    struct buf text = {0};
    struct frame frame;
    const char *heading, *line;

    frame_init(&frame);
    screen_view(&model, &frame);
    frame_put_text(&frame, &text);
    heading = strstr(buf_text(&text), "%CPU");
    line = strstr(buf_text(&text), "database");
    ck_assert_msg(heading && line, "%s", buf_text(&text));
    while (heading > buf_text(&text) && heading[-1] != '\n')
        heading--;
    while (line[-1] != '\n')
        line--;
    memcpy(percent, line + (strstr(heading, "%CPU") - heading) - 1, 5);
    percent[5] = '\0';
    frame_fini(&frame);
    buf_fini(&text);
}

START_TEST(it_shows_no_percentage)
{
    char percent[8];

    read_percent(percent);
    ck_assert_ptr_nonnull(strpbrk(percent, "123456789"));
    host_sample.early = true;
    read_percent(percent);
    ck_assert_str_eq(percent, "     ");
}
END_TEST

static bool frame_has(const struct model *shown, const char *words)
{
    struct buf text = {0};
    struct frame frame;
    bool has;

    frame_init(&frame);
    screen_view(shown, &frame);
    frame_put_text(&frame, &text);
    ck_assert(!frame.failed);
    has = strstr(buf_text(&text), words) != NULL;
    frame_fini(&frame);
    buf_fini(&text);
    return has;
}

/* Until all are there it says so, unless there is something else to be said. */
START_TEST(it_says_that_tasks_are_being_read)
{
    host_sample.snapshot.incomplete = true;
    ck_assert(frame_has(&model, "reading the tasks: "));
    press_keys("\"");
    ck_assert(!frame_has(&model, "reading the tasks: "));
    press_keys("<Esc>");
    ck_assert(frame_has(&model, "reading the tasks: "));
    host_sample.snapshot.incomplete = false;
    ck_assert(!frame_has(&model, "reading the tasks: "));
}
END_TEST

/* What was not read is counted in the frame that shows older figures of it. */
START_TEST(it_says_that_not_all_were_read)
{
    struct json *json = NULL;
    struct buf out = {0};

    if (json_open(&json, &out) < 0) {
        leave_out("JSON of what was not read", buf_text(&out));
        buf_fini(&out);
        return;
    }
    ck_assert(!frame_has(&model, "not all read"));
    out_json_put_frame(&model, json, &out);
    ck_assert_ptr_null(strstr(buf_text(&out), "\"unread\""));
    host_sample.snapshot.unasked = 1200;
    ck_assert(frame_has(&model, "not all read: 1200 of "));
    out_json_put_frame(&model, json, &out);
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "\"unread\":1200,"));
    host_sample.snapshot.unasked = 0;
    ck_assert(!frame_has(&model, "not all read"));
    json_close(json);
    buf_fini(&out);
}
END_TEST

TESTS("top early", CASE(only_the_first_sample_is_early), CASE(it_may_have_the_first_tasks_only),
      CASE(others_wait_for_a_second_scan), FIXTURE(model_fixture_setup, model_fixture_teardown),
      CASE(it_hides_no_idle_task), CASE(it_shows_no_percentage),
      CASE(it_says_that_tasks_are_being_read), CASE(it_says_that_not_all_were_read))
