/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "lib/query/sort.h"
#include "tests/unit/run.h"

/* Columns of our own: the sort knows nothing but values. */

static struct value by_nice(const struct task *task, const struct column_context *context)
{
    return value_int(task->nice);
}

static struct value by_comm(const struct task *task, const struct column_context *context)
{
    return value_string(task->comm);
}

static const struct column nice_column = {.code = "nice", .figure = FIGURE(.value = by_nice)};
static const struct column comm_column = {.code = "comm", .figure = FIGURE(.value = by_comm)};
static const struct column odd_column = {.code = "odd",
                                         .figure = FIGURE(.value = by_comm, .sort_value = by_nice)};

static const struct {
    int tid, nice;
    const char *comm;
} shapes[] = {
    {1, 5, "b"}, {2, -3, "a"}, {3, 5, "a"}, {4, 0, NULL}, {5, -3, "b"}, {6, 5, "b"}, {7, 0, "c"},
};

#define ROWS ((size_t)COUNT_OF(shapes))

static const struct {
    struct sort_key keys[2];
    size_t key_count;
    const char *order;
} cases[] = {
    {{{&nice_column, false}}, 0, "1234567"},
    {{{&nice_column, false}}, 1, "2547136"},
    {{{&nice_column, true}}, 1, "1364725"},
    {{{&comm_column, false}}, 1, "4231567"}, /* no value comes first, ties keep their order */
    {{{&comm_column, true}}, 1, "7156234"},
    {{{&nice_column, true}, {&comm_column, false}}, 2, "3164725"},
    {{{&nice_column, false}, {&comm_column, true}}, 2, "5274163"},
    {{{&odd_column, false}}, 1, "2547136"},
};

LOOP(orders, COUNT_OF(cases))
{
    struct task tasks[ROWS] = {0};
    struct task *rows[ROWS];
    const struct sort_order sorted_by = {cases[_i].keys, cases[_i].key_count, NULL};
    struct sort_room room = {0};
    char order[ROWS + 1] = "";

    for (size_t i = 0; i < ROWS; i++) {
        tasks[i].tid = shapes[i].tid;
        tasks[i].nice = shapes[i].nice;
        tasks[i].comm = shapes[i].comm;
        rows[i] = &tasks[i];
    }
    ck_assert_int_eq(sort_tasks(&room, rows, ROWS, &sorted_by), 0);
    sort_room_fini(&room);
    for (size_t i = 0; i < ROWS; i++)
        order[i] = (char)('0' + rows[i]->tid);
    ck_assert_str_eq(order, cases[_i].order);
}

static struct value by_start(const struct task *task, const struct column_context *context)
{
    double start = (double)(int64_t)task->start_ns;

    return task->tid % 2 ? value_real(start) : value_real(-start);
}

static struct value by_minflt(const struct task *task, const struct column_context *context)
{
    return value_uint(task->minflt);
}

static const struct column number_columns[] = {
    {.code = "nice", .figure = FIGURE(.value = by_nice)},
    {.code = "start", .figure = FIGURE(.value = by_start)},
    {.code = "minflt", .figure = FIGURE(.value = by_minflt)},
};

/* Numbers of every kind, and long lists whose parts are in order or against it. */
LOOP(numbers, 6)
{
    enum {
        MANY = 3000
    };
    static struct task tasks[MANY];
    static struct task *rows[MANY];
    const struct column *column = &number_columns[_i % COUNT_OF(number_columns)];
    const struct sort_key key = {column, _i >= COUNT_OF(number_columns)};
    const struct sort_order order = {&key, 1, NULL};
    struct sort_room room = {0};

    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < MANY; i++) {
            int place = round == 0 ? i : round == 1 ? MANY - i : round == 2 ? i * 7919 % 500 : 7;

            tasks[i] = (struct task){
                .tid = i,
                .nice = (int8_t)(place % 40 - 20),
                .start_ns = (uint64_t)place,
                .minflt = place % 3 ? UINT64_MAX - (uint64_t)place : (uint64_t)place,
            };
            rows[i] = &tasks[i];
        }
        ck_assert_int_eq(sort_tasks(&room, rows, MANY, &order), 0);
        for (size_t i = 1; i < MANY; i++) {
            struct value before = column_value(column, rows[i - 1], NULL);
            struct value after = column_value(column, rows[i], NULL);
            int result = value_compare(&before, &after);

            ck_assert_int_le(key.descending ? -result : result, 0);
            if (result == 0)
                ck_assert_int_lt(rows[i - 1]->tid, rows[i]->tid);
        }
    }
    sort_room_fini(&room);
}
