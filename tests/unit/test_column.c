/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table as a whole, and values. What the cells say is in test_cell.c. */
#include <check.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "lib/column/column.h"
#include "tests/unit/run.h"

static size_t column_count(void)
{
    size_t count = 0;

    while (column_at(count))
        count++;
    return count;
}

START_TEST(every_column_is_found)
{
    size_t count = column_count();

    ck_assert_uint_gt(count, 200);
    for (size_t i = 0; i < count; i++) {
        const struct column *column = column_at(i);

        ck_assert_ptr_eq(column_find(column->code), column);
        if (i > 0)
            ck_assert_str_lt(column_at(i - 1)->code, column->code);
    }
    ck_assert_ptr_null(column_at(count));
    ck_assert_ptr_null(column_at(count + 1));
}
END_TEST

START_TEST(others_are_not_found)
{
    static const char *const codes[] = {"", "pi", "pidd", "PID", "pid ", "~", "zzz"};

    for (int i = 0; i < COUNT_OF(codes); i++)
        ck_assert_msg(!column_find(codes[i]), "'%s' is no column", codes[i]);
}
END_TEST

START_TEST(every_row_is_complete)
{
    for (size_t i = 0; column_at(i); i++) {
        const struct column *column = column_at(i);
        size_t help_len = strlen(column->help);

        ck_assert(column->value != NULL);
        ck_assert_uint_gt(column->width, 0);
        ck_assert_uint_gt(strlen(column->header), 0);
        ck_assert_uint_gt(help_len, 0);
        ck_assert_int_ne(column->help[help_len - 1], '.');
        ck_assert_ptr_null(strchr(column->help, '\n'));
        /* What needs nothing but the ids is for a task's ids, shows nothing, or is a sample. */
        if (column->need == NEED_IDS)
            ck_assert(column->pid_width || column->unprintable || column->code[0] == '_' ||
                      column == column_find("count"));
        /* Such figures are never printed as they are. */
        if (column->unit == UNIT_PERCENT || column->unit == UNIT_NS ||
            column->unit == UNIT_EPOCH_NS || column->unit == UNIT_BITS)
            ck_assert(column->put != NULL);
        if (column->sum != SUM_NONE)
            ck_assert(column->unit != UNIT_EPOCH_NS && column->unit != UNIT_BITS);
    }
}
END_TEST

/*
 * A task of which nothing could be read but its id, as when it vanished between two reads: every
 * column has something to show, and asks for no figure that is not there.
 */
START_TEST(every_column_stands_a_bare_task)
{
    static const struct task bare = {.process = &process_none, .tid = 7, .tgid = 7};
    static const struct moment moment = {0};
    struct column_context context = {.moment = &moment, .names = name_cache_new()};
    const struct cell cell = {.context = &context, .tree_prefix = "", .width = 8, .room = SIZE_MAX};

    for (size_t i = 0; column_at(i); i++) {
        const struct column *column = column_at(i);
        struct buf out = {0};

        column_format(&out, column, &bare, &cell);
        ck_assert(!out.failed);
        if (column->unprintable)
            ck_assert_str_eq(buf_text(&out), "-");
        else
            ck_assert_msg(out.len > 0, "%s is empty", column->code);
        (void)column->value(&bare, &context);
        if (column->sort_value)
            (void)column->sort_value(&bare, &context);
        buf_fini(&out);
    }
    name_cache_free(context.names);
}
END_TEST

#define NONE               \
    {                      \
        .kind = VALUE_NONE \
    }
#define INT(n)                         \
    {                                  \
        .kind = VALUE_INT, .as.i = (n) \
    }
#define UINT(n)                         \
    {                                   \
        .kind = VALUE_UINT, .as.u = (n) \
    }
#define REAL(n)                            \
    {                                      \
        .kind = VALUE_REAL, .as.real = (n) \
    }
#define TEXT(s)                                                  \
    {                                                            \
        .kind = VALUE_TEXT, .len = sizeof(s) - 1, .as.text = (s) \
    }

static const struct {
    struct value a, b;
    int order;
} comparisons[] = {
    {NONE, NONE, 0},
    {NONE, INT(INT64_MIN), -1},
    {NONE, TEXT(""), -1},
    {INT(-1), INT(1), -1},
    {INT(INT64_MIN), INT(INT64_MAX), -1},
    {INT(5), INT(5), 0},
    {UINT(1), UINT(UINT64_MAX), -1},
    {UINT(UINT64_MAX - 1), UINT(UINT64_MAX), -1}, /* the same as a double */
    {INT(-1), UINT(1), -1},
    {INT(1), REAL(1.5), -1},
    {REAL(0.1), REAL(0.2), -1},
    {REAL(0.1), REAL(0.1), 0},
    {UINT(UINT64_MAX), TEXT(""), -1},
    {TEXT(""), TEXT("a"), -1},
    {TEXT("a"), TEXT("ab"), -1},
    {TEXT("ab"), TEXT("b"), -1},
    {TEXT("a\0b"), TEXT("a\0c"), -1},
    {TEXT("z"), TEXT("\xc3\xa9"), -1},
    {TEXT("same"), TEXT("same"), 0},
};

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

START_TEST(compares)
{
    ck_assert_int_eq(sign(value_compare(&comparisons[_i].a, &comparisons[_i].b)),
                     comparisons[_i].order);
    ck_assert_int_eq(sign(value_compare(&comparisons[_i].b, &comparisons[_i].a)),
                     -comparisons[_i].order);
}
END_TEST

