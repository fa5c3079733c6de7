/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/pool_waits.h"

#include <stddef.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/source/source.h"

/* The groups that the rows have sums of, where their threads have them. */
#define SUMS (NEED_WAIT | NEED_WAITED | NEED_RUN_DELAY | NEED_SWITCHES)

/* The figures that are added up; negative ones are not known. */
static const size_t added[] = {
    offsetof(struct task_details, run_delay_ns),
    offsetof(struct task_details, run_queue_ns),
    offsetof(struct task_details, voluntary_switches),
    offsetof(struct task_details, forced_switches),
    offsetof(struct task_details, new_voluntary),
    offsetof(struct task_details, new_forced),
};

#define ADDED (sizeof(added) / sizeof(added[0]))

static int64_t *figure_at(struct task_details *details, size_t index)
{
    return (int64_t *)(void *)((char *)details + added[index]);
}

bool pool_waits_begin(struct window_rows *rows, size_t count)
{
    if (ARRAY_RESERVE(&rows->pool_details, &rows->detail_capacity, count) < 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct pool_row *row = &rows->pools[i];
        struct task_details *details = &rows->pool_details[i];

        row->sums = SUMS & row->task.have;
        if (!row->task.details || row->task.is_ended)
            continue;
        *details = *row->task.details;
        details->waited_ns = -1;
        details->threads_milli = 0;
        for (size_t figure = 0; figure < ADDED; figure++)
            *figure_at(details, figure) = -1;
        row->task.details = details;
    }
    return true;
}

static void add(int64_t *sum, int64_t figure)
{
    if (figure >= 0)
        *sum = *sum < 0 ? figure : *sum + figure;
}

void pool_waits_add(struct pool_row *row, const struct task *thread)
{
    struct task_details *sums = row->task.details;

    if (!sums || !thread->details || thread->is_ended)
        return;
    if (thread->details->waited_ns > sums->waited_ns)
        sums->waited_ns = thread->details->waited_ns;
    for (size_t figure = 0; figure < ADDED; figure++)
        add(figure_at(sums, figure), *figure_at(thread->details, figure));
}

static void put_averages(struct window_rows *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct pool_row *row = &rows->pools[i];
        const double threads = pool_averages_find(&rows->averages, &row->id);

        if (threads >= 0 && row->task.details && !row->task.is_ended)
            row->task.details->threads_milli = (int64_t)(threads * 1000 + 0.5);
    }
}

static bool has_waits(const struct sample *sample)
{
    return sample->request.rows & ROWS_THREADS && sample->request.need & NEED_WAIT;
}

bool pool_waits_average(struct window_rows *rows, size_t count, const struct sample *sample)
{
    struct pool_average *list;
    int result;

    if (!has_waits(sample))
        return true;
    list = calloc(count + 1, sizeof(*list));
    if (!list)
        return false;
    for (size_t i = 0; i < count; i++)
        list[i] = (struct pool_average){rows->pools[i].id, rows->pools[i].count};
    result = pool_averages_add(
        &rows->averages, &(struct pool_counts){list, count, sample->snapshot.system.monotonic_ns});
    free(list);
    if (result == 0)
        put_averages(rows, count);
    return result == 0;
}
