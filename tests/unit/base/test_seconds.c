/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>

#include "lib/base/number.h"
#include "lib/base/units.h"
#include "tests/unit/run.h"

static const struct {
    const char *text;
    bool valid;
    uint64_t ns;
} cases[] = {
    {"3", true, 3 * NS_PER_S},
    {"0", true, 0},
    {"0.5", true, NS_PER_S / 2},
    {"0,25", true, NS_PER_S / 4},
    {".1", true, NS_PER_S / 10},
    {"2.", true, 2 * NS_PER_S},
    {"1.0000000009", true, NS_PER_S},
    {"0.0000000001", true, 1},
    {"0.0000000000", true, 0},
    {"99999999999999999999", true, NS_PER_S *NS_PER_S},
    {"", false, 0},
    {".", false, 0},
    {"-1", false, 0},
    {"1s", false, 0},
    {"1.2.3", false, 0},
    {"nan", false, 0},
    {"inf", false, 0},
};

START_TEST(parses_seconds)
{
    uint64_t ns = 77;

    ck_assert_int_eq(seconds_parse(cases[_i].text, &ns), cases[_i].valid);
    ck_assert_uint_eq(ns, cases[_i].valid ? cases[_i].ns : 77);
}

TESTS("seconds", LOOP(parses_seconds, COUNT_OF(cases)))
