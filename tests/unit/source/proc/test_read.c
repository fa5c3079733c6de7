/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of any length, line by line. */
#include "lib/source/proc/read.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/run.h"
#include "tests/unit/tree.h"

#define LINES 5000 /* far more than are read at once */

struct seen {
    size_t lines;
    size_t wanted; /* the last one to see; 0: all */
    int then;      /* what is said of that */
};

static int see_number(void *context, const char *line, size_t len)
{
    struct seen *seen = context;
    char number[32];

    snprintf(number, sizeof(number), "line %zu", seen->lines++);
    ck_assert_uint_eq(len, strlen(number));
    ck_assert_mem_eq(line, number, len);
    ck_assert_int_eq(line[len], '\n');
    return seen->lines == seen->wanted ? seen->then : 0;
}

static struct tree tree;
static int dir = -1;

static void set_up(void)
{
    char text[LINES * 16];
    size_t len = 0;

    tree_init(&tree);
    for (int i = 0; i < LINES; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "line %d\n", i);
    snprintf(text + len, sizeof(text) - len, "unfinished");
    tree_put(&tree, "lines", text);
    dir = open(tree.path, O_PATH | O_CLOEXEC);
    ck_assert_int_ge(dir, 0);
}

static void tear_down(void)
{
    close(dir);
    tree_fini(&tree);
}

static const struct {
    size_t wanted;
    int then;
    int result;
    size_t lines;
} ends[] = {
    {0, 0, 0, LINES},
    {1, 1, 0, 1},
    {LINES / 2, 1, 0, LINES / 2},
    {3, -ENOMEM, -ENOMEM, 3},
};

START_TEST(lines_are_seen_until_no_more_are_wanted)
{
    struct seen seen = {.wanted = ends[_i].wanted, .then = ends[_i].then};

    ck_assert_int_eq(read_each_line(dir, "lines", see_number, &seen), ends[_i].result);
    ck_assert_uint_eq(seen.lines, ends[_i].lines);
}
END_TEST

START_TEST(lines_that_are_too_long_end_a_file)
{
    char text[READ_LINE_MAX + 64];
    struct seen seen = {0};

    snprintf(text, sizeof(text), "line 0\n%0*d\nline 1\n", (int)READ_LINE_MAX, 0);
    tree_put(&tree, "long", text);
    ck_assert_int_eq(read_each_line(dir, "long", see_number, &seen), 0);
    ck_assert_uint_eq(seen.lines, 1);
}
END_TEST

START_TEST(what_cannot_be_read_is_an_error)
{
    struct seen seen = {0};

    ck_assert_int_eq(read_each_line(dir, "missing", see_number, &seen), -ENOENT);
    ck_assert_int_eq(read_each_line(dir, ".", see_number, &seen), -EISDIR);
    ck_assert_uint_eq(seen.lines, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("read");
    TCase *tests = tcase_create("lines");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, lines_are_seen_until_no_more_are_wanted, 0, COUNT_OF(ends));
    tcase_add_test(tests, lines_that_are_too_long_end_a_file);
    tcase_add_test(tests, what_cannot_be_read_is_an_error);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
