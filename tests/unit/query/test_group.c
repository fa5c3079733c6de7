/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/base/units.h"
#include "lib/query/group.h"
#include "lib/text/names.h"
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

FIXTURE(set_up, tear_down);

#define S NS_PER_S

#define ONE(tgid_, tid_, comm_, utime_s, rss_kib_, nlwp_, ...)                    \
    {                                                                             \
        .tgid = (tgid_), .tid = (tid_), .comm = (comm_), .utime_ns = (utime_s)*S, \
        PROCESS(.rss_kib = (rss_kib_), .nlwp = (nlwp_)), __VA_ARGS__              \
    }

/* At one lock. */
#define WAITING(waited, delay)                                                    \
    .details = &(struct task_details)                                             \
    {                                                                             \
        .sleeps_for = WAIT_FUTEX, .waited_ns = (waited), .run_delay_ns = (delay), \
        .syscall = &(struct task_syscall){.place = PLACE_CALL, .at = "0x10"},     \
    }

/* Two processes with threads, and one whose memory is not known. */
static const struct task tasks[] = {
    ONE(10, 10, "java", 1, 100, 4, ),
    ONE(10, 11, "exec-1", 2, 100, 4, WAITING(3 * S, 1 * NS_PER_MS)),
    ONE(10, 12, "exec-2", 4, 100, 4, WAITING(2 * S, 2 * NS_PER_MS)),
    ONE(10, 13, "gc", 8, 100, 4, ),
    ONE(20, 20, "exec-7", 16, 50, 2, ),
    ONE(20, 21, "exec-8", 32, 50, 2, ),
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
    {"pool|rss,nlwp", "java 100 4; exec-* 100 6; gc 100 4; - 0 -"},
    {"pid|count,rss,time", "10 4 100 00:00:15; 20 2 50 00:00:48; 30 1 0 00:00:00"},
    {"pid,pool|count", "10 java 1; 10 exec-* 2; 10 gc 1; 20 exec-* 2; 30 - 1"},
    {"comm|pmem", "java 10.0; exec-1 10.0; exec-2 10.0; gc 10.0; exec-7 5.0; exec-8 5.0; - 0.0"},
    {"euid|count,rss,pid", "0 7 100 -"}, /* there is no sum of ids; RSS is the largest */
    {"tty|count", "? 7"},
    {"euid|ag_nice,count", "0 - 7"}, /* stock shows 0 of a task without it */
    {"tgid|waited,rundelay", "10 3.000 0.003; 20 - -; 30 - -"}, /* the most, and the sum */
    {"tgid,waddr|count", "10 - 2; 10 0x10 2; 20 - 2; 30 - 1"},
    {"pool,wait|count", "java - 1; exec-* futex 2; gc - 1; exec-* - 2; - - 1"},
};

static void check_groups(const struct task *some, size_t count, const char *by, const char *rows)
{
    struct group_column columns[8];
    size_t column_count = read_columns(by, columns);
    struct group_list list = {0};
    struct buf text = {0};

    make_groups(some, count, columns, column_count, &list);
    describe(&text, columns, column_count, &list);
    BUF_CHECK(&text, rows);
    group_list_fini(&list);
}

LOOP(groups, COUNT_OF(cases))
{
    check_groups(tasks, COUNT_OF(tasks), cases[_i].columns, cases[_i].rows);
}

/* "0 2|1": the rows of each group, by their indices. */
static const struct {
    const char *keys, *groups;
} partitions[] = {
    {"", "0 1 2 3 4 5 6"}, /* without a key all are one */
    {"pool", "0|1 2 4 5|3|6"},      {"tgid", "0 1 2 3|4 5|6"}, {"tgid,pool", "0|1 2|3|4 5|6"},
    {"pool,wait", "0|1 2|3|4 5|6"}, {"tid", "0|1|2|3|4|5|6"},  {"euid,egid", "0 1 2 3 4 5 6"},
};

