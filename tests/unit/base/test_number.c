/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>

#include "lib/base/number.h"
#include "tests/unit/run.h"

static const struct {
    const char *text;
    unsigned places;
    bool found;
    uint64_t number;
} numbers[] = {
    {"n 12\n", 0, true, 12},
    {"n 12.5\n", 0, true, 12},
    {"n 12.5\n", 2, true, 1250},
    {"n 12.567\n", 2, true, 1256},
    {"m 1\nn 2\nn 3\n", 0, true, 2},
    {"n 18446744073709551615\n", 0, true, UINT64_MAX},
    {"n 18446744073709551616\n", 0, true, UINT64_MAX},
    {"n 18446744073709551615\n", 2, true, UINT64_MAX},
    {"n -1\n", 0, false, 0},
    {"nn 1\n", 0, false, 0},
    {"n ", 0, false, 0},
};

START_TEST(numbers_of_lines)
{
    uint64_t number = 7;

    ck_assert(line_number_find(numbers[_i].text, "n ", numbers[_i].places, &number) ==
              numbers[_i].found);
    ck_assert_uint_eq(number, numbers[_i].number);
}

TESTS("number", LOOP(numbers_of_lines, COUNT_OF(numbers)))
