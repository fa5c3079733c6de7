/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sorting may need sums that are not shown, so these are computed too: the columns are those of the
 * format, then those of the sort order, and last the number of tasks.
 */
#include "ps/groups.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/text/escape.h"

/* Limits names, which may be as long as command lines. */
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
        cells = text.failed ? 0 : escape_width(buf_text(&text), text.len);
        if (cells > *most)
            *most = cells;
        result = text.failed ? -ENOMEM : 0;
    }
    buf_fini(&text);
    return result;
}

/* Widens columns to their contents, because sums are wider. */
static int fit_format(const struct ps_options *options, const struct column_context *context,
                      struct ps_groups *groups)
{
    for (size_t i = 0; i < options->format.count; i++) {
        struct format_item item = options->format.items[i];

        if (!item.fixed_width) {
            size_t cells;

            if (measure(&groups->list, i, item.column, context, &cells) < 0)
                return -ENOMEM;
            if (item.column->align != ALIGN_RIGHT && cells > NAME_CELLS_MOST)
                cells = NAME_CELLS_MOST;
            if (cells > item.width)
                item.width = cells;
        }
        if (format_append(&groups->format, item) < 0)
            return -ENOMEM;
    }
    return 0;
}

int groups_make(const struct snapshot *snapshot, const struct ps_options *options,
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
    if (result == 0)
        result = fit_format(options, context, groups);
    free(plan.columns);
    free(plan.orders);
    return result;
}

void groups_fini(struct ps_groups *groups)
{
    group_list_fini(&groups->list);
    format_fini(&groups->format);
}