static const struct {
    struct value sum, value, result;
} additions[] = {
    {NONE, NONE, NONE},
    {NONE, INT(-3), INT(-3)},
    {UINT(5), NONE, UINT(5)},
    {UINT(5), TEXT("7"), UINT(5)},
    {INT(-3), INT(5), INT(2)},
    {UINT(3), UINT(5), UINT(8)},
    {REAL(0.5), REAL(0.25), REAL(0.75)},
    {UINT(1), REAL(0.5), REAL(1.5)},
    {UINT(UINT64_MAX - 1), UINT(5), UINT(UINT64_MAX)},
    {INT(INT64_MAX), INT(1), INT(INT64_MAX)},
    {INT(INT64_MIN), INT(-1), INT(INT64_MIN)},
};

START_TEST(adds)
{
    struct value sum = additions[_i].sum;

    value_add(&sum, &additions[_i].value);
    ck_assert_int_eq(sum.kind, additions[_i].result.kind);
    ck_assert_int_eq(value_compare(&sum, &additions[_i].result), 0);
}
END_TEST

START_TEST(constructs)
{
    ck_assert_int_eq(value_none().kind, VALUE_NONE);
    ck_assert_int_eq(value_int(-5).as.i, -5);
    ck_assert_uint_eq(value_uint(UINT64_MAX).as.u, UINT64_MAX);
    ck_assert_double_eq(value_real(0.5).as.real, 0.5);
    ck_assert_int_eq(value_string(NULL).kind, VALUE_NONE);
    ck_assert_int_eq(value_string("").kind, VALUE_TEXT);
    ck_assert_uint_eq(value_string("abc").len, 3);
    ck_assert_uint_eq(value_text("abc", 2).len, 2);
}
END_TEST

/* What a column without a format of its own prints. */
static struct value plain_value;

static struct value value_plain(const struct task *task, const struct column_context *context)
{
    (void)task;
    (void)context;
    return plain_value;
}

static const struct {
    struct value value;
    enum align align;
    size_t room;
    const char *text;
} plain_cases[] = {
    {NONE, ALIGN_RIGHT, SIZE_MAX, "-"},
    {INT(-12), ALIGN_RIGHT, SIZE_MAX, "-12"},
    {UINT(4294967295), ALIGN_RIGHT, SIZE_MAX, "4294967295"},
    {UINT(12345), ALIGN_RIGHT, 3, "12345"}, /* a number is never cut */
    {REAL(1.25), ALIGN_RIGHT, SIZE_MAX, "1.2"},
    {TEXT("abc\n"), ALIGN_LEFT, SIZE_MAX, "abc."},
    {TEXT("abcdef"), ALIGN_LEFT, 4, "abcd"},
    {TEXT("abcdefgh"), ALIGN_USER, 8, "abcdefgh"},
    {TEXT("abcdefghi"), ALIGN_USER, 8, "abcdefg+"},
    {TEXT("abcdefghi"), ALIGN_USER, SIZE_MAX, "abcdefghi"},
    {TEXT("abc"), ALIGN_USER, 1, "+"},
    {TEXT("abc"), ALIGN_USER, 0, ""},
    {UINT(123456789), ALIGN_USER, 8, "1234567+"},
};

START_TEST(prints_plainly)
{
    const struct column column = {.value = value_plain, .align = plain_cases[_i].align};
    const struct column_context context = {0};
    const struct cell cell = {.context = &context, .room = plain_cases[_i].room};
    const struct task task = {.process = &process_none};
    struct buf out = {0};

    plain_value = plain_cases[_i].value;
    column_format(&out, &column, &task, &cell);
    ck_assert_str_eq(buf_text(&out), plain_cases[_i].text);
    buf_fini(&out);
}
END_TEST

/* On every processor, whatever precision it keeps in between. */
START_TEST(sums_are_rounded_down_but_for_what_rounding_took)
{
    struct value sum = value_none();
    const struct value share = value_real(100.0 * 6144 / 2048000);
    const struct value tenth = value_real(0.1);
    const struct value less = value_real(0.29999);
    const struct value huge = value_real(1e300);

    for (int i = 0; i < 10; i++)
        value_add(&sum, &tenth);
    ck_assert(sum.as.real < 1);
    ck_assert_uint_eq(value_parts(&sum, 1), 1);
    ck_assert_uint_eq(value_parts(&sum, 1000), 1000);
    ck_assert_uint_eq(value_parts(&share, 10), 3);
    ck_assert_uint_eq(value_parts(&less, 10), 2);
    ck_assert_uint_eq(value_parts(&huge, 10), UINT64_C(1000000000000000000));
}
END_TEST

static Suite *suite(void)
{
    TCase *table = tcase_create("table");
    TCase *values = tcase_create("values");
    Suite *suite = suite_create("column");

    tcase_add_test(table, every_column_is_found);
    tcase_add_test(table, others_are_not_found);
    tcase_add_test(table, every_row_is_complete);
    tcase_add_test(table, every_column_stands_a_bare_task);
    suite_add_tcase(suite, table);

    tcase_add_loop_test(values, compares, 0, COUNT_OF(comparisons));
    tcase_add_loop_test(values, adds, 0, COUNT_OF(additions));
    tcase_add_test(values, constructs);
    tcase_add_loop_test(values, prints_plainly, 0, COUNT_OF(plain_cases));
    tcase_add_test(values, sums_are_rounded_down_but_for_what_rounding_took);
    suite_add_tcase(suite, values);
    return suite;
}

int main(void)
{
    return run_suite(suite());
}
