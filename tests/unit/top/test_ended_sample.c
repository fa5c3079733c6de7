/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What ended, as data: rows that are alike, that stay, and that are remembered. */
#include <stdio.h>

#include "lib/base/buf.h"
#include "tests/common/ended_rows.h"
#include "tests/unit/run.h"
#include "top/model/ended.h"

static struct ended_sample ended;
static struct snapshot before;

static void setup(void)
{
    snapshot_init(&ended.rows);
    snapshot_init(&before);
    ended_sample_clear(&ended);
}

static void teardown(void)
{
    ended_sample_fini(&ended);
    snapshot_fini(&before);
}

FIXTURE(setup, teardown);

static void complete(const struct made *rows, size_t count)
{
    ended_sample_clear(&ended);
    for (size_t i = 0; i < count; i++)
        ended_row_add(&ended.rows, &rows[i]);
    ck_assert_int_eq(ended_sample_complete(&ended, &before), 0);
    ck_assert_int_eq(ended_sample_copy_fresh(&ended, &before), 0);
}

CASE(rows_that_are_alike_are_one)
{
    static const struct made rows[] = {
        {"cc1", "cc", 3, 30, 10, 0, TASK_PROCESS},  {"as", "cc", 1, 5, 4, 0, TASK_PROCESS},
        {"cc1", "cc", 1, 10, 30, 0, TASK_PROCESS}, /* of another cgroup */
        {"cc1", "cc", 1, 2, 1, 1000, TASK_PROCESS}, {"cc1", "clang", 1, 1, 1, 0, TASK_PROCESS},
    };
    const struct task *cc1;

    complete(rows, COUNT_OF(rows));
    ck_assert_uint_eq(ended.rows.count, 4);
    ck_assert_uint_eq(ended.fresh, 4);
    ck_assert_uint_eq(ended.cpu_ns, 48 * MS);
    ck_assert_str_eq(ended.rows.tasks[0].comm, "as");
    cc1 = &ended.rows.tasks[1];
    ck_assert_uint_eq(cc1->details->ended->count, 4);
    ck_assert_int_eq(cc1->details->ended->lifetime_ns, 15 * (int64_t)MS);
    ck_assert_uint_eq(cc1->delta_cpu_ns, 40 * MS);
    ck_assert_uint_eq(cc1->utime_ns, 40 * MS);
    ck_assert_uint_eq(cc1->delta_minflt, 40);
}

/* In the next frame a row without news has used nothing; in the one after it is gone. */
CASE(rows_stay_for_one_frame)
{
    static const struct made first[] = {
        {"cc1", "cc", 3, 30, 10, 0, TASK_PROCESS},
        {"sh", "make", 1, 1, 1, 0, TASK_PROCESS},
    };
    static const struct made second[] = {{"sh", "make", 2, 2, 1, 0, TASK_PROCESS}};

    complete(first, COUNT_OF(first));
    complete(second, COUNT_OF(second));
    ck_assert_uint_eq(ended.rows.count, 2);
    ck_assert_uint_eq(ended.fresh, 1);
    ck_assert_uint_eq(ended.cpu_ns, 2 * MS);
    ck_assert_str_eq(ended.rows.tasks[0].comm, "sh");
    ck_assert_uint_eq(ended.rows.tasks[0].details->ended->count, 2);
    ck_assert_str_eq(ended.rows.tasks[1].comm, "cc1");
    ck_assert_uint_eq(ended.rows.tasks[1].details->ended->count, 3);
    ck_assert_uint_eq(ended.rows.tasks[1].utime_ns, 30 * MS);
    ck_assert_uint_eq(ended.rows.tasks[1].delta_cpu_ns, 0);
    complete(NULL, 0);
    ck_assert_uint_eq(ended.rows.count, 1);
    ck_assert_str_eq(ended.rows.tasks[0].comm, "sh");
    complete(NULL, 0);
    ck_assert_uint_eq(ended.rows.count, 0);
}

static void add_at(struct ended_history *history, uint64_t at_s, const struct made *rows,
                   size_t count)
{
    complete(rows, count);
    ck_assert_int_eq(ended_history_add(history, &ended, at_s * 1000 * MS), 0);
}

static void put_table(const struct ended_table *table, struct buf *out)
{
    for (size_t i = 0; i < table->count; i++)
        buf_printf(out, "%s/%s %ju %ju, ", table->rows[i].names.comm, table->rows[i].names.by,
                   (uintmax_t)table->rows[i].count, (uintmax_t)(table->rows[i].cpu_ns / MS));
}

