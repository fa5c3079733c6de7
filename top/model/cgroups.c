/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/cgroups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"

/* The share of a line that the name takes, in tenths, with its limits in cells. */
#define NAME_TENTHS    3
#define NAME_CELLS_MIN 12
#define NAME_CELLS_MAX 48

void cgroup_list_fini(struct cgroup_list *list)
{
    free(list->rows);
    *list = (struct cgroup_list){0};
}

const struct cgroup_column *cgroup_list_sort(const struct cgroup_list *list)
{
    return list->sort ? list->sort : cgroup_column_find("pcpu");
}

static struct cgroup_order cgroup_list_order(const struct cgroup_list *list)
{
    const struct cgroup_column *column = cgroup_list_sort(list);

    if (list->tree)
        return (struct cgroup_order){.column = NULL};
    /* Numbers from high to low, texts from first to last. */
    return (struct cgroup_order){column, (column->value != NULL) != list->ascending};
}

static bool is_beside_name(const struct cgroup_column *column)
{
    return column->unit != CGROUP_UNIT_TEXT;
}

size_t cgroup_list_column_count(void)
{
    const struct cgroup_column *column;
    size_t count = 0;

    for (size_t i = 0; (column = cgroup_column_at(i)); i++)
        count += is_beside_name(column);
    return count < CGROUP_LIST_COLUMNS ? count : CGROUP_LIST_COLUMNS;
}

const struct cgroup_column *cgroup_list_column(size_t index)
{
    const struct cgroup_column *column;

    for (size_t i = 0; (column = cgroup_column_at(i)); i++)
        if (is_beside_name(column) && index-- == 0)
            return column;
    return NULL;
}

void cgroup_list_lay_out(const struct cgroup_list *list, size_t cols,
                         struct cgroup_list_layout *layout)
{
    const size_t all = cgroup_list_column_count();
    size_t name = cols * NAME_TENTHS / 10, used;

    if (name < NAME_CELLS_MIN)
        name = NAME_CELLS_MIN;
    if (name > NAME_CELLS_MAX)
        name = NAME_CELLS_MAX;
    used = name;
    layout->count = 0;
    for (size_t i = list->first_column; i < all; i++) {
        const struct cgroup_column *column = cgroup_list_column(i);

        if (used + 1 + column->width > cols)
            break;
        used += 1 + column->width;
        layout->columns[layout->count++] = column;
    }
    layout->name_cells = cols > used ? name + cols - used : name;
}

/* The index of the first row to request by ID: of all, or of as many around those on the screen. */
static size_t first_by_id(const struct cgroup_list *list, size_t screen_rows)
{
    const size_t around =
        screen_rows < CGROUPS_SHOWN_MAX ? (CGROUPS_SHOWN_MAX - screen_rows) / 2 : 0;

    return list->count > CGROUPS_SHOWN_MAX && list->first > around ? list->first - around : 0;
}

/*
 * With a filter only the interface knows which rows are shown, so they are requested by ID: all, as
 * the next sample has another order. Otherwise the rows on the screen are requested by place, and
 * one more screen on either side for scrolling.
 */
void cgroup_list_request(const struct cgroup_list *list, size_t screen_rows, size_t cols,
                         struct cgroup_request *request)
{
    struct cgroup_list_layout layout;

    *request = (struct cgroup_request){.order = cgroup_list_order(list)};
    if (request->order.column)
        request->need = request->order.column->need;
    cgroup_list_lay_out(list, cols, &layout);
    for (size_t i = 0; i < layout.count; i++)
        request->shown_need |= layout.columns[i]->need;
    if (screen_rows >= CGROUPS_MAX) {
        request->count = CGROUPS_MAX;
    } else if (!*list->filter) {
        request->first = list->first > screen_rows ? list->first - screen_rows : 0;
        request->count = 3 * screen_rows;
    } else {
        for (size_t i = first_by_id(list, screen_rows);
             i < list->count && request->shown_count < CGROUPS_SHOWN_MAX; i++)
            request->shown[request->shown_count++] = list->rows[i]->id;
        qsort(request->shown, request->shown_count, sizeof(request->shown[0]), cgroup_compare_ids);
    }
}

bool cgroup_list_is_met(const struct cgroup_list *list, size_t screen_rows,
                        const struct cgroup_request *request)
{
    const unsigned need = request->need | request->shown_need;

    for (size_t i = list->first;
         i < list->count && i - list->first < screen_rows && i - list->first < CGROUPS_SHOWN_MAX;
         i++)
        if (need & ~list->rows[i]->asked)
            return false;
    return true;
}

void cgroup_list_put_name(const struct cgroup_list *list, const struct cgroup *row,
                          struct container_labels *labels, struct buf *out)
{
    const struct cgroup_column *column = cgroup_column_find(list->paths ? "cgroup" : "name");

    if (list->tree)
        cgroup_column_put_branch(column, row, labels, out);
    else
        cgroup_column_put(column, row, labels, out);
}

/* Whether the name or the path has the text of the filter. */
static bool passes(const char *filter, const struct cgroup *row, struct container_labels *labels,
                   struct buf *text)
{
    if (!*filter || strcasestr(row->path, filter))
        return true;
    buf_truncate(text, 0);
    cgroup_column_put(cgroup_column_find("name"), row, labels, text);
    return strcasestr(buf_text(text), filter) != NULL;
}

void cgroup_list_set_cursor(struct cgroup_list *list, size_t row)
{
    list->cursor = row < list->count ? row : list->count ? list->count - 1 : 0;
    snprintf(list->cursor_path, sizeof(list->cursor_path), "%s",
             list->count ? list->rows[list->cursor]->path : "");
}

/* If its group has vanished, the cursor stays at its place. */
static void keep_cursor(struct cgroup_list *list)
{
    for (size_t i = 0; *list->cursor_path && i < list->count; i++) {
        if (strcmp(list->rows[i]->path, list->cursor_path) == 0) {
            list->cursor = i;
            return;
        }
    }
    if (list->cursor >= list->count)
        list->cursor = list->count ? list->count - 1 : 0;
}

bool cgroup_list_arrange(struct cgroup_list *list, struct cgroup_table *table,
                         struct container_labels *labels)
{
    const struct cgroup_order order = cgroup_list_order(list);
    struct buf text = {0};
    bool done;

    list->count = 0;
    if (!table)
        return true;
    if (ARRAY_RESERVE(&list->rows, &list->capacity, table->count + 1) < 0 ||
        cgroup_table_sort(table, &order) < 0)
        return false;
    for (size_t i = 0; i < table->count; i++)
        if (passes(list->filter, table->order[i], labels, &text))
            list->rows[list->count++] = table->order[i];
    keep_cursor(list);
    done = !text.failed;
    buf_fini(&text);
    return done;
}
