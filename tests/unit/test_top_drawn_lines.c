/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which lines of a frame the screen has already. */
#include <string.h>

#include "tests/unit/run.h"
#include "top/term/drawn_lines.h"
#include "top/view/frame.h"

#define ROWS 4
#define COLS 20

static struct drawn_lines drawn;
static struct frame frame;

static void setup(void)
{
    drawn = (struct drawn_lines){0};
    frame_init(&frame);
}

static void teardown(void)
{
    drawn_lines_fini(&drawn);
    frame_fini(&frame);
}

static void line(unsigned look, const char *text)
{
    frame_next_line(&frame);
    frame_puts(&frame, look, text);
}

/* "1" for each row that would be drawn, "0" for one that is there. */
static const char *draw(int rows, int cols, bool afresh)
{
    static char rows_drawn[ROWS + 2];

    drawn_lines_begin(&drawn, rows, cols, afresh);
    for (int row = 0; row < rows; row++)
        rows_drawn[row] = drawn_lines_has(&drawn, &frame, (size_t)row) ? '0' : '1';
    rows_drawn[rows] = '\0';
    frame_clear(&frame, COLS);
    return rows_drawn;
}

static void two_lines(void)
{
    frame_clear(&frame, COLS);
    line(LOOK_PLAIN, "one");
    line(LOOK_BOLD, "two");
}

START_TEST(first_frame_is_drawn)
{
    two_lines();
    ck_assert_str_eq(draw(ROWS, COLS, false), "1111");
    two_lines();
    ck_assert_str_eq(draw(ROWS, COLS, false), "0000");
}
END_TEST

START_TEST(what_differs_is_drawn)
{
    two_lines();
    draw(ROWS, COLS, false);
    line(LOOK_PLAIN, "one");
    line(LOOK_BOLD, "twe");
    line(LOOK_PLAIN, "three");
    ck_assert_str_eq(draw(ROWS, COLS, false), "0110");
    /* Only the look. */
    line(LOOK_REVERSE, "one");
    line(LOOK_BOLD, "twe");
    line(LOOK_PLAIN, "three");
    ck_assert_str_eq(draw(ROWS, COLS, false), "1000");
    /* The same bytes, divided otherwise. */
    line(LOOK_REVERSE, "on");
    frame_puts(&frame, LOOK_BOLD, "e");
    line(LOOK_BOLD, "twe");
    line(LOOK_PLAIN, "three");
    ck_assert_str_eq(draw(ROWS, COLS, false), "1000");
}
END_TEST

START_TEST(lines_that_are_gone_are_cleared)
{
    two_lines();
    draw(ROWS, COLS, false);
    line(LOOK_PLAIN, "one");
    ck_assert_str_eq(draw(ROWS, COLS, false), "0100");
    ck_assert_str_eq(draw(ROWS, COLS, false), "1000");
}
END_TEST

START_TEST(another_screen_is_drawn_whole)
{
    two_lines();
    draw(ROWS, COLS, false);
    two_lines();
    ck_assert_str_eq(draw(ROWS, COLS, true), "1111");
    two_lines();
    ck_assert_str_eq(draw(ROWS, COLS - 1, false), "1111");
    two_lines();
    ck_assert_str_eq(draw(ROWS - 1, COLS - 1, false), "111");
    two_lines();
    ck_assert_str_eq(draw(ROWS - 1, COLS - 1, false), "000");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("top drawn lines");
    TCase *tests = tcase_create("drawn lines");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, first_frame_is_drawn);
    tcase_add_test(tests, what_differs_is_drawn);
    tcase_add_test(tests, lines_that_are_gone_are_cleared);
    tcase_add_test(tests, another_screen_is_drawn_whole);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
