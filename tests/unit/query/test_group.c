/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/query/group.h"
#include "lib/wait/wait.h"
#include "tests/unit/process.h"
#include "tests/unit/run.h"

static struct name_cache *names;
static const struct system_info system_info = {
    .uptime_ns = 1000, .mem_total_kib = 1000, .page_kib = 4};
static struct column_context context = {.system = &system_info};

static void set_up(void)
{
    names = name_cache_new();
    ck_assert_ptr_nonnull(names);
    context.names = names;
}

static void tear_down(void)
{
    name_cache_free(names);
}

#define S NS_PER_S

/* At one lock. */
#define WAITING(waited, delay)                                                    \
    .details = &(struct task_details)                                             \
    {                                                                             \
        .sleeps_for = WAIT_FUTEX, .waited_ns = (waited), .run_delay_ns = (delay), \
        .syscall = &(struct task_syscall){.place = PLACE_CALL, .at = "0x10"},     \
    }

/* Two processes with threads, and one whose memory is not known. */
static const struct task tasks[] = {
    {.tgid = 10, .tid = 10, .comm = "java", .utime_ns = 1 * S, PROCESS(.rss_kib = 100, .nlwp = 4)},
    {.tgid = 10,
     .tid = 11,
     .comm = "exec-1",
     .utime_ns = 2 * S,
     WAITING(3 * S, 1 * NS_PER_MS),
     PROCESS(.rss_kib = 100, .nlwp = 4)},
    {.tgid = 10,
     .tid = 12,
     .comm = "exec-2",
     .utime_ns = 4 * S,
     WAITING(2 * S, 2 * NS_PER_MS),
     PROCESS(.rss_kib = 100, .nlwp = 4)},
    {.tgid = 10, .tid = 13, .comm = "gc", .utime_ns = 8 * S, PROCESS(.rss_kib = 100, .nlwp = 4)},
    {.tgid = 20,
     .tid = 20,
     .comm = "exec-7",
     .utime_ns = 16 * S,
     PROCESS(.rss_kib = 50, .nlwp = 2)},
    {.tgid = 20,
     .tid = 21,
     .comm = "exec-8",
     .utime_ns = 32 * S,
     PROCESS(.rss_kib = 50, .nlwp = 2)},
    {.process = &process_none, .tgid = 30, .tid = 30, .comm = NULL},
};

/* "a,b|c": the columns that are keys, and those that are added up. */
static size_t read_columns(const char *text, struct group_column *columns)
{
    char copy[128];
    char *rest = copy, *word;
    bool is_key = true;
    size_t count = 0;

    snprintf(copy, sizeof(copy), "%s", text);
    while ((word = strsep(&rest, ",|"))) {
        const struct column *column = column_find(word);

        ck_assert_msg(column, "no column %s", word);
        columns[count++] = (struct group_column){column, is_key};
        if (rest && text[rest - 1 - copy] == '|')
            is_key = false;
    }
    return count;
}

static void make_groups(const struct task *some, size_t count, const struct group_column *columns,
                        size_t column_count, struct group_list *list)
{
    const struct group_request request = {columns, column_count, &context};

    ck_assert_int_eq(group_tasks(some, count, &request, list), 0);
}

/* "exec-* 4; ...": a row for each group. */
static void describe(struct buf *out, const struct group_column *columns, size_t column_count,
                     const struct group_list *groups)
{
    const struct cell cell = {.context = &context, .width = 8, .room = SIZE_MAX};

    for (size_t row = 0; row < groups->count; row++) {
        buf_puts(out, row ? "; " : "");
        for (size_t i = 0; i < column_count; i++) {
            buf_puts(out, i ? " " : "");
            column_put(out, columns[i].column, &groups->rows[row][i], &cell);
        }
    }
}

