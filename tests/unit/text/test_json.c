/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON as text. That a real parser reads it is seen in tests/cli and tests/tui. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "lib/base/library.h"
#include "lib/column/column.h"
#include "lib/text/json.h"
#include "lib/text/names.h"
#include "tests/common/take_over.h"
#include "tests/common/unescape.h"
#include "tests/unit/run.h"

static struct json *json;
static struct buf out;
static bool is_missing, short_of_memory;

TAKE_OVER(void *, library_open, const char *name, const struct library_symbol *symbols,
          size_t count, struct buf *why)
{
    return is_missing ? NULL : __real_library_open(name, symbols, count, why);
}

TAKE_OVER(bool, buf_grow, struct buf *buf, size_t more)
{
    buf->failed |= short_of_memory;
    return !buf->failed && __real_buf_grow(buf, more);
}

static void set_up(void)
{
    ck_assert_msg(json_open(&json, &out) == 0, "%s", buf_text(&out));
}

static void tear_down(void)
{
    json_close(json);
    buf_fini(&out);
}

FIXTURE(set_up, tear_down);

static void check_text(const char *expected)
{
    json_finish(json, &out);
    ck_assert(!out.failed);
    ck_assert_str_eq(buf_text(&out), expected);
}

static void check_roundtrip(const char *text, size_t len)
{
    char back[8];
    size_t back_len;

    buf_clear(&out);
    json_begin(json);
    json_put_text(json, "t", text, len);
    json_finish(json, &out);
    back_len = unescape_member(buf_text(&out), "t", back, sizeof(back));
    ck_assert_msg(back_len == len && memcmp(back, text, len) == 0, "%s", buf_text(&out));
}

CASE(numbers)
{
    json_begin(json);
    json_put_int(json, "a", INT64_MIN);
    json_put_int(json, "b", 0);
    json_put_uint(json, "c", UINT64_MAX);
    json_put_null(json, "d");
    check_text("{\"a\":-9223372036854775808,\"b\":0,\"c\":18446744073709551615,\"d\":null}");
}

static const struct {
    uint64_t number;
    unsigned places;
    bool negative;
    const char *text;
} fixed_cases[] = {
    {0, 9, false, "{\"n\":0}"},
    {0, 9, true, "{\"n\":0}"},
    {1, 9, false, "{\"n\":0.000000001}"},
    {1500000000, 9, false, "{\"n\":1.5}"},
    {1000000000, 9, true, "{\"n\":-1}"},
    {1795224716010000000, 9, false, "{\"n\":1795224716.01}"},
    {UINT64_MAX, 9, true, "{\"n\":-18446744073.709551615}"},
    {UINT64_MAX, 19, true, "{\"n\":-1.8446744073709551615}"},
    {7, 19, false, "{\"n\":0.0000000000000000007}"},
    {100, 1, false, "{\"n\":10}"},
};

LOOP(fractions, COUNT_OF(fixed_cases))
{
    json_begin(json);
    json_put_fixed(json, "n", fixed_cases[_i].number, fixed_cases[_i].places,
                   fixed_cases[_i].negative);
    check_text(fixed_cases[_i].text);
}

static const struct {
    double number;
    const char *text;
} real_cases[] = {
    {0.0, "{\"n\":0}"},
    {-0.0, "{\"n\":0}"},
    {1.5, "{\"n\":1.5}"},
    {-2.25, "{\"n\":-2.25}"},
    {99.9999996, "{\"n\":100}"},
    {-0.0000001, "{\"n\":0}"},
    {1e12, "{\"n\":1000000000000}"},
    {1e13, "{\"n\":null}"},
    {-INFINITY, "{\"n\":null}"},
    {NAN, "{\"n\":null}"},
};

LOOP(reals, COUNT_OF(real_cases))
{
    json_begin(json);
    json_put_real(json, "n", real_cases[_i].number);
    check_text(real_cases[_i].text);
}

#define TEXT(bytes) .data = (bytes), .len = sizeof(bytes) - 1

