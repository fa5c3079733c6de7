/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/arrangement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/query/sort.h"
#include "lib/text/escape.h"

/* Limits columns of names, which may be as long as command lines. */
#define NAME_CELLS_MOST 32

struct plan {
    struct group_column *columns; /* owned */
    size_t column_count;
    struct group_order *orders; /* owned */
    size_t order_count;
};

static void add_column(struct plan *plan, const struct column *column, bool is_key)
{
    plan->columns[plan->column_count++] = (struct group_column){column, is_key};
}

static void add_order(struct plan *plan, size_t column, bool descending)
{
    plan->orders[plan->order_count++] = (struct group_order){column, descending};
}

/* The index of a key column, or the number of columns. */
static size_t find_key(const struct plan *plan, const struct column *column)
{
    size_t at = 0;

    while (at < plan->column_count &&
           !(plan->columns[at].is_key && plan->columns[at].column == column))
        at++;
    return at;
}

static void plan_orders(struct plan *plan, const struct ps_options *options)
{
    const size_t format_count = options->format.count;

    for (size_t i = 0; i < options->sort_count; i++) {
        const struct sort_key *key = &options->sort[i];
        size_t at = find_key(plan, key->column);

        if (at == plan->column_count)
            add_column(plan, key->column, false);
        add_order(plan, at, key->descending);
    }
    if (options->sort_count == 0) {
        add_order(plan, plan->column_count, true);
        add_column(plan, column_find("count"), false);
    }
    for (size_t i = format_count - options->group_keys.count; i < format_count; i++)
        add_order(plan, i, false);
}

static int plan_groups(struct plan *plan, const struct ps_options *options)
{
    const struct format *format = &options->format;
    const size_t first_key = format->count - options->group_keys.count;
    const size_t most = format->count + options->sort_count + 1;

    plan->columns = calloc(most, sizeof(*plan->columns));
    plan->orders = calloc(most, sizeof(*plan->orders));
    if (!plan->columns || !plan->orders)
        return -ENOMEM;
    for (size_t i = 0; i < format->count; i++)
        add_column(plan, format->items[i].column, i >= first_key);
    plan_orders(plan, options);
    return 0;
}

/* Finds the width of the widest text in a column. 0 or -ENOMEM. */
static int measure(const struct group_list *list, size_t index, const struct column *column,
                   const struct column_context *context, size_t *most)
{
    const struct cell cell = {.context = context, .width = column->width, .room = SIZE_MAX};
    struct buf text = {0};
    int result = 0;

    *most = 0;
    for (size_t i = 0; i < list->count && result == 0; i++) {
        size_t cells;

        buf_clear(&text);
        column_put(&text, column, &list->rows[i][index], &cell);
        cells = text.failed ? 0 : escape_width(buf_text(&text), buf_len(&text));
        if (cells > *most)
            *most = cells;
        result = text.failed ? -ENOMEM : 0;
    }
    buf_fini(&text);
    return result;
}

int groups_fit(struct ps_groups *groups, const struct column_context *context, size_t most)
{
    for (size_t i = 0; i < groups->format.count; i++) {
        struct format_item *item = &groups->format.items[i];
        size_t cells;

        if (item->fixed_width)
            continue;
        if (measure(&groups->list, i, item->column, context, &cells) < 0)
            return -ENOMEM;
        if (item->column->align != ALIGN_RIGHT && cells > most)
            cells = most;
        if (cells > item->width)
            item->width = cells;
    }
    return 0;
}

/*
 * Groups the snapshot by options->group_keys, the last items of the format; the other items are
 * sums. Sorted as requested, else by descending size; equal groups by their keys. 0 or -ENOMEM.
 */
static int groups_make(const struct snapshot *snapshot, const struct ps_options *options,
                       const struct column_context *context, struct ps_groups *groups)
{
    struct plan plan = {0};
    int result = plan_groups(&plan, options);

    if (result == 0) {
        const struct group_request request = {plan.columns, plan.column_count, context};

        result = group_tasks(snapshot->tasks, snapshot->count, &request, &groups->list);
    }
    if (result == 0)
        group_list_sort(&groups->list, plan.orders, plan.order_count);
    for (size_t i = 0; i < options->format.count && result == 0; i++)
        result = format_append(&groups->format, options->format.items[i]);
    if (result == 0)
        result = groups_fit(groups, context, NAME_CELLS_MOST);
    free(plan.columns);
    free(plan.orders);
    return result;
}

void groups_fini(struct ps_groups *groups)
{
    group_list_fini(&groups->list);
    format_fini(&groups->format);
}

/* --- the order of rows --- */

static const struct column start_column = {.figure = FIGURE(.member = MEMBER(task, start_ns))};
static const struct column parent_column = {.figure = FIGURE(.member = MEMBER(process, ppid))};

/*
 * The order of a forest: siblings by the keys or else by age, and roots by the parents that are not
 * shown. Two sorts by a number each are faster than one by both.
 */
static int sort_for_forest(struct sort_room *room, struct task **tasks, size_t count,
                           const struct sort_order *keys)
{
    static const struct sort_key by_age = {.column = &start_column};
    static const struct sort_key by_parent = {.column = &parent_column};
    const struct sort_order ages = {&by_age, 1, keys->context};
    const struct sort_order parents = {&by_parent, 1, keys->context};
    int result = sort_tasks(room, tasks, count, keys->key_count > 0 ? keys : &ages);

    return result == 0 ? sort_tasks(room, tasks, count, &parents) : result;
}

