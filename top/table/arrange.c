/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which tasks a window shows, and in which order: by a field, as a forest, or in pools.
 *
 * The forest is built from all tasks and filtered afterwards, so a task keeps its place when its
 * parents are not shown.
 */
#include "top/table/arrange.h"

#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/query/sort.h"
#include "top/table/cells.h"
#include "top/table/pools.h"

/* The state of arranging one window. */
struct arranging {
    struct window *window;
    struct table table;
    struct table_column columns[FILTERS_MAX]; /* of the active filters */
    const struct filter *filters[FILTERS_MAX];
    size_t filter_count;
    struct buf text;
};

static void arranging_init(struct arranging *arranging, const struct model *model,
                           struct window *window)
{
    *arranging = (struct arranging){.window = window, .table = table_of(model, window)};
    for (size_t i = 0; i < window->filters.count; i++) {
        const struct filter *filter = &window->filters.list[i];
        struct table_column column;

        if (!window_shows_field(window, filter->field) ||
            !table_place_column(&arranging->table, filter->field, &column))
            continue;
        if (column.field->size == SIZE_FLEXIBLE)
            column.width = COLS_MAX;
        arranging->columns[arranging->filter_count] = column;
        arranging->filters[arranging->filter_count++] = filter;
    }
}

/* A task whose cell has not been read yet passes until it is. */
static bool passes_filters(struct arranging *arranging, const struct table_row *row)
{
    for (size_t i = 0; i < arranging->filter_count; i++) {
        const struct table_column *column = &arranging->columns[i];
        bool flexible = column->field->size == SIZE_FLEXIBLE;

        if (column->column->figure->need & ~(row->task->have | NEED_DELTA))
            continue;
        buf_clear(&arranging->text);
        cell_put_padded(&arranging->text, &arranging->table, column, row);
        if (!filter_keeps(arranging->filters[i], buf_text(&arranging->text),
                          flexible ? 0 : column->width))
            return false;
    }
    return true;
}

static bool is_wanted(struct arranging *arranging, const struct table_row *row)
{
    if (arranging->window->idle_hidden && row->task->delta_cpu_ns == 0)
        return false;
    return user_filter_match(&arranging->window->users, row->task) &&
           passes_filters(arranging, row);
}

static bool sort_order(struct arranging *arranging, const struct sort_key *key)
{
    struct window *window = arranging->window;
    const struct sort_order order = {key, 1, &arranging->table.context};

    return !key->column ||
           sort_tasks_in(&window->sort_room, window->order, window->order_count, &order) == 0;
}

static bool arrange_list(struct arranging *arranging)
{
    struct snapshot *snapshot = &arranging->table.model->sample->snapshot;
    struct window *window = arranging->window;
    const struct sort_key key = {
        .column = field_column(window->sort, window->command_lines),
        .descending = !window->ascending,
    };

    for (size_t i = 0; i < snapshot->count; i++) {
        const struct table_row row = {.task = &snapshot->tasks[i], .figures = &snapshot->tasks[i]};

        if (is_wanted(arranging, &row))
            window->order[window->order_count++] = &snapshot->tasks[i];
    }
    if (window->pools) {
        const struct sort_order order = {&key, 1, &arranging->table.context};

        return pools_arrange(window, &order);
    }
    return sort_order(arranging, &key);
}

static bool is_collapsed(const struct window *window, const struct task *task)
{
    for (size_t i = 0; i < window->collapsed_count; i++)
        if (window->collapsed[i] == task->tid)
            return true;
    return false;
}

/* The row after the last descendant of `row`. */
static size_t end_of_branch(const struct forest_row *rows, size_t row, size_t count)
{
    size_t end = row + 1;

    while (end < count && rows[end].depth > rows[row].depth)
        end++;
    return end;
}

/* Narrows the rows to the focused task and its descendants; drops the focus if it has exited. */
static void find_focus(struct window *window, size_t *first, size_t *end)
{
    for (size_t i = 0; window->focus && i < *end; i++) {
        if (window->forest_rows[i].task->tid == window->focus) {
            *first = i;
            *end = end_of_branch(window->forest_rows, i, *end);
            return;
        }
    }
    window->focus = 0;
}

/* Adds those rows of the forest to the window that it shows. */
static void add_forest_rows(struct arranging *arranging, size_t count)
{
    struct window *window = arranging->window;
    const struct forest_row *rows = window->forest_rows;
    size_t first = 0, end = count;

    find_focus(window, &first, &end);
    for (size_t i = first; i < end;) {
        size_t next = i + 1;
        struct branch branch = {
            .depth = rows[i].depth,
            .focused = window->focus != 0,
        };
        const struct table_row row = {
            .task = rows[i].task, .figures = rows[i].task, .branch = &branch};

        if (is_collapsed(window, rows[i].task))
            next = end_of_branch(rows, i, end);
        branch.hides = next > i + 1;
        for (size_t hidden = i + 1; hidden < next; hidden++)
            branch.hidden_cpu_ns += rows[hidden].task->delta_cpu_ns;
        if (is_wanted(arranging, &row)) {
            window->branches[window->order_count] = branch;
            window->order[window->order_count++] = rows[i].task;
        }
        i = next;
    }
}

/* Children are sorted by start time. */
static bool arrange_forest(struct arranging *arranging)
{
    struct snapshot *snapshot = &arranging->table.model->sample->snapshot;
    struct window *window = arranging->window;
    const struct sort_key key = {.column = column_find_extra("started")};

    if (!window_reserve(window, snapshot->count, true) ||
        ARRAY_RESERVE(&window->forest_rows, &window->forest_capacity, snapshot->count) < 0)
        return false;
    for (size_t i = 0; i < snapshot->count; i++)
        window->order[i] = &snapshot->tasks[i];
    window->order_count = snapshot->count;
    if (!sort_order(arranging, &key) ||
        forest_build(window->order, snapshot->count, window->forest_rows) < 0) {
        window->order_count = 0;
        return false;
    }
    window->order_count = 0;
    add_forest_rows(arranging, snapshot->count);
    return true;
}

static bool arrange_window(const struct model *model, struct window *window)
{
    struct arranging arranging;
    bool arranged;

    if (!window_reserve(window, model->sample->snapshot.count, false))
        return false;
    arranging_init(&arranging, model, window);
    arranged = window->forest ? arrange_forest(&arranging) : arrange_list(&arranging);
    arranged &= !arranging.text.failed;
    buf_fini(&arranging.text);
    return arranged;
}

void table_arrange(struct model *model)
{
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        struct window *window = &model->windows[i];

        window->order_count = 0;
        if (model->sample && model_shows_window(model, window) && !arrange_window(model, window))
            model->failed = true;
    }
}

void table_switch_window(struct model *model, size_t index)
{
    model->window = &model->windows[index % WINDOW_COUNT];
    table_arrange(model);
}

void table_step_window(struct model *model, int by)
{
    size_t current = (size_t)(model->window - model->windows);

    table_switch_window(model, current + WINDOW_COUNT + (size_t)by);
}
