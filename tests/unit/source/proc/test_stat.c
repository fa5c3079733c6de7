/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parsers of stat, statm and cgroup: lines as kernels of each generation write them. */
#include <stdio.h>
#include <string.h>

#include "lib/source/proc/parse/parse.h"
#include "tests/unit/run.h"

/* A line with `count` fields, in which field n from 4 on is the number n. */
static size_t make_line(char *line, size_t size, const char *comm, unsigned count)
{
    int len = snprintf(line, size, "1 (%s) S", comm);

    for (unsigned field = 4; field <= count; field++)
        len += snprintf(line + len, size - (size_t)len, " %u", field);
    len += snprintf(line + len, size - (size_t)len, "\n");
    return (size_t)len;
}

CASE(every_field_has_its_number)
{
    char text[512];
    size_t len = make_line(text, sizeof(text), "x", 52);
    struct stat_line line;

    ck_assert(stat_parse(text, len, &line));
    ck_assert_uint_eq(line.count, 52);
    ck_assert_int_eq(line.state, 'S');
    for (unsigned field = 4; field <= 52; field++)
        ck_assert_uint_eq(line.field[field], field);
    ck_assert_uint_eq(line.field[53], 0);
}

static const char *const names[] = {
    "plain", "a) R (b c", ")", "((", "", "new\nline", "with space ", "\xc3\xa9\x1b[2J",
};

LOOP(name_ends_at_the_last_parenthesis, COUNT_OF(names))
{
    const char *name = names[_i];
    char text[512];
    size_t len = make_line(text, sizeof(text), name, 44);
    struct stat_line line;

    ck_assert(stat_parse(text, len, &line));
    ck_assert_uint_eq(line.comm_len, strlen(name));
    ck_assert_mem_eq(line.comm, name, line.comm_len);
    ck_assert_int_eq(line.state, 'S');
    ck_assert_uint_eq(line.field[STAT_PPID], 4);
}

/* Field count, dot entries in the listing, and the field that group_utime is in (0: none). */
static const struct {
    unsigned count;
    bool dot;
    unsigned first;
} generations[] = {
    {39, false, 0}, {41, false, 0},  {41, true, 0},  {42, false, 0}, {44, false, 0}, {44, true, 0},
    {45, true, 42}, {45, false, 42}, {47, false, 0}, {47, true, 0},  {52, false, 0}, {52, true, 0},
    {55, true, 0},  {56, false, 0},  {56, true, 53}, {57, true, 0},  {60, true, 0},
};

LOOP(group_times_by_field_count, COUNT_OF(generations))
{
    char text[512];
    size_t len = make_line(text, sizeof(text), "x", generations[_i].count);
    struct stat_group_times times;
    struct stat_line line;
    unsigned first = generations[_i].first;

    ck_assert(stat_parse(text, len, &line));
    ck_assert_uint_eq(line.count, generations[_i].count);
    ck_assert_int_eq(stat_group_times(&line, generations[_i].dot, &times), first != 0);
    if (first) {
        ck_assert_uint_eq(times.utime, first);
        ck_assert_uint_eq(times.stime, first + 1);
        ck_assert_uint_eq(times.cutime, first + 2);
        ck_assert_uint_eq(times.cstime, first + 3);
    }
}

CASE(signs_and_large_numbers)
{
    static const char text[] = "7 (k) I 2 0 0 0 -1 69238880 0 0 0 0 0 0 0 0 -51 0 1 0 22 0 0 "
                               "18446744073709551615 0 0 0\n";
    struct stat_line line;

    ck_assert(stat_parse(text, strlen(text), &line));
    ck_assert_int_eq((int)line.field[STAT_TPGID], -1);
    ck_assert_int_eq((int)line.field[STAT_PRIORITY], -51);
    ck_assert_uint_eq(line.field[STAT_RSSLIM], UINT64_MAX);
    ck_assert_uint_eq(line.field[STAT_STARTTIME], 22);
}

static const char *const broken[] = {
    "",
    "\n",
    "12",
    "12 ",
    "12 (x",
    "12 x) S 1",
    "12 (x)",
    "12 (x) ",
    "12 (x) S",
    "12 (x) S 1 2 3\n",
    ") 12 (x S 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22\n",
    "x (x) S 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22\n",
    "1 (x) S 4 5 6 7 8 nine 10 11 12 13 14 15 16 17 18 19 20 21 22\n",
    "1 (x) S 4 5 6 7 8 9x 10 11 12 13 14 15 16 17 18 19 20 21 22\n",
    "1 (x) S 4 5 6 7 8 - 10 11 12 13 14 15 16 17 18 19 20 21 22\n",
    /* A state is shown as it is, so it has to be a letter. */
    "1 (x) \033 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22\n",
    "1 (x) \n 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22\n",
    "1 (x) \xff 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22\n",
};

LOOP(broken_lines_are_refused, COUNT_OF(broken))
{
    struct stat_line line;

    ck_assert(!stat_parse(broken[_i], strlen(broken[_i]), &line));
}

CASE(statm_has_its_six_numbers)
{
    static const char text[] = "2899 406 372 5 1 122 9\n";
    static const struct statm_line expected = {2899, 406, 372, 5, 1, 122};
    struct statm_line line;

    ck_assert(statm_parse(text, strlen(text), &line));
    ck_assert_mem_eq(&line, &expected, sizeof(line));
    ck_assert(!statm_parse("", 0, &line));
    ck_assert(!statm_parse("1 2 3 4 5\n", 10, &line));
    ck_assert(!statm_parse("1 2 x 4 5 6\n", 12, &line));
}

static const struct {
    const char *text;
    const char *joined;
} cgroups[] = {
    {"", ""},
    {"0::/\n", ""},
    {"0::/a.slice\n", "0::/a.slice"},
    {"9:name=systemd:/\n4:cpu,memory:/b\n0::/\n", "4:cpu,memory:/b"},
    {"4:cpu:/a\n0::/b:c\n", "4:cpu:/a\n0::/b:c"},
    {"0::/last", "0::/last"},
    {"odd\n\n", "odd"},
};

LOOP(cgroup_lines_are_joined, COUNT_OF(cgroups))
{
    char text[64];
    size_t len;

    snprintf(text, sizeof(text), "%s", cgroups[_i].text);
    len = cgroup_join(text, strlen(text));
    ck_assert_uint_eq(len, strlen(cgroups[_i].joined));
    ck_assert_mem_eq(text, cgroups[_i].joined, len);
}
