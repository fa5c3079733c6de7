/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/printing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/units.h"
#include "lib/cgroup/column.h"
#include "lib/cgroup/reader.h"

/* The time between two readings, for figures that are differences. */
#define INTERVAL_NS (200 * NS_PER_MS)

/* On a screen; a path has many parts, and at most PATH_MAX bytes. */
#define PATH_CELLS_MOST 60

struct listed {
    const struct ps_options *options;
    struct cgroup_table table;
    struct ps_groups groups;
    struct column *columns;  /* owned; those of the groups' format */
    struct forest_row *rows; /* owned; their depths */
    struct buf cell;
    struct arena texts; /* of the cells */
};

/* --- reading --- */

/* CGROUP_*; *changes: some of the figures are differences. */
static unsigned need_of(const struct ps_options *options, bool *changes)
{
    const struct cgroup_column *sort = options->cgroup_order.column;
    unsigned need = sort ? sort->need : 0;

    *changes = sort && sort->is_change;
    for (size_t i = 0; i < options->format.count; i++) {
        need |= options->cgroup_columns[i]->need;
        *changes |= options->cgroup_columns[i]->is_change;
    }
    return need;
}

static int read_table(const struct ps_options *options, struct cgroup_table *table)
{
    const struct timespec interval = {.tv_nsec = INTERVAL_NS};
    bool changes;
    const struct cgroup_request request = {.need = need_of(options, &changes),
                                           .order = options->cgroup_order,
                                           .throttling_since_creation = true};
    struct cgroup_reader *reader;
    int result = cgroup_reader_open(options->cgroup_root, &reader);

    if (result < 0)
        return result;
    result = cgroup_reader_read(reader, &request, table);
    if (result == 0 && changes && table->live) {
        nanosleep(&interval, NULL);
        result = cgroup_reader_read(reader, &request, table);
    }
    cgroup_reader_close(reader);
    return result == 0 && !table->mounted ? -ENOENT : result;
}

static bool matches(const struct select_list *list, struct container_labels *labels,
                    const struct cgroup *row)
{
    for (size_t i = 0; i < list->count; i++) {
        const char *pattern = list->values[i].name;

        if (list->by == SELECT_POD ? container_labels_has_pod(labels, row->groups, pattern)
                                   : container_labels_has_name(labels, row->groups, pattern))
            return true;
    }
    return false;
}

static bool is_selected(const struct selection *selection, const struct cgroup *row)
{
    bool selected = selection->list_count == 0;

    for (size_t i = 0; i < selection->list_count && !selected; i++)
        selected = matches(&selection->lists[i], selection->containers, row);
    return selected != selection->negate;
}

/* Keeps the selected rows in cgroup_table::order; returns their number. */
static size_t select_rows(const struct ps_options *options, struct cgroup_table *table)
{
    size_t count = 0;

    for (size_t i = 0; i < table->count; i++)
        if (is_selected(&options->selection, table->order[i]))
            table->order[count++] = table->order[i];
    return count;
}

/* --- rows --- */

SHARED_FIGURE(any_figure, .unit = UNIT_NONE);

/* In a tree only what names the group is indented. */
static bool names_group(const struct cgroup_column *column)
{
    return strcmp(column->code, "name") == 0 || strcmp(column->code, "cgroup") == 0;
}

/* For JSON the value; else the cell, whose text the unit of the column shapes. */
static struct value make_value(struct listed *listed, const struct cgroup_column *column,
                               const struct cgroup *row)
{
    struct container_labels *labels = listed->options->selection.containers;
    struct buf *cell = &listed->cell;
    const char *copy;

    buf_truncate(cell, 0);
    if (listed->options->output == OUTPUT_TEXT) {
        if (listed->options->tree != TREE_NONE && names_group(column))
            cgroup_column_put_branch(column, row, labels, cell);
        else
            cgroup_column_put(column, row, labels, cell);
    } else if (column->value) {
        return column->value(row);
    } else {
        column->put_text(row, labels, cell);
        if (buf_len(cell) == 0)
            return value_none();
    }
    copy = arena_copy(&listed->texts, buf_text(cell), buf_len(cell));
    cell->failed |= !copy;
    return value_text(copy, copy ? buf_len(cell) : 0);
}

/* An item of the format, whose column writes the values made here. 0 or -ENOMEM. */
static int make_item(struct listed *listed, size_t index)
{
    const struct cgroup_column *shown = listed->options->cgroup_columns[index];
    struct format_item item = listed->options->format.items[index];

    listed->columns[index] = (struct column){
        .code = shown->code,
        .align = shown->unit == CGROUP_UNIT_TEXT ? ALIGN_UNLIMITED : ALIGN_RIGHT,
        .figure = &any_figure,
    };
    item.column = &listed->columns[index];
    return format_append(&listed->groups.format, item);
}

/* The first `count` rows of the table, with a value for each item of the format. 0 or -ENOMEM. */
static int make_rows(struct listed *listed, size_t count)
{
    const size_t columns = listed->options->format.count;
    struct group_list *list = &listed->groups.list;

    listed->columns = calloc(columns, sizeof(*listed->columns));
    listed->rows = calloc(count + 1, sizeof(*listed->rows));
    list->rows = calloc(count + 1, sizeof(*list->rows));
    list->values = calloc(count * columns + 1, sizeof(*list->values));
    if (!listed->columns || !listed->rows || !list->rows || !list->values)
        return -ENOMEM;
    list->count = count;
    for (size_t i = 0; i < count; i++) {
        listed->rows[i].depth = listed->table.order[i]->depth;
        list->rows[i] = list->values + i * columns;
    }
    for (size_t index = 0; index < columns; index++) {
        const struct cgroup_column *column = listed->options->cgroup_columns[index];

        if (make_item(listed, index) < 0)
            return -ENOMEM;
        for (size_t i = 0; i < count; i++)
            list->rows[i][index] = make_value(listed, column, listed->table.order[i]);
    }
    return listed->cell.failed ? -ENOMEM : 0;
}

static int print_rows(struct listed *listed, struct printing *printing)
{
    const struct column_context context = {.containers = listed->options->selection.containers};
    const struct listing listing = {
        .options = listed->options,
        .context = &context,
        .screen = printing->screen,
        .format = &listed->groups.format,
        .rows = listed->rows,
        .groups = &listed->groups.list,
        .count = listed->groups.list.count,
    };
    const size_t most = printing->screen.columns == SCREEN_UNLIMITED ? SIZE_MAX : PATH_CELLS_MOST;
    const int result = groups_fit(&listed->groups, &context, most);

    if (result < 0)
        return result;
    printing->count = listing.count;
    printing->result = printing->json ? out_json_write(&listing, printing->json, stdout)
                                      : out_text_write(&listing, stdout);
    return printing->result;
}

int cgroups_print(struct printing *printing, bool *incomplete)
{
    const struct ps_options *options = printing->options;
    struct listed listed = {.options = options};
    int result = read_table(options, &listed.table);

    *incomplete = result == 0 && listed.table.incomplete;
    if (result == 0)
        result = make_rows(&listed, select_rows(options, &listed.table));
    if (result == 0)
        result = print_rows(&listed, printing);
    groups_fini(&listed.groups);
    free(listed.columns);
    free(listed.rows);
    buf_fini(&listed.cell);
    arena_fini(&listed.texts);
    cgroup_table_fini(&listed.table);
    return result;
}
