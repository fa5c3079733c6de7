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
    const struct filters *filters = &window->settings.filters;

    *arranging = (struct arranging){.window = window, .table = table_of(model, window)};
    for (size_t i = 0; i < filters->count; i++) {
        const struct filter *filter = &filters->list[i];
        struct table_column column;

        if (!window_settings_show(&window->settings, filter->field) ||
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

        if (cell_is_missing(&arranging->table, column, row->task))
            continue;
        buf_truncate(&arranging->text, 0); /* a failure stays */
        cell_put_padded(&arranging->text, &arranging->table, column, row);
        if (!filter_keeps(arranging->filters[i], buf_text(&arranging->text),
                          flexible ? 0 : column->width))
            return false;
    }
    return true;
}

static bool is_wanted(struct arranging *arranging, const struct table_row *row)
{
    if (arranging->window->settings.idle_hidden && !arranging->table.model->sample->early &&
        row->task->delta_cpu_ns == 0)
        return false;
    return user_filter_match(&arranging->window->position.users, row->task) &&
           passes_filters(arranging, row);
}

static bool sort_rows(struct arranging *arranging, const struct sort_key *key)
{
    struct window_rows *rows = &arranging->window->rows;
    const struct sort_order order = {key, 1, &arranging->table.context};

    return !key->column || sort_tasks_in(&rows->sort_room, rows->tasks, rows->count, &order) == 0;
}

static void add_rows(struct arranging *arranging, struct snapshot *snapshot)
{
    struct window_rows *rows = &arranging->window->rows;

    for (size_t i = 0; i < snapshot->count; i++) {
        const struct table_row row = {.task = &snapshot->tasks[i], .figures = &snapshot->tasks[i]};

        if (is_wanted(arranging, &row))
            rows->tasks[rows->count++] = &snapshot->tasks[i];
    }
}

static bool arrange_list(struct arranging *arranging)
{
    const struct model *model = arranging->table.model;
    struct snapshot *ended = model_ended_rows(model);
    const struct window_settings *settings = &arranging->window->settings;
    const struct sort_key key = {
        .column = field_column(settings->sort, settings->command_lines),
        .descending = !settings->ascending,
    };

    /* Those that had nothing new are to be seen among idle tasks: equal rows keep their order. */
    if (ended)
        add_rows(arranging, ended);
    add_rows(arranging, &model->sample->snapshot);
    if (settings->pools) {
        /* Most pools are idle, and of equal ones the largest are of interest. */
        const struct sort_key keys[] = {key, {column_find("nlwp"), true}};
        const struct sort_order order = {keys, settings->by_wait ? 2 : 1,
                                         &arranging->table.context};

        return pools_arrange(arranging->window, model->sample, &order);
    }
    return sort_rows(arranging, &key);
}

static bool is_collapsed(const struct window_position *position, const struct task *task)
{
    for (size_t i = 0; i < position->collapsed_count; i++)
        if (position->collapsed[i] == task->tid)
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
    const struct forest_row *rows = window->rows.forest;
    pid_t *focus = &window->position.focus;

    for (size_t i = 0; *focus && i < *end; i++) {
        if (rows[i].task->tid == *focus) {
            *first = i;
            *end = end_of_branch(rows, i, *end);
            return;
        }
    }
    *focus = 0;
}

/* Adds those rows of the forest to the window that it shows. */
static void add_forest_rows(struct arranging *arranging, size_t count)
{
    const struct window_position *position = &arranging->window->position;
    struct window_rows *rows = &arranging->window->rows;
    const struct forest_row *forest = rows->forest;
    size_t first = 0, end = count;

    find_focus(arranging->window, &first, &end);
    for (size_t i = first; i < end;) {
        struct task *task = forest[i].task;
        struct branch branch = {.depth = forest[i].depth, .focused = position->focus != 0};
        const struct table_row row = {.task = task, .figures = task, .branch = &branch};
        size_t next = is_collapsed(position, task) ? end_of_branch(forest, i, end) : i + 1;

        branch.hides = next > i + 1;
        for (size_t hidden = i + 1; hidden < next; hidden++)
            branch.hidden_cpu_ns += forest[hidden].task->delta_cpu_ns;
        if (is_wanted(arranging, &row)) {
            rows->branches[rows->count] = branch;
            rows->tasks[rows->count++] = task;
        }
        i = next;
    }
}

/* What ended has no parent that is known to be there: it stands below the trees, by %CPU. */
static bool add_ended_below(struct arranging *arranging, struct snapshot *ended)
{
    const struct sort_key key = {.column = column_find_top_only("new_cpu"), .descending = true};
    const struct sort_order order = {&key, 1, &arranging->table.context};
    struct window_rows *rows = &arranging->window->rows;
    const size_t first = rows->count;

    add_rows(arranging, ended);
    for (size_t i = first; i < rows->count; i++)
        rows->branches[i] = (struct branch){.depth = 0};
    return sort_tasks_in(&rows->sort_room, rows->tasks + first, rows->count - first, &order) == 0;
}

/* Rows that a window may have: tasks, and what ended. */
static size_t most_rows(const struct model *model)
{
    const struct snapshot *ended = model_ended_rows(model);

    return model->sample->snapshot.count + (ended ? ended->count : 0);
}

/* Children are sorted by start time. */
static bool arrange_forest(struct arranging *arranging)
{
    const struct model *model = arranging->table.model;
    struct snapshot *snapshot = &model->sample->snapshot;
    struct snapshot *ended = model_ended_rows(model);
    struct window_rows *rows = &arranging->window->rows;
    const struct sort_key key = {.column = column_find_top_only("started")};
    bool built;

    if (!window_rows_reserve(rows, most_rows(model), true) ||
        ARRAY_RESERVE(&rows->forest, &rows->forest_capacity, snapshot->count) < 0)
        return false;
    for (size_t i = 0; i < snapshot->count; i++)
        rows->tasks[i] = &snapshot->tasks[i];
    rows->count = snapshot->count;
    built = sort_rows(arranging, &key) && forest_build(rows->tasks, rows->count, rows->forest) == 0;
    rows->count = 0;
    if (!built)
        return false;
    add_forest_rows(arranging, snapshot->count);
    return !ended || arranging->window->position.focus || add_ended_below(arranging, ended);
}

static bool arrange_window(const struct model *model, struct window *window)
{
    struct arranging arranging;
    bool arranged;

    if (!window_rows_reserve(&window->rows, most_rows(model), false))
        return false;
    arranging_init(&arranging, model, window);
    arranged = window->settings.forest ? arrange_forest(&arranging) : arrange_list(&arranging);
    arranged &= !arranging.text.failed;
    buf_fini(&arranging.text);
    return arranged;
}

void table_arrange(struct model *model)
{
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        struct window *window = &model->windows[i];

        window->rows.count = 0;
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