static const struct {
    const char *columns;
    const char *rows;
} cases[] = {
    {"pool|count", "java 1; exec-* 4; gc 1; - 1"},
    {"pool|cputimes", "java 1; exec-* 54; gc 8; - 0"},
    /* What a process's threads share counts once in each group that has some of them. */
    {"pool|rss,nlwp", "java 100 4; exec-* 150 6; gc 100 4; - 0 -"},
    {"pid|count,rss,time", "10 4 100 00:00:15; 20 2 50 00:00:48; 30 1 0 00:00:00"},
    {"pid,pool|count", "10 java 1; 10 exec-* 2; 10 gc 1; 20 exec-* 2; 30 - 1"},
    {"comm|pmem", "java 10.0; exec-1 10.0; exec-2 10.0; gc 10.0; exec-7 5.0; exec-8 5.0; - 0.0"},
    {"euid|count,rss,pid", "0 7 150 -"}, /* there is no sum of ids */
    {"tty|count", "? 7"},
    {"tgid|waited,rundelay", "10 3.000 0.003; 20 - -; 30 - -"}, /* the most, and the sum */
    {"tgid,waddr|count", "10 - 2; 10 0x10 2; 20 - 2; 30 - 1"},
    {"pool,wait|count", "java - 1; exec-* futex 2; gc - 1; exec-* - 2; - - 1"},
};

START_TEST(groups)
{
    struct group_column columns[8];
    size_t column_count = read_columns(cases[_i].columns, columns);
    struct group_list list = {0};
    struct buf text = {0};

    make_groups(tasks, COUNT_OF(tasks), columns, column_count, &list);
    describe(&text, columns, column_count, &list);
    ck_assert_str_eq(buf_text(&text), cases[_i].rows);
    buf_fini(&text);
    group_list_fini(&list);
}
END_TEST

START_TEST(sorts)
{
    static const struct group_order by_count[] = {{1, true}, {0, false}};
    static const struct group_order by_time[] = {{2, false}};
    static const struct group_order by_nothing[] = {{3, true}};
    struct group_column columns[8];
    size_t column_count = read_columns("pool|count,time,pid", columns);
    struct group_list list = {0};
    struct buf text = {0};

    make_groups(tasks, COUNT_OF(tasks), columns, column_count, &list);
    group_list_sort(&list, by_nothing, 1); /* equal rows stay where they are */
    describe(&text, columns, 1, &list);
    ck_assert_str_eq(buf_text(&text), "java; exec-*; gc; -");
    group_list_sort(&list, by_count, 2);
    buf_clear(&text);
    describe(&text, columns, 2, &list);
    ck_assert_str_eq(buf_text(&text), "exec-* 4; - 1; gc 1; java 1");
    group_list_sort(&list, by_time, 1);
    buf_clear(&text);
    describe(&text, columns, 1, &list);
    ck_assert_str_eq(buf_text(&text), "-; java; gc; exec-*");
    buf_fini(&text);
    group_list_fini(&list);
}
END_TEST

START_TEST(no_tasks)
{
    struct group_column columns[8];
    size_t column_count = read_columns("pool|count", columns);
    struct group_list list = {0};

    make_groups(NULL, 0, columns, column_count, &list);
    ck_assert_uint_eq(list.count, 0);
    group_list_sort(&list, NULL, 0);
    group_list_fini(&list);
}
END_TEST

/* As many groups as tasks, each found again. */
START_TEST(many_groups)
{
    enum {
        MANY = 20000
    };
    struct task *many = calloc(2 * MANY, sizeof(*many));
    struct group_column columns[8];
    size_t column_count = read_columns("pid|count", columns);
    struct group_list list = {0};

    ck_assert_ptr_nonnull(many);
    for (int i = 0; i < 2 * MANY; i++)
        many[i] = (struct task){.process = &process_none, .tgid = i % MANY + 1};
    make_groups(many, 2 * MANY, columns, column_count, &list);
    ck_assert_uint_eq(list.count, MANY);
    for (int i = 0; i < MANY; i++) {
        ck_assert_int_eq(list.rows[i][0].as.i, i + 1);
        ck_assert_uint_eq(list.rows[i][1].as.u, 2);
    }
    group_list_fini(&list);
    free(many);
}
END_TEST

static Suite *suite(void)
{
    TCase *grouping = tcase_create("grouping");
    Suite *suite = suite_create("group");

    tcase_add_checked_fixture(grouping, set_up, tear_down);
    tcase_add_loop_test(grouping, groups, 0, COUNT_OF(cases));
    tcase_add_test(grouping, sorts);
    tcase_add_test(grouping, no_tasks);
    tcase_add_test(grouping, many_groups);
    suite_add_tcase(suite, grouping);
    return suite;
}

int main(void)
{
    return run_suite(suite());
}
