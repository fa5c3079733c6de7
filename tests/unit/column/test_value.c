/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values: how they compare and add up, and their text in a column without one of its own. */
#include <stdint.h>

#include "lib/column/column.h"
#include "tests/unit/run.h"

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

LOOP(compares, COUNT_OF(comparisons))
{
    ck_assert_int_eq(sign(value_compare(&comparisons[_i].a, &comparisons[_i].b)),
                     comparisons[_i].order);
    ck_assert_int_eq(sign(value_compare(&comparisons[_i].b, &comparisons[_i].a)),
                     -comparisons[_i].order);
}

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

LOOP(adds, COUNT_OF(additions))
{
    struct value sum = additions[_i].sum;

    value_add(&sum, &additions[_i].value);
    ck_assert_int_eq(sum.kind, additions[_i].result.kind);
    ck_assert_int_eq(value_compare(&sum, &additions[_i].result), 0);
}

CASE(constructs)
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

/* What a column without a format of its own prints. */
static struct value plain_value;

static struct value value_plain(const struct task *task, const struct column_context *context)
{
    return plain_value;
}

static const struct {
    struct value value;
    enum meaning as;
    size_t room;
    const char *text;
} plain_cases[] = {
    {NONE, AS_IS, SIZE_MAX, "-"},
    {INT(-12), AS_IS, SIZE_MAX, "-12"},
    {UINT(4294967295), AS_IS, SIZE_MAX, "4294967295"},
    {UINT(12345), AS_IS, 3, "12345"}, /* a number is never cut */
    {REAL(1.25), AS_IS, SIZE_MAX, "1.2"},
    {TEXT("abc\n"), AS_IS, SIZE_MAX, "abc?"},
    {TEXT("abcdef"), AS_IS, 4, "abcd"},
    {TEXT("abcdefgh"), USER_NAME, 8, "abcdefgh"},
    {TEXT("abcdefghi"), USER_NAME, 8, "abcdefg+"},
    {TEXT("abcdefghi"), USER_NAME, SIZE_MAX, "abcdefghi"},
    {TEXT("abc"), USER_NAME, 1, "+"},
    {TEXT("abc"), USER_NAME, 0, ""},
    {UINT(123456789), USER_NAME, 8, "1234567+"},
};

LOOP(prints_plainly, COUNT_OF(plain_cases))
{
    const struct column column = {.figure = FIGURE(.value = value_plain, .as = plain_cases[_i].as)};
    const struct column_context context = {0};
    const struct cell cell = {.context = &context, .room = plain_cases[_i].room};
    const struct task task = {.process = &process_none};
    struct buf out = {0};

    plain_value = plain_cases[_i].value;
    column_format(&out, &column, &task, &cell);
    BUF_CHECK(&out, plain_cases[_i].text);
}

/* On every processor, whatever precision it keeps in between. */
CASE(sums_are_rounded_down_but_for_what_rounding_took)
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
