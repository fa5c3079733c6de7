/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How wide ps writes: the screen, and the cells of a line. */
#include "ps/format/format.h"
#include "ps/layout.h"
#include "ps/printing.h"
#include "tests/unit/run.h"

#define NONE SCREEN_UNLIMITED

static const struct {
    struct terminal terminal;
    const char *env_columns, *env_lines;
    size_t columns, lines; /* options */
    unsigned wide;
    struct screen expected;
} screens[] = {
    /* a terminal of 100x50, one of unknown size, none */
    {{true, 100, 50}, NULL, NULL, 0, 0, 0, {100, 50}},
    {{true, 0, 0}, NULL, NULL, 0, 0, 0, {80, 24}},
    {{false, 0, 0}, NULL, NULL, 0, 0, 0, {NONE, 24}},
    {{false, 100, 50}, NULL, NULL, 0, 0, 0, {NONE, 50}},

    /* variables override the terminal, options both */
    {{true, 100, 50}, "70", "7", 0, 0, 0, {70, 7}},
    {{false, 0, 0}, "70", "7", 0, 0, 0, {70, 7}},
    {{true, 100, 50}, "0x46", "07", 0, 0, 0, {70, 7}},
    {{true, 100, 50}, "70", "7", 60, 6, 0, {60, 6}},
    {{false, 0, 0}, NULL, NULL, 2147483647, 1, 0, {2147483647, 1}},

    /* variables that make no sense count as not set */
    {{true, 100, 50}, "", "x", 0, 0, 0, {100, 50}},
    {{true, 100, 50}, "0", "-7", 0, 0, 0, {100, 50}},
    {{true, 100, 50}, "131072", "7 ", 0, 0, 0, {100, 50}},
    {{true, 100, 50}, "131071", "7", 0, 0, 0, {131071, 7}},

    /* w widens, ww does not end */
    {{true, 100, 50}, NULL, NULL, 0, 0, 1, {132, 50}},
    {{true, 200, 50}, NULL, NULL, 0, 0, 1, {200, 50}},
    {{true, 100, 50}, "70", NULL, 60, 0, 1, {132, 50}},
    {{true, 100, 50}, "70", NULL, 60, 0, 2, {NONE, 50}},
    {{false, 0, 0}, NULL, NULL, 0, 0, 1, {NONE, 24}},
};

LOOP(screen_rules, COUNT_OF(screens))
{
    const struct ps_environment environment = {
        .columns = screens[_i].env_columns,
        .lines = screens[_i].env_lines,
    };
    const struct ps_options options = {
        .columns = screens[_i].columns,
        .lines = screens[_i].lines,
        .wide = screens[_i].wide,
    };
    struct screen actual = screen_choose(&screens[_i].terminal, &environment, &options);

    ck_assert_uint_eq(actual.columns, screens[_i].expected.columns);
    ck_assert_uint_eq(actual.lines, screens[_i].expected.lines);
}

/* The width of the first column; without `options` those of a line without any. */
static void check_width(const char *columns, uint32_t digits, size_t screen,
                        const struct ps_options *options, size_t expected)
{
    static const struct ps_options plain;
    const struct system_info system_info = {.pid_digits = digits};
    struct format format = {0};
    struct layout layout;
    struct arena arena = {0};
    struct buf error = {0};

    ck_assert_int_eq(format_parse(&format, columns, &arena, &error), 0);
    ck_assert_int_eq(
        layout_init(&layout, &format, &system_info, screen, options ? options : &plain), 0);
    ck_assert_msg(layout.slots[0].width == expected, "%s: %zu", columns, layout.slots[0].width);
    layout_fini(&layout);
    format_fini(&format);
    arena_fini(&arena);
    buf_fini(&error);
}

/* The width of an id's column follows the longest id possible, unless the user sets it. */
CASE(id_width)
{
    static const struct {
        const char *format;
        uint32_t digits;
        size_t width;
    } cases[] = {
        {"pid", 5, 5},        {"pid", 7, 7},         {"pid", 2, 3},   {"tpgid", 3, 5},
        {"pid=LONGID", 5, 6}, {"pid=LONGEST", 9, 9}, {"pid:3", 7, 3}, {"pid=", 7, 7},
        {"pid=", 2, 3},       {"taskid=", 5, 6},     {"state", 7, 1},
    };

    for (int i = 0; i < COUNT_OF(cases); i++)
        check_width(cases[i].format, cases[i].digits, NONE, NULL, cases[i].width);
}

/* Signals in full if all of them fit, else none; what follows keeps its distance. */
CASE(signal_width)
{
    static const struct {
        const char *format;
        size_t columns, width;
    } cases[] = {
        {"pending", NONE, 16},       {"pending", 16, 16},          {"pending", 15, 9},
        {"pending,caught", 33, 16},  {"pending,caught", 32, 9},    {"pending,args", 20, 16},
        {"pending,args", 19, 9},     {"pending:5,args", NONE, 12}, {"pending:20,args", 40, 27},
        {"pending:20,args", 25, 20}, {"pending,caught", 10, 9}, /* two lines of ten cells */
    };

    for (int i = 0; i < COUNT_OF(cases); i++)
        check_width(cases[i].format, 5, cases[i].columns, NULL, cases[i].width);
}

/* Names of signals have room for a few of them. */
CASE(signal_name_width)
{
    static const struct ps_options options = {.signal_names = true};

    check_width("pending", 5, 10, &options, 27);
    check_width("pending,args", 5, 10, &options, 27);
    check_width("pending:12", 5, 10, &options, 27);
    check_width("pending:40", 5, 10, &options, 40);
}