static void expect_past(const struct ended_history *history, const char *name, const char *expected)
{
    struct ended_table table = {0};
    struct buf text = {0};

    ck_assert_int_eq(ended_history_list(history, name, &table), 0);
    put_table(&table, &text);
    BUF_CHECK(&text, expected);
    ended_table_fini(&table);
}

CASE(a_parent_that_is_one_process_has_its_pid)
{
    struct task_ended row = {.count = 185, .by = "make", .by_pid = 11661};
    struct buf text = {0};

    ended_put_name(&text, "bash", &row);
    ck_assert_str_eq(buf_text(&text), "x185 bash (by make 11661)");
    row.by_pid = 0;
    buf_clear(&text);
    ended_put_name(&text, "", &row);
    ck_assert_str_eq(buf_text(&text), "x185 - (by make)");
    row.by = "";
    buf_clear(&text);
    ended_put_name(&text, "", &row);
    BUF_CHECK(&text, "x185 - (parent unknown)");
}

CASE(a_minute_is_remembered)
{
    static const struct made cc1 = {"cc1", "cc", 2, 30, 10, 0, TASK_PROCESS};
    static const struct made others[] = {{"cc", "make", 1, 4, 10, 0, TASK_PROCESS},
                                         {"as", "cc", 1, 40, 10, 0, TASK_PROCESS}};
    static const struct made thread = {"worker", "cc", 1, 7, 10, 0, TASK_THREAD};
    struct ended_history history = {0};

    expect_past(&history, "", "");
    add_at(&history, 100, &cc1, 1);
    add_at(&history, 103, others, COUNT_OF(others)); /* cc1 stays, and is not counted again */
    expect_past(&history, "", "as/cc 1 40, cc1/cc 2 30, cc/make 1 4, ");
    add_at(&history, 140, &cc1, 1);
    expect_past(&history, "", "cc1/cc 4 60, as/cc 1 40, cc/make 1 4, ");
    expect_past(&history, "cc", "cc1/cc 4 60, as/cc 1 40, cc/make 1 4, ");
    expect_past(&history, "make", "cc/make 1 4, ");
    expect_past(&history, "c", "");
    ended.of_threads = true; /* H: what was there before stays */
    add_at(&history, 165, &thread, 1);
    ended.of_threads = false;
    expect_past(&history, "", "cc1/cc 2 30, worker/cc 1 7, ");
    add_at(&history, 1000, NULL, 0);
    expect_past(&history, "", "");
    ended_history_fini(&history);
}

/* However many names: those that have no room are one row, and nothing is lost. */
CASE(the_past_is_bounded)
{
    struct ended_history history = {0};
    struct ended_table table = {0};
    uint64_t count = 0, nameless = 0;
    char name[16];

    for (int i = 0; i < 2 * ENDED_NAMES_MAX; i++) {
        const struct made row = {name, "sh", 1, 1, 1, 0, TASK_PROCESS};

        snprintf(name, sizeof(name), "n%d", i);
        add_at(&history, 100, &row, 1);
    }
    ck_assert_int_eq(ended_history_list(&history, "", &table), 0);
    ck_assert_uint_eq(table.count, ENDED_NAMES_MAX + 1);
    for (size_t i = 0; i < table.count; i++) {
        count += table.rows[i].count;
        nameless += *table.rows[i].names.comm ? 0 : table.rows[i].count;
    }
    ck_assert_uint_eq(count, 2 * ENDED_NAMES_MAX);
    ck_assert_uint_eq(nameless, ENDED_NAMES_MAX);
    ended_table_fini(&table);
    ended_history_fini(&history);
}

/* No name of a later stretch is lost in the row of all others. */
CASE(each_stretch_has_its_names)
{
    struct ended_history history = {0};
    struct ended_table table = {0};
    char name[16];

    for (int i = 0; i < 2 * ENDED_NAMES_MAX; i++) {
        const bool is_later = i >= ENDED_NAMES_MAX;
        const struct made row = {name, "sh", 1, 1, 1, 0, TASK_PROCESS};

        snprintf(name, sizeof(name), "n%d", i);
        add_at(&history, is_later ? 110 : 100, &row, 1);
    }
    ck_assert_int_eq(ended_history_list(&history, "", &table), 0);
    ck_assert_uint_eq(table.count, 2 * ENDED_NAMES_MAX);
    for (size_t i = 0; i < table.count; i++)
        ck_assert_str_ne(table.rows[i].names.comm, "");
    ended_table_fini(&table);
    ended_history_fini(&history);
}
