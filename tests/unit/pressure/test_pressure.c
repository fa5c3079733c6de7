/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "lib/pressure/pressure.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

/* What kernels say, and what they never would. */
static const struct {
    const char *text, *expected;
} files[] = {
    {"some avg10=2.66 avg60=1.70 avg300=2.48 total=18538468\n"
     "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n",
     "2.7/0.0"},
    {"some avg10=100.00 avg60=99.99 avg300=2.48 total=1\n", "100.0/-"}, /* before 5.13 */
    {"full avg10=3.25 avg60=0.00 avg300=0.00 total=0\n", "-/3.2"},      /* of interrupts */
    {"some avg10=7\nfull avg10=.5\n", "7.0/-"},
    {"some avg10=\nfull avg10=x\n", "-/-"},
    {" some avg10=1.00\nnot full avg10=1.00\n", "-/-"},
    {"some avg60=1.70 avg10=2.66\n", "-/-"},
    {"\n\n\nsome avg10=0.49", "0.5/-"},
    {"", "-/-"},
};

START_TEST(texts_of_a_file)
{
    struct pressure pressure;
    struct buf text = {0};

    pressure_parse(files[_i].text, &pressure);
    pressure_put(&text, &pressure);
    ck_assert_str_eq(buf_text(&text), files[_i].expected);
    buf_fini(&text);
}

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

/* The groups of a task, and the path of version 2 among them. */
static const struct {
    const char *groups, *path;
} places[] = {
    {"0::/system.slice/a.service", "/system.slice/a.service"},
    {"9:name=systemd:/x,8:pids:/y,0::/user.slice", "/user.slice"},
    {"10::/b", ""},
    {"8:pids:/a,0::/b,0::/c", "/c"}, /* a name with a comma: the last line is that of version 2 */
    {"0::/../../other", ""},
    {"0::/a/..", ""},
    {"0::/a/..b/c", "/a/..b/c"},
    {"0::", ""},
    {"8:pids:/y", ""},
    {"", ""},
};

START_TEST(paths_of_version_2)
{
    char path[CGROUP_PATH_SIZE] = "before";

    cgroup_pressure_find(places[_i].groups, path);
    ck_assert_str_eq(path, places[_i].path);
}

START_TEST(a_path_that_is_too_long)
{
    char groups[CGROUP_PATH_SIZE + 4] = "0::/";
    char path[CGROUP_PATH_SIZE];

    memset(groups + 4, 'x', CGROUP_PATH_SIZE - 2);
    cgroup_pressure_find(groups, path);
    ck_assert_uint_eq(strlen(path), CGROUP_PATH_SIZE - 1);
    groups[CGROUP_PATH_SIZE + 2] = 'x';
    cgroup_pressure_find(groups, path);
    ck_assert_str_eq(path, "");
}

/* The folder /proc/pressure is of this form, and a host has it or has not. */
START_TEST(files_of_a_host)
{
    struct pressure pressures[PRESSURE_KINDS];
    struct tree tree;
    char longer[2000];

    tree_init(&tree);
    tree_put(&tree, "io", files[0].text);
    pressures_read(tree.path, pressures);
    ck_assert(!pressures[PRESSURE_CPU].has_some);
    ck_assert_double_eq(pressures[PRESSURE_IO].some, 2.66);
    snprintf(longer, sizeof(longer), "other%01000d\n%s", 0, files[0].text);
    tree_put(&tree, "io", longer);
    pressures_read(tree.path, pressures);
    ck_assert_double_eq(pressures[PRESSURE_IO].some, 2.66);
    tree_fini(&tree);
    pressures_read_host(pressures);
    for (int i = 0; i < PRESSURE_KINDS; i++)
        ck_assert(pressures[i].some >= 0 && pressures[i].some <= 100);
}

TESTS("pressure", LOOP(texts_of_a_file, COUNT_OF(files)), LOOP(numbers_of_lines, COUNT_OF(numbers)),
      LOOP(paths_of_version_2, COUNT_OF(places)), CASE(a_path_that_is_too_long),
      CASE(files_of_a_host))
