/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which tasks a window shows, and in which order: by a field, as a forest, or in groups.
 *
 * The forest is built from all tasks and filtered afterwards, so a task keeps its place when its
 * parents are not shown.
 */

#include "top/table/table.h"

#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/cgroup/path.h"
#include "lib/query/forest.h"
#include "lib/text/escape.h"
#include "lib/text/names.h"

/*
 * The filter of the key \, which applies while it is typed. It keeps rows whose COMMAND matches the
 * pattern, as shown on a wide screen and without branches; of a group, that of a member. A number
 * also keeps the process with this PID and all its threads. If command lines are shown and a task's
 * was not read yet, its name is matched.
 */
struct quick_filter {
    bool is_on; /* false: all rows stay, as there is no pattern or a bad one */
    struct matcher matcher;
    int64_t pid; /* -1: the pattern is not a number */
    struct table_column command;
};

/* The state of arranging one window. */
struct arranging {
    struct window *window;
    struct table table;
    struct table_column columns[FILTERS_MAX]; /* of the active filters */
    const struct filter *filters[FILTERS_MAX];
    size_t filter_count;
    struct quick_filter quick;
    struct buf text;
};

static void init_quick_filter(struct quick_filter *filter, const struct table *table)
{
    const struct pattern *pattern = &table->window->position.quick;
    struct buf why = {0};

    if (!*pattern->text)
        return;
    filter->command = table_column_of(table, FIELD_COMMAND);
    filter->command.width = COLS_MAX;
    filter->is_on = matcher_init(&filter->matcher, pattern, &why);
    if (!number_parse(pattern->text, &filter->pid))
        filter->pid = -1;
    buf_fini(&why);
}

static void arranging_init(struct arranging *arranging, const struct model *model,
                           struct window *window)
{
    const struct filters *filters = &window->settings.filters;
    const bool measured = model->settings.extra_width == EXTRA_WIDTH_AUTO; /* by rows: none yet */

    *arranging = (struct arranging){.window = window, .table = table_of(model, window)};
    init_quick_filter(&arranging->quick, &arranging->table);
    for (size_t i = 0; i < filters->count; i++) {
        const struct filter *filter = &filters->list[i];
        struct table_column column = table_column_of(&arranging->table, filter->field);

        if (!model_applies_filter(model, window, filter))
            continue;
        if (column.field->size == SIZE_FLEXIBLE || (measured && column.field->size == SIZE_WIDER))
            column.width = COLS_MAX;
        column.left = column.field->left; /* J and j do not matter: see filter_keeps() */
        arranging->columns[arranging->filter_count] = column;
        arranging->filters[arranging->filter_count++] = filter;
    }
}

static enum passes passes_filters(struct arranging *arranging, const struct table_row *row)
{
    enum passes passes = PASSES;

    for (size_t i = 0; i < arranging->filter_count; i++) {
        const struct table_column *column = &arranging->columns[i];
        bool flexible = column->field->size == SIZE_FLEXIBLE;

        if (cell_is_missing(&arranging->table, column, row)) {
            passes = PASSES_UNKNOWN;
            continue;
        }
        buf_truncate(&arranging->text, 0); /* keeps text.failed */
        cell_put_padded(&arranging->text, &arranging->table, column, row);
        if (!filter_keeps(arranging->filters[i], buf_text(&arranging->text),
                          flexible ? 0 : column->width))
            return PASSES_NOT;
    }
    return passes;
}

static bool passes_quick_filter(struct arranging *arranging, const struct table_row *row)
{
    const struct quick_filter *filter = &arranging->quick;
    const struct task *task = row->task;
    const struct table_row plain = {.task = task, .figures = row->figures};
    const char *name = task_name(task);

    if (!filter->is_on)
        return true;
    if (!task->is_ended && (task->tid == filter->pid || task->tgid == filter->pid))
        return true;
    buf_truncate(&arranging->text, 0); /* a failure stays */
    if (cell_is_missing(&arranging->table, &filter->command, row))
        escape_put(&arranging->text, name, strlen(name), COLS_MAX);
    else
        cell_put(&arranging->text, &arranging->table, &filter->command, &plain);
    return matcher_matches(&filter->matcher, buf_text(&arranging->text));
}

static enum passes is_in_cgroup(const struct cgroup_choice *choice, const struct task *task)
{
    if (!*choice->path)
        return PASSES;
    if (!(task->have & NEED_CGROUP))
        return PASSES_UNKNOWN;
    return passes_if(cgroup_has_task(choice->hierarchy, choice->path, task->details->cgroup));
}