/* What RFC 3629 allows and what it does not, at each limit. */
static const struct {
    const char *data;
    size_t len;
    const char *text;
} text_cases[] = {
    {TEXT(""), ""},
    {TEXT("plain"), "plain"},
    {TEXT("a\"b\\c/d"), "a\\\"b\\\\c/d"},
    {TEXT("\b\f\n\r\t"), "\\b\\f\\n\\r\\t"},
    {TEXT("\001\033[31m\037"), "\\u0001\\u001b[31m\\u001f"},
    {TEXT("a\177b"), "a\\\\x7fb"},
    {TEXT("\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0"),
     "\\\\xc2\\\\x80\\\\xc2\\\\x9b\\\\xc2\\\\x9f\xc2\xa0"},
    {TEXT("\xc3\xbc \xe6\xbc\xa2 \xf0\x9f\x90\xa7"), "\xc3\xbc \xe6\xbc\xa2 \xf0\x9f\x90\xa7"},
    {TEXT("\xff\xfe"), "\\\\xff\\\\xfe"},
    {TEXT("\x80"), "\\\\x80"},
    {TEXT("\xc3"), "\\\\xc3"},
    {TEXT("\xc3(\xe6\xbc("), "\\\\xc3(\\\\xe6\\\\xbc("},
    {TEXT("\xc0\xaf\xc1\xbf"), "\\\\xc0\\\\xaf\\\\xc1\\\\xbf"},
    {TEXT("\xe0\x9f\xbf\xe0\xa0\x80"), "\\\\xe0\\\\x9f\\\\xbf\xe0\xa0\x80"},
    {TEXT("\xed\x9f\xbf\xed\xa0\x80"), "\xed\x9f\xbf\\\\xed\\\\xa0\\\\x80"},
    {TEXT("\xf0\x8f\xbf\xbf\xf0\x90\x80\x80"), "\\\\xf0\\\\x8f\\\\xbf\\\\xbf\xf0\x90\x80\x80"},
    {TEXT("\xf4\x8f\xbf\xbf\xf4\x90\x80\x80"), "\xf4\x8f\xbf\xbf\\\\xf4\\\\x90\\\\x80\\\\x80"},
    {TEXT("\xf5\x80\x80\x80"), "\\\\xf5\\\\x80\\\\x80\\\\x80"},
    {TEXT("a\u202eb\u202c\u2028\u200d\ufeff"), "a\\u202eb\\u202c\\u2028\\u200d\\ufeff"},
    {TEXT("\u00ac\u00ad\u00ae"), "\u00ac\\u00ad\u00ae"},
    {TEXT("\U000e0041\U000e0fff"), "\\udb40\\udc41\\udb43\\udfff"},
    {TEXT("\\u202e"), "\\\\u202e"}, /* the six characters themselves */
    {TEXT("sleep\0001000\0\0"), "sleep 1000"},
    {TEXT("a\0\0b"), "a  b"},
    {TEXT("\0\0"), ""},
    /* What is written for escapes in the text, and what is not: only what reads like one. */
    {TEXT("\\x41"), "\\\\x5cx41"},
    {TEXT("\\\\x41"), "\\\\\\\\x5cx41"},
    {TEXT("\\x4"), "\\\\x4"},
    {TEXT("\\x4\xff"), "\\\\x4\\\\xff"},
    {TEXT("\\\xff"), "\\\\\\\\xff"},
    {TEXT("\\XAB\\xAB\\d"), "\\\\XAB\\\\xAB\\\\d"},
    {TEXT("\\x5c\\x5c"), "\\\\x5cx5c\\\\x5cx5c"},
};

LOOP(texts, COUNT_OF(text_cases))
{
    struct buf expected = {0};

    buf_printf(&expected, "{\"t\":\"%s\"}", text_cases[_i].text);
    json_begin(json);
    json_put_text(json, "t", text_cases[_i].data, text_cases[_i].len);
    check_text(buf_text(&expected));
    buf_fini(&expected);
}

/* Every string of a few bytes that matter, and every pair of any. */
CASE(every_text_can_be_recovered)
{
    static const char bytes[] = "\\x5cA\xc3\xbc\x80\x7f\n\"";
    const size_t kinds = sizeof(bytes) - 1;
    char text[5];

    for (size_t i = 0; i < kinds * kinds * kinds * kinds * kinds; i++) {
        for (size_t at = 0, rest = i; at < sizeof(text); at++, rest /= kinds)
            text[at] = bytes[rest % kinds];
        check_roundtrip(text, sizeof(text));
    }
    for (unsigned i = 1; i < 256; i++)
        for (unsigned j = 1; j < 256; j++) {
            text[0] = (char)i;
            text[1] = (char)j;
            check_roundtrip(text, 2);
        }
}

static const struct {
    const char *data;
    size_t len;
    const char *text;
} strings_cases[] = {
    {TEXT(""), "[]"},
    {TEXT("a"), "[\"a\"]"},
    {TEXT("a\0"), "[\"a\"]"},
    {TEXT("a\0b c\0"), "[\"a\",\"b c\"]"},
    {TEXT("a\0\0b\0\0"), "[\"a\",\"\",\"b\",\"\"]"},
    {TEXT("\0"), "[\"\"]"},
    {TEXT("\xff\0\\xff\0"), "[\"\\\\xff\",\"\\\\x5cxff\"]"},
};

LOOP(strings, COUNT_OF(strings_cases))
{
    struct buf expected = {0};

    buf_printf(&expected, "{\"a\":%s,\"b\":1}", strings_cases[_i].text);
    json_begin(json);
    json_put_strings(json, "a", strings_cases[_i].data, strings_cases[_i].len);
    json_put_int(json, "b", 1);
    check_text(buf_text(&expected));
    buf_fini(&expected);
}

CASE(nested)
{
    json_begin(json);
    json_begin_object(json, "o");
    json_begin_array(json, "a");
    json_put_int(json, NULL, 1);
    json_begin_object(json, NULL);
    json_put_text(json, "k", "v", 1);
    json_end(json);
    json_end(json);
    json_end(json);
    json_begin_array(json, "empty");
    json_end(json);
    json_put_int(json, "last", 2);
    check_text("{\"o\":{\"a\":[1,{\"k\":\"v\"}]},\"empty\":[],\"last\":2}");
}

