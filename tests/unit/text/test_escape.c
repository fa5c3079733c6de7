/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "lib/text/escape.h"
#include "tests/unit/run.h"

/* What ps shows of a name in the C locale and in one with UTF-8, and the cells that it takes. */
static const struct {
    const char *text;
    const char *in_c;
    const char *in_utf8;
    size_t utf8_cells;
} cases[] = {
    {"", "", "", 0},
    {"plain", "plain", "plain", 5},
    {"a) R (b c", "a) R (b c", "a) R (b c", 9},
    {"tab\tnl\n", "tab?nl?", "tab?nl?", 7},
    {"\033[31m", "?[31m", "?[31m", 5},
    {"del\177x", "del?x", "del?x", 5},
    {"\u00e9+\u00fc", "??+??", "\u00e9+\u00fc", 3},
    {"\u65e5\u672c", "??????", "\u65e5\u672c", 4},
    {"e\u0301x", "e??x", "e\u0301x", 2},     /* a combining accent takes no cell */
    {"bad\xff\xfe.", "bad??.", "bad??.", 6}, /* never valid */
    {"over\xc0\xaf", "over??", "over??", 6}, /* a '/' in two bytes */
    {"surrogate\xed\xa0\x80", "surrogate???", "surrogate???", 12},
    {"cut\xe6\x97", "cut??", "cut??", 5},
    {"cut\xe6\x97z", "cut??z", "cut??z", 6},
    {"c1\xc2\x85x", "c1??x", "c1?x", 4}, /* valid, and a control character: replaced as one */
    {"\u2028", "???", "?", 1},
    {"a\u202eb\u202c", "a???b???", "a?b?", 4}, /* turns the order round */
    {"ss\u200dhd", "ss???hd", "ss?hd", 5},     /* looks like sshd */
    {"a\u00adb", "a??b", "a?b", 3},
    {"\u2764\ufe0f", "??????", "\u2764?", 2},    /* wider than its cell on some terminals */
    {"\U000e0041", "????", "?", 1},              /* a tag */
    {"\u0663\u06dd", "????", "\u0663\u06dd", 2}, /* signs that are seen */
    {"e\u0301\u0323\u0308\u0304x", "e????????x", /* as many accents as there may be */
     "e\u0301\u0323\u0308\u0304x", 2},
    {"e\u0301\u0323\u0308\u0304\u0302\u0303x", "e????????????x", /* more */
     "e\u0301\u0323\u0308\u0304x", 2},
    {"\u0301\u0301\u0301\u0301\u0301\u0301", "????????????", "\u0301\u0301\u0301\u0301", 0},
};

static struct buf out;

static void use_c(void)
{
    ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C"));
    buf_clear(&out);
}