LOOP(rows_are_in_groups, COUNT_OF(partitions))
{
    struct group_column columns[8];
    const struct column *keys[8];
    const struct task *rows[COUNT_OF(tasks)];
    struct group_keys by = {.columns = keys, .context = &context};
    struct grouping grouping = {0};
    struct buf text = {0};

    by.count = *partitions[_i].keys ? read_columns(partitions[_i].keys, columns) : 0;
    for (size_t i = 0; i < by.count; i++)
        keys[i] = columns[i].column;
    for (size_t i = 0; i < COUNT_OF(tasks); i++)
        rows[i] = &tasks[i];
    ck_assert_int_eq(group_rows(rows, COUNT_OF(tasks), &by, &grouping), 0);
    for (size_t group = 0; group < grouping.count; group++)
        for (size_t i = 0; i < grouping_size(&grouping, group); i++) {
            const uint32_t row = grouping_members(&grouping, group)[i];

            buf_printf(&text, "%s%u", i ? " " : group ? "|" : "", row);
            for (size_t key = 0; key < by.count; key++) {
                const struct value value = column_value(keys[key], rows[row], &context);

                ck_assert_int_eq(value_compare(&grouping.values[group * by.count + key], &value),
                                 0);
            }
        }
    BUF_CHECK(&text, partitions[_i].groups);
    grouping_fini(&grouping);
    ck_assert_int_eq(group_rows(rows, 0, &by, &grouping), 0);
    ck_assert_uint_eq(grouping.count, 0);
    grouping_fini(&grouping);
}

/* Names that differ in nothing are not folded; threads of the kernel are no others. */
CASE(pools_are_called_like_all_of_them)
{
    static const struct task named[] = {
        {.process = &process_none, .tgid = 1, .tid = 1, .comm = "python3"},
        {.process = &process_none, .tgid = 2, .tid = 2, .comm = "python3", .euid = 1},
        {.process = &process_none, .tgid = 3, .tid = 3, .comm = "worker-1"},
        {.process = &process_none, .tgid = 4, .tid = 4, .comm = "worker-2"},
        {.process = &process_none, .tgid = 5, .tid = 5, .comm = "worker-1"},
        {.process = &process_none, .tgid = 6, .tid = 6, .comm = "kworker/0:1", .flags = PF_KTHREAD},
        {.process = &process_none, .tgid = 7, .tid = 7, .comm = "kworker/1:0", .flags = PF_KTHREAD},
        {.process = &process_none, .tgid = 8, .tid = 8, .comm = "kworker/2:0"},
        {.process = &process_none, .tgid = 9, .tid = 9, .comm = "[kworker/*]"},
        {.process = &process_none, .tgid = 10, .tid = 10, .comm = "pool-12-thread-"},
    };

    check_groups(named, COUNT_OF(named), "pool|count",
                 "python3 2; worker-* 3; [kworker/*] 2; kworker/2:0 1; \"[kworker/*]\" 1; "
                 "pool-12-thread-* 1");
}

CASE(sorts)
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
    BUF_CHECK(&text, "-; java; gc; exec-*");
    group_list_fini(&list);
}

/* Of the tasks above: a column, the TGID of those that it is of, their sum and what they share. */
static const struct {
    const char *code;
    pid_t tgid; /* 0: all */
    const char *sum, *common;
} of_members[] = {
    {"times", 10, "15", "-"}, /* each has its own */
    {"vsz", 10, "0", "0"},    /* once for the process */
    {"nlwp", 10, "4", "4"},   {"nlwp", 0, "6", "-"},
    {"waited", 10, "3", "-"}, /* the longest; some have none */
    {"tid", 10, "-", "-"},    /* not to be added up */ {"tgid", 10, "-", "10"},
    {"comm", 20, "-", "-"},
};

static void put_value(const struct value *value, struct buf *out)
{
    if (value->kind == VALUE_NONE)
        buf_putc(out, '-');
    else
        buf_put_u64(out, value->as.u >= S ? value->as.u / S : value->as.u);
}

LOOP(members_have_sums_and_values_in_common, COUNT_OF(of_members))
{
    const struct column *column = column_find(of_members[_i].code);
    const struct task *rows[COUNT_OF(tasks)];
    uint32_t indices[COUNT_OF(tasks)];
    struct group_members members = {rows, indices, 0};
    struct buf sum = {0}, common = {0};
    struct value value;

    for (uint32_t i = 0; i < COUNT_OF(tasks); i++) {
        rows[i] = &tasks[i];
        if (!of_members[_i].tgid || tasks[i].tgid == of_members[_i].tgid)
            indices[members.count++] = i;
    }
    value = group_sum(&members, column, &context);
    put_value(&value, &sum);
    value = group_common(&members, column, &context);
    put_value(&value, &common);
    ck_assert_str_eq(buf_text(&sum), of_members[_i].sum);
    ck_assert_str_eq(buf_text(&common), of_members[_i].common);
    buf_fini(&sum);
    buf_fini(&common);
}

CASE(no_tasks)
{
    struct group_column columns[8];
    size_t column_count = read_columns("pool|count", columns);
    struct group_list list = {0};

    make_groups(NULL, 0, columns, column_count, &list);
    ck_assert_uint_eq(list.count, 0);
    group_list_sort(&list, NULL, 0);
    group_list_fini(&list);
}

/* As many groups as tasks, each found again. */
CASE(many_groups)
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