CASE(too_deep)
{
    json_begin(json);
    for (int i = 0; i < 100; i++)
        json_begin_object(json, "o");
    json_finish(json, &out);
    ck_assert(out.failed);
    buf_clear(&out);
    json_begin(json);
    check_text("{}");
}

/* Each byte takes six in JSON, so room has to be made for far more than there is text. */
CASE(long_texts)
{
    static char bytes[300000];
    const size_t expected = strlen("{\"t\":\"\"}") + 6 * sizeof(bytes);

    memset(bytes, 1, sizeof(bytes));
    for (int i = 0; i < 2; i++) {
        json_begin(json);
        json_put_text(json, "t", bytes, sizeof(bytes));
        json_finish(json, &out);
        ck_assert(!out.failed);
    }
    ck_assert_uint_eq(out.len, 2 * expected);
    ck_assert_str_eq(out.data + out.len - strlen("\\u0001\"}"), "\\u0001\"}");
}

CASE(an_unfinished_object_is_freed)
{
    json_begin(json);
    json_put_int(json, "a", 1);
}

#define VALUE(kind_, member_, number_)               \
    {                                                \
        .kind = VALUE_##kind_, .as.member_ = number_ \
    }

static const struct {
    const char *text;
    struct value value;
    enum unit unit;
    enum meaning as;
    bool numeric_ids;
} value_cases[] = {
    {"{\"v\":null}", {.kind = VALUE_NONE}, .unit = UNIT_KIB},
    {"{\"v\":-5}", VALUE(INT, i, -5), .unit = UNIT_NONE},
    {"{\"v\":4096}", VALUE(UINT, u, 4), .unit = UNIT_KIB},
    {"{\"v\":18446744073709551615}", VALUE(UINT, u, UINT64_MAX), .unit = UNIT_KIB},
    {"{\"v\":12.34}", VALUE(UINT, u, 12340000000), .unit = UNIT_NS},
    {"{\"v\":1795224716}", VALUE(INT, i, 1795224716000000000), .unit = UNIT_EPOCH_NS},
    {"{\"v\":-1.5}", VALUE(INT, i, -1500000000), .unit = UNIT_EPOCH_NS},
    {"{\"v\":\"fffffffe7ffbfeff\"}", VALUE(UINT, u, 0xfffffffe7ffbfeff), .unit = UNIT_BITS},
    {"{\"v\":20.66}", VALUE(REAL, real, 20.66), .unit = UNIT_PERCENT},
    {"{\"v\":0}", VALUE(REAL, real, 0.0000004), .unit = UNIT_PERCENT},
    {"{\"v\":-0.5}", VALUE(REAL, real, -0.5), .unit = UNIT_PERCENT},
    {"{\"v\":null}", VALUE(REAL, real, 1e300), .unit = UNIT_PERCENT},
    {"{\"v\":\"3001\"}", VALUE(UINT, u, 3001), .as = USER_NAME},
    {"{\"v\":3001}", VALUE(UINT, u, 3001), .as = USER_NAME, .numeric_ids = true},
    {"{\"v\":\"root\"}", {.kind = VALUE_TEXT, .len = 4, .as.text = "root"}, .as = USER_NAME},
};

LOOP(values, COUNT_OF(value_cases))
{
    const struct column_context context = {.numeric_ids = value_cases[_i].numeric_ids};
    const struct column column = {
        .figure = FIGURE(.unit = value_cases[_i].unit, .as = value_cases[_i].as)};

    json_begin(json);
    column_put_json(json, "v", &column, &value_cases[_i].value, &context);
    check_text(value_cases[_i].text);
}

/* Without memory for the reason, that is the reason. */
CASE(without_a_library)
{
    struct json *none = NULL;
    struct buf why = {0};

    is_missing = true;
    ck_assert_int_eq(json_open(&none, &why), -ELIBACC);
    ck_assert_uint_gt(why.len, 0);
    buf_fini(&why);
    why = (struct buf){0};
    short_of_memory = true;
    ck_assert_int_eq(json_open(&none, &why), -ENOMEM);
    is_missing = short_of_memory = false;
    ck_assert_ptr_null(none);
    buf_fini(&why);
}

/* A task of which nothing could be read still gives an object, whatever the column. */
CASE(every_column)
{
    static const struct task bare = {.process = &process_none, .tid = 7, .tgid = 7};
    static const struct system_info system_info = {0};
    const struct column_context context = {.system = &system_info, .names = name_cache_new()};
    const struct column *column;

    for (size_t i = 0; (column = column_at(i)); i++) {
        struct value value = column_value(column, &bare, &context);

        json_begin(json);
        column_put_json(json, column->code, column, &value, &context);
        json_finish(json, &out);
        ck_assert_msg(!out.failed, "%s", column->code);
    }
    name_cache_free(context.names);
}

int main(void)
{
#ifdef WITHOUT_JSON
    leave_out("JSON", "it is no part of this build");
    return 77; /* skipped */
#endif
    return run_tests();
}