static void use_utf8(void)
{
    static const char *const names[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
    const char *set = NULL;

    for (int i = 0; i < COUNT_OF(names) && !set; i++)
        set = setlocale(LC_CTYPE, names[i]);
    ck_assert_msg(set, "these tests need a locale with UTF-8");
    buf_clear(&out);
}

static void release(void)
{
    buf_fini(&out);
}

static void check_shown(const char *text, const char *shown, size_t cells)
{
    ck_assert_uint_eq(escape_put(&out, text, strlen(text), ESCAPE_UNLIMITED), cells);
    ck_assert_str_eq(buf_text(&out), shown);
    ck_assert_uint_eq(escape_width(text, strlen(text)), cells);
}

FIXTURE(use_c, release);

LOOP(in_c, COUNT_OF(cases))
{
    check_shown(cases[_i].text, cases[_i].in_c, strlen(cases[_i].in_c));
}

/* Text is looked at in words where it can be: each byte counts for itself wherever it stands. */
CASE(every_byte_at_every_place)
{
    for (int byte = 0; byte < 256; byte++) {
        const char single = (char)byte;
        char shown;

        buf_clear(&out);
        escape_put(&out, &single, 1, ESCAPE_UNLIMITED);
        ck_assert_uint_eq(out.len, 1);
        shown = out.data[0];
        for (size_t place = 0; place < 20; place++) {
            char text[] = "abcdefghijklmnopqrst";
            char expected[sizeof(text)];

            memcpy(expected, text, sizeof(text));
            text[place] = single;
            expected[place] = shown;
            buf_clear(&out);
            escape_put(&out, text, sizeof(text) - 1, ESCAPE_UNLIMITED);
            if (strcmp(buf_text(&out), expected) != 0)
                ck_abort_msg("%02x at %zu: '%s'", byte, place, buf_text(&out));
        }
    }
}

FIXTURE(use_utf8, release);

LOOP(in_utf8, COUNT_OF(cases))
{
    check_shown(cases[_i].text, cases[_i].in_utf8, cases[_i].utf8_cells);
}

CASE(nul_is_replaced)
{
    ck_assert_uint_eq(escape_put(&out, "a\0b", 3, ESCAPE_UNLIMITED), 3);
    ck_assert_str_eq(buf_text(&out), "a?b");
}

/* "a", two wide characters, an accented "e", "b": 1 + 2 + 2 + 1 + 1 cells. */
static const struct {
    size_t max, cells;
    const char *text;
} limits[] = {
    {0, 0, ""},
    {1, 1, "a"},
    {2, 1, "a"}, /* half of a wide character is none */
    {3, 3, "a\u65e5"},
    {4, 3, "a\u65e5"},
    {5, 5, "a\u65e5\u672c"},
    {6, 6, "a\u65e5\u672ce"},
    {7, 7, "a\u65e5\u672ce\u0301b"},
    {8, 7, "a\u65e5\u672ce\u0301b"},
};

LOOP(stops_at_the_limit, COUNT_OF(limits))
{
    static const char text[] = "a\u65e5\u672ce\u0301b";
    const char *rest = text;

    ck_assert_uint_eq(escape_put(&out, text, strlen(text), limits[_i].max), limits[_i].cells);
    ck_assert_str_eq(buf_text(&out), limits[_i].text);
    ck_assert_uint_eq(escape_skip(&rest, strlen(text), limits[_i].max), limits[_i].cells);
    ck_assert_ptr_eq(rest, text + out.len);
}

static bool has_control_character(const struct buf *text)
{
    for (size_t i = 0; i < text->len; i++)
        if (iscntrl((unsigned char)text->data[i]))
            return true;
    return false;
}

/* The first and the last of each kind, and what is next to them. */
static const struct {
    uint32_t first, last;
} invisible[] = {
    {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x13430, 0x1343f}, {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

LOOP(nobody_can_see, COUNT_OF(invisible))
{
    ck_assert(!character_is_invisible(invisible[_i].first - 1));
    ck_assert(!character_is_invisible(invisible[_i].last + 1));
    for (uint32_t code = invisible[_i].first; code <= invisible[_i].last; code++) {
        char text[MB_LEN_MAX];
        mbstate_t state;
        size_t len;

        ck_assert(character_is_invisible(code));
        memset(&state, 0, sizeof(state));
        len = wcrtomb(text, (wchar_t)code, &state);
        ck_assert_uint_le(len, sizeof(text));
        buf_clear(&out);
        ck_assert_uint_eq(escape_put(&out, text, len, ESCAPE_UNLIMITED), 1);
        ck_assert_str_eq(buf_text(&out), "?");
    }
}

/* Any number of accents in front of, on and after a few letters. */
CASE(bytes_are_bounded_by_cells)
{
    static const char accents[] = "\u0301\u0302\u0303\u0304\u0305\u0306\u0307";
    struct buf text = {0}, again = {0};
    size_t cells;

    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 1000; j++)
            buf_puts(&text, accents);
        buf_puts(&text, "\u00e4\u65e5");
    }
    cells = escape_put(&out, text.data, text.len, ESCAPE_UNLIMITED);
    ck_assert_uint_eq(cells, 5 * 3);
    ck_assert_uint_eq(cells, escape_width(text.data, text.len));
    ck_assert_uint_le(out.len, 5 * (2 + 3 + 2 * 2 * ESCAPE_MARKS_MAX));
    ck_assert_uint_eq(escape_put(&again, out.data, out.len, ESCAPE_UNLIMITED), cells);
    ck_assert_str_eq(buf_text(&again), buf_text(&out));
    buf_fini(&text);
    buf_fini(&again);
}

/* No byte, in any company, may come out as a control character. */
LOOP(nothing_slips_through, 2)
{
    if (_i == 0)
        use_c();
    for (int first = 0; first < 256; first++) {
        for (int second = 0; second < 256; second++) {
            const char text[] = {(char)first, (char)second};

            buf_clear(&out);
            escape_put(&out, text, sizeof(text), ESCAPE_UNLIMITED);
            if (has_control_character(&out))
                ck_abort_msg("%02x %02x gives a control character", first, second);
        }
    }
}
