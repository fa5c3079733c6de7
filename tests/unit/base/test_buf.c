/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdint.h>
#include <string.h>

#include "lib/base/buf.h"
#include "tests/unit/run.h"

static struct buf buf;

static void release(void)
{
    buf_fini(&buf);
}

FIXTURE(NULL, release);

static const struct {
    uint64_t value;
    unsigned digits;
    const char *text;
} unsigned_cases[] = {
    {0, 0, "0"},
    {0, 2, "00"},
    {7, 2, "07"},
    {42, 2, "42"},
    {123, 2, "123"},
    {10, 1, "10"},
    {100, 0, "100"},
    {90807, 0, "90807"},
    {UINT64_MAX, 0, "18446744073709551615"},
    {UINT64_MAX, 22, "0018446744073709551615"},
};

LOOP(unsigned_numbers, COUNT_OF(unsigned_cases))
{
    buf_put_u64_padded(&buf, unsigned_cases[_i].value, unsigned_cases[_i].digits);
    ck_assert_str_eq(buf_text(&buf), unsigned_cases[_i].text);
    ck_assert_uint_eq(buf.len, strlen(unsigned_cases[_i].text));
}

CASE(fixed_numbers)
{
    buf_put_fixed(&buf, 12345, 3);
    buf_put_fixed(&buf, 7, 1);
    buf_put_fixed(&buf, 1002, 3);
    ck_assert_str_eq(buf_text(&buf), "12.3450.71.002");
}

static const struct {
    int64_t value;
    const char *text;
} signed_cases[] = {
    {0, "0"},
    {-1, "-1"},
    {INT64_MAX, "9223372036854775807"},
    {INT64_MIN, "-9223372036854775808"},
};

LOOP(signed_numbers, COUNT_OF(signed_cases))
{
    buf_put_i64(&buf, signed_cases[_i].value);
    ck_assert_str_eq(buf_text(&buf), signed_cases[_i].text);
}

CASE(appends)
{
    ck_assert_str_eq(buf_text(&buf), "");
    buf_puts(&buf, "ab");
    buf_putc(&buf, 'c');
    buf_put(&buf, "defg", 2);
    buf_fill(&buf, '.', 3);
    buf_printf(&buf, "%d-%s", 12, "x");
    ck_assert_str_eq(buf_text(&buf), "abcde...12-x");
    ck_assert_uint_eq(buf.len, 12);

    buf_truncate(&buf, 5);
    ck_assert_str_eq(buf_text(&buf), "abcde");
    buf_clear(&buf);
    ck_assert_str_eq(buf_text(&buf), "");
}

CASE(nothing_is_text_too)
{
    buf_put(&buf, NULL, 0);
    buf_fill(&buf, 'x', 0);
    buf_printf(&buf, "%s", "");
    ck_assert_uint_eq(buf.len, 0);
    ck_assert_str_eq(buf_text(&buf), "");
}

/* Across every size at which the memory has to grow. */
CASE(grows)
{
    for (size_t i = 0; i < 5000; i++) {
        buf_putc(&buf, (char)('a' + i % 26));
        if (buf.len != i + 1 || buf.data[buf.len] != '\0')
            ck_abort_msg("not %zu bytes and a NUL", i + 1);
    }
    buf_printf(&buf, "%05000d", 7);
    ck_assert_uint_eq(buf.len, 10000);
    for (size_t i = 0; i < 5000; i++)
        if (buf.data[i] != (char)('a' + i % 26))
            ck_abort_msg("byte %zu has changed", i);
    ck_assert_int_eq(buf.data[9999], '7');
}

CASE(failure_sticks)
{
    buf_puts(&buf, "kept");
    ck_assert(!buf_reserve(&buf, SIZE_MAX));
    ck_assert(buf.failed);
    buf_puts(&buf, "lost");
    buf_printf(&buf, "%d", 1);
    buf_put_u64(&buf, 1);
    ck_assert(buf.failed);
    ck_assert_str_eq(buf_text(&buf), "");
    ck_assert_uint_eq(buf_len(&buf), 0);
    ck_assert_str_eq(buf.data, "kept");
    buf_truncate(&buf, 0);
    ck_assert(buf.failed);

    buf_clear(&buf);
    buf_puts(&buf, "again");
    ck_assert(!buf.failed);
    ck_assert_str_eq(buf_text(&buf), "again");
}

/* What is put in front or said again is of any length, and its source may move as memory grows. */
CASE(inserts_and_repeats)
{
    buf_puts(&buf, "ab");
    buf_insert(&buf, 1, '-', 2);
    buf_insert(&buf, 4, '.', 1);
    buf_insert(&buf, 0, ' ', 1);
    buf_insert(&buf, 3, '!', 0);
    ck_assert_str_eq(buf_text(&buf), " a--b.");
    buf_repeat(&buf, 1, 5);
    buf_repeat(&buf, 5, 0);
    buf_repeat(&buf, 10, 1);
    ck_assert_str_eq(buf_text(&buf), " a--b.a--b..");
    ck_assert_uint_eq(buf.len, 12);
    for (size_t len = 12; len < 5000; len = buf.len) {
        buf_repeat(&buf, 0, len - 1);
        ck_assert_int_eq(memcmp(buf.data, buf.data + len, len - 1), 0);
        ck_assert_int_eq(buf.data[buf.len], '\0');
        ck_assert_uint_eq(buf.len, 2 * len - 1);
    }
}