/* Collects the rows to be sorted: only processes if threads are shown below them. */
static size_t collect(struct snapshot *snapshot, enum ps_rows kind, struct task **tasks)
{
    size_t count = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        if (kind != SHOW_BOTH || snapshot->tasks[i].kind == TASK_PROCESS)
            tasks[count++] = &snapshot->tasks[i];
    return count;
}

/* If only processes were collected, appends to each the threads that follow it in the snapshot. */
static void append_threads(const struct snapshot *snapshot, struct task *const *tasks, size_t count,
                           struct forest_row *rows)
{
    const bool with_threads = count < snapshot->count;
    const struct task *end;

    if (count == 0)
        return; /* `tasks` may be NULL */
    end = snapshot->tasks + snapshot->count;

    for (size_t i = 0; i < count; i++) {
        struct task *task = tasks[i];

        do
            *rows++ = (struct forest_row){.task = task};
        while (with_threads && ++task < end && task->kind == TASK_THREAD);
    }
}

/*
 * Reverses the order of the trees, as procps does, which shows kernel threads first. Rows follow
 * the sort order only within a tree.
 */
static int reverse_trees(struct forest_row *rows, size_t count)
{
    struct forest_row *reversed = calloc(count + 1, sizeof(*reversed));
    size_t end = count;
    size_t at = 0;

    if (!reversed)
        return -ENOMEM;
    for (size_t i = count; i-- > 0;) {
        if (rows[i].depth > 0)
            continue;
        memcpy(reversed + at, rows + i, (end - i) * sizeof(*rows));
        at += end - i;
        end = i;
    }
    memcpy(rows, reversed, count * sizeof(*rows));
    free(reversed);
    return 0;
}

/* Rows by keys, or as a tree, or both. */
static int order_by_keys(struct snapshot *snapshot, const struct ps_options *options,
                         const struct column_context *context, struct forest_row *rows)
{
    const bool tree = options->tree != TREE_NONE;
    struct column_context of_keys = *context;
    const struct sort_order order = {options->sort, options->sort_count, &of_keys};
    struct sort_room room = {0};
    struct task **tasks = calloc(snapshot->count + 1, sizeof(struct task *));
    size_t count;
    int result;

    if (!tasks)
        return -ENOMEM;
    /* n and c change what is shown, not the order, as in procps. */
    of_keys.numeric_ids = of_keys.bare_command = false;
    count = collect(snapshot, options->rows, tasks);
    result = tree ? sort_for_forest(&room, tasks, count, &order)
                  : sort_tasks(&room, tasks, count, &order);
    if (result == 0 && tree)
        result = forest_build(tasks, count, rows);
    else if (result == 0)
        append_threads(snapshot, tasks, count, rows);
    if (result == 0 && tree)
        result = reverse_trees(rows, count);
    sort_room_fini(&room);
    free(tasks);
    return result;
}

int arrangement_order(struct snapshot *snapshot, const struct ps_options *options,
                      const struct column_context *context, struct forest_row *rows)
{
    if (options->sort_count > 0 || options->tree != TREE_NONE)
        return order_by_keys(snapshot, options, context, rows);
    /* In the order of the scan: by id, threads after their process. */
    for (size_t i = 0; i < snapshot->count; i++)
        rows[i] = (struct forest_row){.task = &snapshot->tasks[i]};
    return 0;
}

/* --- rows and context --- */

struct column_context arrangement_context(const struct ps_options *options,
                                          const struct snapshot *snapshot, struct name_cache *names,
                                          bool live)
{
    return (struct column_context){
        .system = &snapshot->system,
        .names = names,
        .containers = options->selection.containers,
        .live = live,
        .numeric_ids = options->numeric_ids,
        .cumulative = options->cumulative,
        .bare_command = options->bare_command,
        .with_environ = options->with_environ,
        .signal_names = options->signal_names,
        .date_format = options->date_format,
    };
}

static int arrange_groups(struct ps_groups *groups, const struct snapshot *snapshot,
                          struct listing *listing)
{
    int result = groups_make(snapshot, listing->options, listing->context, groups);

    listing->format = &groups->format;
    listing->groups = &groups->list;
    listing->count = groups->list.count;
    return result;
}

int arrangement_make(struct arrangement *arrangement, struct snapshot *snapshot,
                     struct listing *listing)
{
    const struct ps_options *options = listing->options;

    if (options->group_keys.count > 0)
        return arrange_groups(&arrangement->groups, snapshot, listing);
    if (ARRAY_RESERVE(&arrangement->rows, &arrangement->capacity, snapshot->count + 1) < 0)
        return -ENOMEM;
    listing->format = &options->format;
    listing->rows = arrangement->rows;
    listing->count = snapshot->count;
    return arrangement_order(snapshot, options, listing->context, arrangement->rows);
}

void arrangement_fini(struct arrangement *arrangement)
{
    free(arrangement->rows);
    groups_fini(&arrangement->groups);
    *arrangement = (struct arrangement){0};
}
