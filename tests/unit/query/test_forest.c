/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "lib/query/forest.h"
#include "tests/unit/run.h"

#define ROWS_MAX 16

/* A row as "PID" or, for a thread, TGID.TID; then its parent. */
struct shape {
    int tgid, tid, ppid;
};

/* Rows in, and rows out: the id, one ' for each step down, and . where a branch ends. */
static const struct {
    struct shape rows[ROWS_MAX];
    const char *forest;
} cases[] = {
    {{{0}}, ""},
    {{{5, 0, 1}}, "5."},
    {{{1, 0, 0}, {2, 0, 0}, {3, 0, 1}, {4, 0, 3}, {5, 0, 1}}, "1. 3' 4''. 5'. 2."},
    {{{5, 0, 1}, {4, 0, 3}, {3, 0, 1}, {1, 0, 0}}, "1. 5' 3'. 4''."}, /* order kept */
    {{{10, 0, 7}, {11, 0, 10}, {12, 0, 8}}, "10. 11'. 12."},          /* parents unseen */
    {{{4, 0, 4}, {5, 0, 4}}, "4. 5'."},                               /* its own parent */
    {{{1, 0, 2}, {2, 0, 1}}, "1. 2'."},                               /* a circle */
    {{{1, 0, 2}, {2, 0, 1}, {3, 0, 2}}, "1. 2'. 3''."},               /* and a branch */
    {{{3, 0, 2}, {1, 0, 2}, {2, 0, 1}}, "3. 1. 2'."},
    {{{1, 0, 3}, {2, 0, 3}, {3, 0, 4}, {4, 0, 3}}, "1. 2. 3. 4'."}, /* two that lead into one */
    {{{9, 0, 0}, {1, 0, 3}, {2, 0, 1}, {3, 0, 2}, {4, 0, 3}}, "9. 1. 2'. 3''. 4'''."},
    {{{7, 7, 1}, {7, 8, 1}, {7, 9, 1}, {20, 20, 7}}, "7.7. 7.8' 7.9' 20.20'."}, /* threads */
    {{{7, 8, 1}, {7, 9, 1}}, "7.8. 7.9."},
    {{{7, 0, 1}, {7, 7, 1}, {7, 8, 1}, {20, 0, 7}}, "7. 7.7' 7.8' 20'."}, /* both kinds */
};

LOOP(shapes, COUNT_OF(cases))
{
    struct process processes[ROWS_MAX] = {0};
    struct task tasks[ROWS_MAX] = {0};
    struct task *rows[ROWS_MAX];
    struct forest_row out[ROWS_MAX];
    char text[256] = "";
    size_t count = 0;
    size_t len = 0;

    for (; count < ROWS_MAX && cases[_i].rows[count].tgid; count++) {
        const struct shape *shape = &cases[_i].rows[count];

        tasks[count].tgid = shape->tgid;
        tasks[count].kind = shape->tid ? TASK_THREAD : TASK_PROCESS;
        tasks[count].tid = shape->tid ? shape->tid : shape->tgid;
        processes[count].ppid = shape->ppid;
        tasks[count].process = &processes[count];
        rows[count] = &tasks[count];
    }
    ck_assert_int_eq(forest_build(rows, count, out), 0);
    for (size_t i = 0; i < count; i++) {
        const struct task *task = out[i].task;

        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%d", i ? " " : "", task->tgid);
        if (task->kind == TASK_THREAD)
            len += (size_t)snprintf(text + len, sizeof(text) - len, ".%d", task->tid);
        for (uint32_t depth = 0; depth < out[i].depth; depth++)
            len += (size_t)snprintf(text + len, sizeof(text) - len, "'");
        if (out[i].last)
            len += (size_t)snprintf(text + len, sizeof(text) - len, ".");
    }
    ck_assert_str_eq(text, cases[_i].forest);
}

/* A chain and a star of 100,000: every row once, and no stack overflow. */
LOOP(large_forests, 2)
{
    enum {
        COUNT = 100000
    };
    struct process *processes = calloc(COUNT, sizeof(*processes));
    struct task *tasks = calloc(COUNT, sizeof(*tasks));
    struct task **rows = calloc(COUNT, sizeof(*rows));
    struct forest_row *out = calloc(COUNT, sizeof(*out));
    bool chain = _i == 0;

    ck_assert(processes && tasks && rows && out);
    for (int i = 0; i < COUNT; i++) {
        tasks[i].tgid = tasks[i].tid = i + 1;
        processes[i].ppid = chain ? i : i > 0;
        tasks[i].process = &processes[i];
        rows[COUNT - 1 - i] = &tasks[i];
    }
    ck_assert_int_eq(forest_build(rows, COUNT, out), 0);
    for (uint32_t i = 0; i < COUNT; i++) {
        ck_assert_int_eq(out[i].task->tgid, chain || i == 0 ? (int)i + 1 : COUNT + 1 - (int)i);
        ck_assert_uint_eq(out[i].depth, chain ? i : i > 0);
    }
    free(processes);
    free(tasks);
    free(rows);
    free(out);
}
