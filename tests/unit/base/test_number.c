/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>
#include <string.h>

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

START_TEST(fractions_are_cut_and_passed)
{
    static const uint64_t hundredths[] = {50, 266, 900, 12};
    const char *at = "0.5 2.667 9. 0.12/3";
    const char *const end = at + strlen(at);
    uint64_t value = 0;

    for (int i = 0; i < COUNT_OF(hundredths); i++) {
        ck_assert(decimal_take_fixed(&at, end, 2, &value));
        ck_assert_uint_eq(value, hundredths[i]);
    }
    ck_assert_str_eq(at, "/3");
    ck_assert(!decimal_take_fixed(&at, end, 2, &value));
    ck_assert_uint_eq(value, 12);
}

TESTS("number", LOOP(numbers_of_lines, COUNT_OF(numbers)), CASE(fractions_are_cut_and_passed))
