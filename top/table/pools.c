/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/pools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/task_flags.h"
#include "lib/query/fold.h"
#include "top/table/pool_waits.h"

/* The state of one arrangement; the arrays have `count` elements. */
struct folding {
    struct window_rows *out;
    const struct window_position *position; /* which pools are open */
    const struct sample *sample;
    struct fold_by by;
    struct task **rows;   /* in the order of the snapshot */
    struct task **sorted; /* pool rows, then room for the members of one: twice `count` */
    struct pool *pools;
    uint32_t *pool_of;
    size_t count;
};

/* Of the same process several rows may have the same name, so that each is one of a pool. */
static bool is_folded(const struct folding *folding, uint32_t count)
{
    return count > 1 || folding->by.column;
}

/* The row counts as a process with as many threads, which limits its %CPU. */
static void make_pool_row(const struct folding *folding, struct pool_row *row,
                          const struct pool *pool)
{
    struct task *task = &row->task;

    *task = *pool->first;
    row->ended = (struct task_ended){0};
    row->count = pool->count;
    row->sums = 0;
    row->id = (struct pool_id){.tgid = task->tgid};
    if (!is_folded(folding, pool->count))
        return;
    memcpy(row->id.name, pool->name, sizeof(row->id.name));
    if (pool->value.kind == VALUE_TEXT)
        snprintf(row->id.wait, sizeof(row->id.wait), "%.*s", (int)pool->value.len,
                 pool->value.as.text);
    task->comm = row->id.name;
    task->kind = TASK_PROCESS;
    row->process = *task->process;
    row->process.nlwp = (int32_t)pool->count;
    task->process = &row->process;
    task->utime_ns = pool->cpu_ns;
    task->stime_ns = 0;
    task->delta_cpu_ns = pool->delta_cpu_ns;
}

static void add_ended(struct task_ended *sum, const struct task_ended *ended)
{
    sum->count += ended->count;
    if (!sum->by)
        sum->by = ended->by;
    else if (strcmp(sum->by, ended->by) != 0)
        sum->by = "";
}

/* A pool is running when one of its threads is. False when memory is short. */
static bool make_pool_rows(struct folding *folding, size_t pools)
{
    struct pool_row *rows = folding->out->pools;

    for (size_t i = 0; i < pools; i++)
        make_pool_row(folding, &rows[i], &folding->pools[i]);
    if (folding->by.column && !pool_waits_begin(folding->out, pools))
        return false;
    for (size_t i = 0; i < folding->count; i++) {
        struct pool_row *row = &rows[folding->pool_of[i]];

        if (folding->rows[i]->is_ended)
            add_ended(&row->ended, folding->rows[i]->details->ended);
        if (folding->rows[i]->state == STATE_RUNNING)
            row->task.state = STATE_RUNNING;
        if (folding->by.column)
            pool_waits_add(row, folding->rows[i]);
    }
    return !folding->by.column || pool_waits_average(folding->out, pools, folding->sample);
}

static void add_row(struct window_rows *out, struct task *task, const struct branch *branch)
{
    out->tasks[out->count] = task;
    out->branches[out->count++] = *branch;
}

static bool sort_rows(struct window_rows *out, struct task **rows, size_t count,
                      const struct sort_order *order)
{
    return !order->keys->column || sort_tasks_in(&out->sort_room, rows, count, order) == 0;
}

/* Adds the threads of an open pool; `members` has room for them. */
static bool add_members(struct folding *folding, uint32_t pool, struct task **members,
                        const struct sort_order *order)
{
    const struct branch branch = {.depth = 1};
    size_t count = 0;

    for (size_t i = 0; i < folding->count; i++)
        if (folding->pool_of[i] == pool)
            members[count++] = folding->rows[i];
    if (!sort_rows(folding->out, members, count, order))
        return false;
    for (size_t i = 0; i < count; i++)
        add_row(folding->out, members[i], &branch);
    return true;
}

static bool add_rows(struct folding *folding, size_t pools, const struct sort_order *order)
{
    struct window_rows *out = folding->out;
    struct task **members = folding->sorted + pools;

    out->count = 0;
    for (size_t i = 0; i < pools; i++) {
        /* The task is the first member of a pool row. */
        const struct pool_row *row = (const struct pool_row *)folding->sorted[i];
        uint32_t index = (uint32_t)(row - out->pools);
        struct branch branch = {.depth = 0};
        bool open;
        size_t where;

        if (!is_folded(folding, row->count)) {
            add_row(out, folding->pools[index].first, &branch);
            continue;
        }
        open = window_position_find_pool(folding->position, &row->id, &where);
        branch.pool = row;
        branch.hides = !open;
        add_row(out, folding->pools[index].first, &branch);
        if (open && !add_members(folding, index, members, order))
            return false;
    }
    return true;
}

static bool fold(struct folding *folding, const struct sort_order *order)
{
    struct window_rows *out = folding->out;
    int pools;

    memcpy(folding->rows, out->tasks, folding->count * sizeof(folding->rows[0]));
    pools =
        fold_pools(folding->rows, folding->count, &folding->by, folding->pools, folding->pool_of);
    /* An open pool has one more row than it has threads. */
    if (pools < 0 || ARRAY_RESERVE(&out->pools, &out->pool_capacity, (size_t)pools) < 0 ||
        !window_rows_reserve(out, folding->count + OPEN_POOLS_MAX, true))
        return false;
    if (!make_pool_rows(folding, (size_t)pools))
        return false;
    for (size_t i = 0; i < (size_t)pools; i++)
        folding->sorted[i] = &out->pools[i].task;
    return sort_rows(out, folding->sorted, (size_t)pools, order) &&
           add_rows(folding, (size_t)pools, order);
}

bool pools_arrange(struct window *window, const struct sample *sample,
                   const struct sort_order *order)
{
    struct window_rows *out = &window->rows;
    size_t count = out->count;
    struct folding folding = {
        .out = out, .position = &window->position, .sample = sample, .count = count};
    bool folded;

    if (window->settings.by_wait)
        folding.by = (struct fold_by){column_find("wait"), order->context};

    if (!count)
        return window_rows_reserve(out, 1, true);
    folding.rows = calloc(count, sizeof(folding.rows[0]));
    folding.sorted = calloc(count, 2 * sizeof(folding.sorted[0]));
    folding.pools = calloc(count, sizeof(folding.pools[0]));
    folding.pool_of = calloc(count, sizeof(folding.pool_of[0]));
    folded =
        folding.rows && folding.sorted && folding.pools && folding.pool_of && fold(&folding, order);
    free(folding.rows);
    free(folding.sorted);
    free(folding.pools);
    free(folding.pool_of);
    if (!folded)
        out->count = 0;
    return folded;
}
