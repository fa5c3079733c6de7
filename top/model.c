/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/query/sort.h"
#include "lib/source/source.h"

#define NS_PER_S 1000000000u

/* The name stands in stat, so it comes for nothing. */
#define WISH_ALWAYS (NEED_STAT | NEED_COMM)

void model_init(struct model *model, struct name_cache *names, bool live)
{
    memset(model, 0, sizeof *model);
    window_init(&model->window);
    model->program = "top";
    model->delay_ns = 3ull * NS_PER_S;
    model->summary_unit = UNIT_OF_MIB;
    model->context.names = names;
    model->context.live = live;
}

void model_fini(struct model *model)
{
    free(model->order);
    model->order = NULL;
    model->order_count = model->order_capacity = 0;
}

void model_set_message(struct model *model, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(model->message, sizeof model->message, format, args);
    va_end(args);
    model->message_age = 0;
}

static struct task_counts count_states(const struct snapshot *snapshot)
{
    struct task_counts counts = {.total = snapshot->count};

    for (size_t i = 0; i < snapshot->count; i++) {
        switch (snapshot->tasks[i].state) {
        case 'R':
            counts.running++;
            break;
        case 'T':
        case 't':
            counts.stopped++;
            break;
        case 'Z':
            counts.zombie++;
            break;
        default: /* waiting in one way or another: S, D, I and rare ones */
            counts.sleeping++;
            break;
        }
    }
    return counts;
}

static bool is_wanted(const struct model *model, const struct task *task)
{
    if (model->window.idle_hidden && task->delta_cpu_ns == 0)
        return false;
    return user_filter_match(&model->window.users, task);
}

static bool reserve_order(struct model *model, size_t count)
{
    size_t capacity = count + count / 8 + 64; /* a few tasks more next time cost nothing */
    struct task **grown;

    if (count <= model->order_capacity)
        return true;
    grown = reallocarray(model->order, capacity, sizeof *grown);
    if (!grown)
        return false;
    model->order = grown;
    model->order_capacity = capacity;
    return true;
}

void model_arrange(struct model *model)
{
    const struct window *window = &model->window;
    struct sort_key key = {
        .column = field_column(window->sort, window->command_lines),
        .descending = !window->ascending,
    };
    struct snapshot *snapshot;

    model->order_count = 0;
    if (!model->reading)
        return;
    snapshot = &model->reading->snapshot;
    if (!reserve_order(model, snapshot->count)) {
        model->failed = true;
        return;
    }
    for (size_t i = 0; i < snapshot->count; i++)
        if (is_wanted(model, &snapshot->tasks[i]))
            model->order[model->order_count++] = &snapshot->tasks[i];

    model->context.cumulative = window->cumulative;
    if (key.column && sort_tasks(model->order, model->order_count, &key, 1, &model->context) < 0)
        model->failed = true;
}

void model_set_reading(struct model *model, struct reading *reading)
{
    model->reading = reading;
    model->context.moment = &reading->snapshot.moment;
    model->counts = count_states(&reading->snapshot);
    model_arrange(model);
}

static need_t columns_need(const struct model *model)
{
    const struct window *window = &model->window;
    need_t need = 0;

    for (size_t i = 0; i < window->field_count; i++) {
        const struct column *column = field_column(window->fields[i], window->command_lines);

        if (column)
            need |= column->need;
    }
    return need;
}

struct wish model_wish(const struct model *model)
{
    const struct window *window = &model->window;
    const struct column *sort = field_column(window->sort, window->command_lines);
    struct wish wish = {
        .rows = model->threads ? ROWS_THREADS : ROWS_PROCESSES,
        .need = WISH_ALWAYS | user_filter_need(&window->users) | (sort ? sort->need : 0),
        .pid_count = model->pid_count,
    };

    /* Without a screen every task is shown: then one look at each is both cheaper and truer. */
    if (model->rows == ROWS_UNLIMITED && !window->max_tasks && !window->idle_hidden &&
        window->users.by == FILTER_NOBODY)
        wish.need |= columns_need(model);
    wish.need &= ~(need_t)NEED_DELTA;
    memcpy(wish.pids, model->pids, sizeof wish.pids);
    return wish;
}

bool model_is_satisfied(const struct model *model)
{
    const struct reading *reading = model->reading;
    struct wish wish = model_wish(model);

    return reading && reading->wish.rows == wish.rows &&
           (reading->wish.need & wish.need) == wish.need &&
           reading->wish.pid_count == wish.pid_count &&
           memcmp(reading->wish.pids, wish.pids, wish.pid_count * sizeof wish.pids[0]) == 0;
}

size_t model_cpu_count(const struct model *model)
{
    return model->reading && model->reading->host_known ? model->reading->host.cpu_count : 0;
}

const struct task *model_find_task(const struct model *model, pid_t tid)
{
    const struct snapshot *snapshot = model->reading ? &model->reading->snapshot : NULL;

    for (size_t i = 0; snapshot && i < snapshot->count; i++)
        if (snapshot->tasks[i].tid == tid)
            return &snapshot->tasks[i];
    return NULL;
}

double model_cpu_percent(const struct model *model, const struct task *task)
{
    uint64_t interval_ns = model->reading->interval_ns;
    size_t cpus = model_cpu_count(model);
    size_t threads = task->kind == TASK_THREAD ? 1 : task->nlwp > 0 ? (size_t)task->nlwp : 0;
    double percent;

    if (!interval_ns)
        return 0;
    percent = 100.0 * (double)task->delta_cpu_ns / (double)interval_ns;

    /* The kernel counts whole ticks, which can add up to a little more than the interval. */
    if (threads && percent > 100.0 * (double)threads)
        percent = 100.0 * (double)threads;
    if (cpus && percent > 100.0 * (double)cpus)
        percent = 100.0 * (double)cpus;
    if (model->solaris && cpus)
        percent /= (double)cpus;
    return percent;
}