static enum passes least(enum passes a, enum passes b)
{
    return a < b ? a : b;
}

static bool is_idle(const struct table_row *row)
{
    return row->task->delta_cpu_ns + (row->branch ? row->branch->hidden_cpu_ns : 0) == 0;
}

static enum passes passes_window(struct arranging *arranging, const struct table_row *row)
{
    const struct window_position *position = &arranging->window->position;
    enum passes passes;

    if (arranging->window->settings.idle_hidden && !arranging->table.model->sample->early &&
        is_idle(row))
        return PASSES_NOT;
    passes = least(user_filter_match(&position->users, row->task),
                   is_in_cgroup(&position->cgroup, row->task));
    if (passes != PASSES_NOT)
        passes = least(passes, passes_filters(arranging, row));
    return passes != PASSES_NOT && passes_quick_filter(arranging, row) ? passes : PASSES_NOT;
}

static void count_row(struct window_rows *rows, const struct task *task, enum passes passes)
{
    if (!task->is_ended && passes != PASSES_NOT)
        ++*(passes == PASSES ? &rows->matched : &rows->unknown);
}

/*
 * What has not been read yet soon will be: until then its task is shown, unless its control group
 * is not known. What is not known of the past will never be.
 */
static bool is_shown(const struct arranging *arranging, const struct task *task, enum passes passes)
{
    return passes == PASSES ||
           (passes == PASSES_UNKNOWN && !model_looks_back(arranging->table.model) &&
            is_in_cgroup(&arranging->window->position.cgroup, task) == PASSES);
}

/* Counts the row if it passes, and returns whether it is shown. */
static bool take_row(struct arranging *arranging, const struct table_row *row)
{
    const enum passes passes = passes_window(arranging, row);

    count_row(&arranging->window->rows, row->task, passes);
    return is_shown(arranging, row->task, passes);
}

static bool sort_rows(struct arranging *arranging, const struct sort_key *key)
{
    struct window_rows *rows = &arranging->window->rows;
    const struct sort_order order = {key, 1, &arranging->table.context};

    return sort_tasks(&rows->sort_room, rows->tasks, rows->count, &order) == 0;
}

static void add_rows(struct arranging *arranging, struct snapshot *snapshot)
{
    struct window_rows *rows = &arranging->window->rows;

    for (size_t i = 0; i < snapshot->count; i++) {
        const struct table_row row = {.task = &snapshot->tasks[i], .figures = &snapshot->tasks[i]};

        if (take_row(arranging, &row))
            rows->tasks[rows->count++] = &snapshot->tasks[i];
    }
}

static bool arrange_list(struct arranging *arranging)
{
    const struct model *model = arranging->table.model;
    struct snapshot *ended = model_ended_rows(model);
    struct window_rows *rows = &arranging->window->rows;
    const struct window_settings *settings = &arranging->window->settings;
    const struct sort_key key = {
        .column = field_column(settings->sort, settings->command_lines),
        .descending = !settings->ascending,
    };

    if (ended && model->screen != SCREEN_MAP) {
        add_rows(arranging, ended);
        if (!ended_rows_limit(model, arranging->window, 0))
            return false;
    }
    add_rows(arranging, &model->sample->snapshot);
    if (model->screen == SCREEN_MAP) /* rows of the map have their own order */
        return true;
    if (settings->group && !groups_arrange(&arranging->table, arranging->window))
        return false;
    return rows->grouped || sort_rows(arranging, &key);
}

static bool is_collapsed(const struct window_position *position, const struct task *task)
{
    for (size_t i = 0; i < position->collapsed_count; i++)
        if (task_is_same(&position->collapsed[i], task))
            return true;
    return false;
}

/* The index of the row after the last descendant of `row`. */
static size_t end_of_branch(const struct forest_row *rows, size_t row, size_t count)
{
    size_t end = row + 1;

    while (end < count && rows[end].depth > rows[row].depth)
        end++;
    return end;
}

/* Narrows the rows to the focused task and its descendants: none if an earlier sample lacks it. */
static void find_focus(const struct window *window, size_t *first, size_t *end)
{
    const struct forest_row *rows = window->rows.forest;
    const struct task_identity *focus = &window->position.focus;

    if (!focus->tid)
        return;
    while (*first < *end && !task_is_same(focus, rows[*first].task))
        ++*first;
    if (*first < *end)
        *end = end_of_branch(rows, *first, *end);
}

