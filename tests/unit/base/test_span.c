/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/base/buf.h"
#include "lib/base/span.h"
#include "lib/base/units.h"
#include "tests/unit/run.h"

static const struct {
    const char *text;
    size_t len;
    const char *other;
    bool is, begins;
} pairs[] = {
    {"cpu0", 4, "cpu0", true, true},   {"cpu0", 3, "cpu", true, true},
    {"cpu0", 4, "cpu", false, true},   {"cpu", 3, "cpu0", false, false},
    {"cpu0", 3, "cpu0", false, false}, {"cpu", 3, "", false, true},
    {"cpu", 0, "", true, true},        {"cpu", 0, "c", false, false},
    {"cpu", 3, "cpx", false, false},
};

LOOP(equality_and_prefixes, COUNT_OF(pairs))
{
    struct span rest = {pairs[_i].text, pairs[_i].len};
    const size_t taken = pairs[_i].begins ? strlen(pairs[_i].other) : 0;

    ck_assert(span_is(rest, pairs[_i].other) == pairs[_i].is);
    ck_assert(span_take_prefix(&rest, pairs[_i].other) == pairs[_i].begins);
    ck_assert_ptr_eq(rest.text, pairs[_i].text + taken);
    ck_assert_uint_eq(rest.len, pairs[_i].len - taken);
}

/* The parts of a text, each with a bar behind it; a text ends before its last byte. */
static const struct {
    const char *text;
    const char *lines, *words;
} texts[] = {
    {"x", "", ""},
    {"\nx", "|", "\n|"},
    {"ax", "a|", "a|"},
    {"a\nx", "a|", "a\n|"},
    {"a\n\nb\n\nx", "a||b||", "a\n\nb\n\n|"},
    {" a  b x", " a  b |", "a|b|"},
    {"a b\nc x", "a b|c |", "a|b\nc|"},
    {"  x", "  |", ""},
};

static void put(struct buf *out, struct span part)
{
    buf_put(out, part.text, part.len);
    buf_putc(out, '|');
}

LOOP(lines_and_words, COUNT_OF(texts))
{
    const struct span text = {texts[_i].text, strlen(texts[_i].text) - 1};
    struct span lines = text, words = text, part;
    struct buf out = {0};

    while (span_take_part(&lines, '\n', &part))
        put(&out, part);
    ck_assert_str_eq(buf_text(&out), texts[_i].lines);
    ck_assert_uint_eq(part.len, 0);
    buf_clear(&out);
    while ((part = span_take_word(&words)).len > 0)
        put(&out, part);
    ck_assert_str_eq(buf_text(&out), texts[_i].words);
    ck_assert_ptr_eq(lines.text, span_end(text));
    ck_assert_ptr_eq(words.text, span_end(text));
    buf_fini(&out);
}

/* --- numbers --- */

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

LOOP(numbers_of_lines, COUNT_OF(numbers))
{
    uint64_t number = 7;

    ck_assert(line_number_find(numbers[_i].text, "n ", numbers[_i].places, &number) ==
              numbers[_i].found);
    ck_assert_uint_eq(number, numbers[_i].number);
}

CASE(fractions_are_cut_and_passed)
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

static const struct {
    const char *text;
    bool is_number;
    int64_t number;
} single[] = {
    {"0", true, 0},
    {"17\n", true, 17},
    {"-1000\n", true, -1000},
    {"4294967295", true, 4294967295},
    {"9223372036854775807", true, INT64_MAX},
    {"9223372036854775808", true, INT64_MAX},
    {"99999999999999999999999", true, INT64_MAX},
    {"-99999999999999999999999", true, -INT64_MAX},
    {"12x", true, 12},
    {"", false, 5},
    {"-", false, 5},
    {"+1", false, 5},
    {" 1", false, 5},
    {"x", false, 5},
};

LOOP(single_numbers, COUNT_OF(single))
{
    int64_t number = 5;

    ck_assert(number_parse_start(single[_i].text, strlen(single[_i].text), &number) ==
              single[_i].is_number);
    ck_assert_int_eq(number, single[_i].number);
}

CASE(text_ends_where_its_length_says)
{
    int64_t number = 5;

    ck_assert(number_parse_start("123456", 3, &number));
    ck_assert_int_eq(number, 123);
    ck_assert(!number_parse_start("-1", 1, &number));
}

CASE(lines_by_key)
{
    static const char text[] = "b:2\na:\t 1 kB\nab: 9\nhuge: 99999999999999999999\nempty:\nno: x\n"
                               "last: 7";
    uint64_t a = 0, b = 0, huge = 0, empty = 3, no = 4, last = 0;
    const struct key_value lines[] = {{"a:", &a},         {"b:", &b},   {"huge:", &huge},
                                      {"empty:", &empty}, {"no:", &no}, {"last:", &last}};

    ck_assert_uint_eq(key_value_parse(text, strlen(text), lines, COUNT_OF(lines)), 4);
    ck_assert_uint_eq(a, 1);
    ck_assert_uint_eq(b, 2);
    ck_assert_uint_eq(huge, UINT64_MAX);
    ck_assert_uint_eq(empty, 3);
    ck_assert_uint_eq(no, 4);
    ck_assert_uint_eq(last, 7);
}

static const struct {
    const char *text;
    bool valid;
    uint64_t ns;
} seconds[] = {
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

LOOP(parses_seconds, COUNT_OF(seconds))
{
    uint64_t ns = 77;

    ck_assert_int_eq(seconds_parse(seconds[_i].text, &ns), seconds[_i].valid);
    ck_assert_uint_eq(ns, seconds[_i].valid ? seconds[_i].ns : 77);
}
