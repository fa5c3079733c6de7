/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>

#include "lib/base/buf.h"
#include "lib/base/span.h"
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

START_TEST(equality_and_prefixes)
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

START_TEST(lines_and_words)
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

TESTS("span", LOOP(equality_and_prefixes, COUNT_OF(pairs)), LOOP(lines_and_words, COUNT_OF(texts)))