/* The rows below a collapsed one count, too, if they pass. */
static void count_hidden(struct arranging *arranging, size_t first, size_t end)
{
    struct window_rows *rows = &arranging->window->rows;

    for (size_t i = first; i < end; i++) {
        const struct task *task = rows->forest[i].task;
        const struct table_row row = {.task = task, .figures = task};

        count_row(rows, task, passes_window(arranging, &row));
    }
}

/* Adds the rows of the forest that the window shows. */
static void add_forest_rows(struct arranging *arranging, size_t count)
{
    const struct window_position *position = &arranging->window->position;
    struct window_rows *rows = &arranging->window->rows;
    const struct forest_row *forest = rows->forest;
    size_t first = 0, end = count;

    find_focus(arranging->window, &first, &end);
    for (size_t i = first; i < end;) {
        struct task *task = forest[i].task;
        struct branch branch = {.depth = forest[i].depth, .focused = position->focus.tid};
        const struct table_row row = {.task = task, .figures = task, .branch = &branch};
        const size_t next = is_collapsed(position, task) ? end_of_branch(forest, i, end) : i + 1;

        branch.is_parent = i + 1 < end && forest[i + 1].depth > branch.depth;
        branch.hides = next > i + 1;
        for (size_t hidden = i + 1; hidden < next; hidden++)
            branch.hidden_cpu_ns += forest[hidden].task->delta_cpu_ns;
        if (take_row(arranging, &row)) {
            rows->branches[rows->count] = branch;
            rows->tasks[rows->count++] = task;
        }
        count_hidden(arranging, i + 1, next);
        i = next;
    }
}

/* The parents of exited tasks may have exited, too: their rows follow the trees, sorted by %CPU. */
static bool add_ended_below(struct arranging *arranging, struct snapshot *ended)
{
    struct window_rows *rows = &arranging->window->rows;
    const size_t first = rows->count;

    add_rows(arranging, ended);
    for (size_t i = first; i < rows->count; i++)
        rows->branches[i] = (struct branch){.depth = 0};
    return ended_rows_limit(arranging->table.model, arranging->window, first);
}

/* The most rows that a window can have: tasks and rows of exited tasks. */
static size_t most_rows(const struct model *model)
{
    const struct snapshot *ended = model_ended_rows(model);

    return model->sample->snapshot.count + (ended ? ended->count : 0);
}

/* Siblings are sorted by start time. */
static bool arrange_forest(struct arranging *arranging)
{
    const struct model *model = arranging->table.model;
    struct snapshot *snapshot = &model->sample->snapshot;
    struct snapshot *ended = model_ended_rows(model);
    struct window_rows *rows = &arranging->window->rows;
    const struct sort_key key = {.column = column_find_unlisted("started")};
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
    rows->branched = true;
    add_forest_rows(arranging, snapshot->count);
    return !ended || arranging->window->position.focus.tid || add_ended_below(arranging, ended);
}

static bool arrange_window(const struct model *model, struct window *window)
{
    struct arranging arranging;
    bool arranged;

    if (!window_rows_reserve(&window->rows, most_rows(model), false))
        return false;
    arranging_init(&arranging, model, window);
    arranged = window->settings.forest && model->screen != SCREEN_MAP ? arrange_forest(&arranging)
                                                                      : arrange_list(&arranging);
    arranged &= !arranging.text.failed;
    buf_fini(&arranging.text);
    if (arranging.quick.is_on)
        matcher_fini(&arranging.quick.matcher);
    return arranged;
}

static bool arrange_cgroups(struct model *model)
{
    struct sample *sample = model->sample;

    return cgroup_list_arrange(&model->cgroups,
                               sample && sample->request.cgroups ? &sample->cgroups : NULL,
                               model->context.containers);
}

/* Of the threads that the current window selects. */
static bool arrange_map(struct model *model)
{
    const struct window_rows *rows = &model->window->rows;

    return map_arrange(&model->map, &(struct map_source){model->sample, rows->tasks, rows->count,
                                                         &model->context});
}

bool table_arrange(struct model *model)
{
    bool lost = false;

    model->rows_stale = false;
    name_cache_trim_texts(model->context.names);
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        struct window *window = &model->windows[i];

        window->rows.count = window->rows.matched = window->rows.unknown = 0;
        window->rows.branched = window->rows.grouped = false;
        if (model->sample && model_shows_window(model, window) && !arrange_window(model, window))
            model->failed = true;
        lost |= !window_keep_cursor(window) && window == model->window;
    }
    if (model->screen == SCREEN_CGROUPS && !arrange_cgroups(model))
        model->failed = true;
    if (model->screen == SCREEN_MAP && !arrange_map(model))
        model->failed = true;
    return lost;
}
