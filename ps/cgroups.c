/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ps --cgroups: control groups as rows, as text or JSON. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/units.h"
#include "lib/cgroup/reader.h"
#include "lib/column/json.h"
#include "lib/text/escape.h"
#include "ps/listing.h"

/* The time between two readings, for figures that are differences. */
#define INTERVAL_NS (200 * NS_PER_MS)

/* The most cells of a text that is not the last in its line. */
#define TEXT_CELLS_MAX 60

struct listed {
    const struct ps_options *options;
    const struct screen *screen;
    struct cgroup_table table;
    size_t widths[CGROUP_COLUMNS_MAX];
    struct buf cell, line;
};

/* --- reading --- */

static unsigned need_of(const struct ps_options *options)
{
    const struct cgroup_column *sort = options->cgroup_order.column;
    unsigned need = sort ? sort->need : 0;

    for (size_t i = 0; i < options->cgroup_column_count; i++)
        need |= options->cgroup_columns[i]->need;
    return need;
}

static bool has_changes(const struct ps_options *options)
{
    const struct cgroup_column *sort = options->cgroup_order.column;
    bool any = sort && sort->is_change;

    for (size_t i = 0; i < options->cgroup_column_count; i++)
        any |= options->cgroup_columns[i]->is_change;
    return any;
}

/* The share of two or three periods means little: that of all periods since its start is shown. */
static void set_throttling(struct cgroup_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct cgroup_figures *figures = &table->rows[i].figures;
        struct cgroup_change *change = &table->rows[i].change;

        if (!(figures->have & CGROUP_THROTTLING))
            continue;
        change->has |= CGROUP_THROTTLING;
        change->periods = figures->periods;
        change->throttled_periods = figures->throttled_periods;
    }
}

static int read_table(const struct ps_options *options, struct cgroup_table *table)
{
    const struct timespec interval = {.tv_nsec = INTERVAL_NS};
    const struct cgroup_request request = {.need = need_of(options)};
    struct cgroup_reader *reader;
    int result = cgroup_reader_open(options->cgroup_root, &reader);

    if (result < 0)
        return result;
    result = cgroup_reader_read(reader, &request, table);
    if (result == 0 && has_changes(options) && table->mounted && !options->cgroup_root) {
        nanosleep(&interval, NULL);
        result = cgroup_reader_read(reader, &request, table);
    }
    cgroup_reader_close(reader);
    if (result == 0 && !table->mounted)
        return -ENOENT;
    set_throttling(table);
    return result;
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

/* --- text --- */

static bool is_text(const struct cgroup_column *column)
{
    return column->unit == CGROUP_UNIT_TEXT;
}

/* Composes a cell in listed::cell, raw. */
static void make_cell(struct listed *listed, const struct cgroup_column *column,
                      const struct cgroup *row)
{
    const struct ps_options *options = listed->options;

    buf_truncate(&listed->cell, 0);
    if (options->tree != TREE_NONE && is_text(column))
        cgroup_column_put_indent(row, &listed->cell);
    cgroup_column_put(column, row, options->selection.containers, &listed->cell);
}

static size_t max(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void measure(struct listed *listed, size_t count)
{
    const struct ps_options *options = listed->options;

    for (size_t i = 0; i < options->cgroup_column_count; i++) {
        const struct cgroup_column *column = options->cgroup_columns[i];

        listed->widths[i] = max(column->width, strlen(column->header));
        for (size_t row = 0; row < count; row++) {
            size_t cells;

            make_cell(listed, column, listed->table.order[row]);
            cells = escape_width(buf_text(&listed->cell), buf_len(&listed->cell));
            listed->widths[i] = max(listed->widths[i], cells);
        }
        if (is_text(column) && listed->widths[i] > TEXT_CELLS_MAX)
            listed->widths[i] = TEXT_CELLS_MAX;
    }
}

static size_t min(size_t a, size_t b)
{
    return a < b ? a : b;
}

/*
 * Appends a cell to listed::line, of which *used cells are used. The last text may have any length.
 * Text that does not fit on the screen is cut; a number that does not fit is left out.
 */
static void put_cell(struct listed *listed, size_t index, const char *text, size_t len,
                     size_t *used)
{
    const bool last = index + 1 == listed->options->cgroup_column_count;
    const bool left = is_text(listed->options->cgroup_columns[index]);
    const size_t width = listed->widths[index], whole = escape_width(text, len);
    const size_t cells = last && left ? whole : min(whole, width);
    const size_t padding = cells < width ? width - cells : 0;
    const size_t columns = listed->screen->columns;
    const size_t start = *used + (index > 0 ? 1 : 0) + (left ? 0 : padding);

    if (start >= columns || (!left && cells > columns - start)) {
        *used = columns;
        return;
    }
    buf_fill(&listed->line, ' ', start - *used);
    escape_put(&listed->line, text, len, min(cells, columns - start));
    if (left)
        buf_fill(&listed->line, ' ', padding);
    *used = start + cells + (left ? padding : 0);
}

static void end_line(struct buf *line)
{
    while (line->len > 0 && line->data[line->len - 1] == ' ')
        buf_truncate(line, line->len - 1);
    buf_putc(line, '\n');
}

/*
 * Prints the lines once they are many, but none that has a dash for the name of a container that
 * could not be looked up. 0 or -errno.
 */
static int flush_many(const struct listed *listed, struct buf *lines, FILE *out)
{
    const int result = container_labels_error(listed->options->selection.containers);

    if (result < 0)
        return result;
    return lines->len >= OUTPUT_FLUSH_AT || lines->failed ? output_flush(lines, out) : 0;
}

static int write_text(struct listed *listed, size_t count, FILE *out)
{
    const struct ps_options *options = listed->options;
    struct buf lines = {0};
    int result = 0;

    measure(listed, count);
    for (size_t line = options->heading == HEADING_NEVER; line <= count && result == 0; line++) {
        size_t used = 0;

        buf_truncate(&listed->line, 0);
        for (size_t i = 0; i < options->cgroup_column_count; i++) {
            const struct cgroup_column *column = options->cgroup_columns[i];

            if (line > 0)
                make_cell(listed, column, listed->table.order[line - 1]);
            if (line > 0)
                put_cell(listed, i, buf_text(&listed->cell), buf_len(&listed->cell), &used);
            else
                put_cell(listed, i, column->header, strlen(column->header), &used);
        }
        end_line(&listed->line);
        buf_put(&lines, buf_text(&listed->line), buf_len(&listed->line));
        lines.failed |= listed->line.failed || listed->cell.failed;
        result = flush_many(listed, &lines, out);
    }
    if (result == 0)
        result = output_flush(&lines, out);
    buf_fini(&lines);
    return result;
}

/* --- JSON --- */

static void put_row(const struct listed *listed, const struct cgroup *row, struct json *json,
                    struct buf *lines)
{
    const struct ps_options *options = listed->options;

    json_begin(json);
    for (size_t i = 0; i < options->cgroup_column_count; i++)
        cgroup_column_put_json(options->cgroup_columns[i], row, options->selection.containers,
                               json);
    if (options->tree != TREE_NONE)
        json_put_uint(json, JSON_DEPTH_KEY, row->depth);
    json_finish(json, lines);
}

static int write_json(const struct listed *listed, size_t count, struct json *json, FILE *out)
{
    const bool array = listed->options->output == OUTPUT_JSON;
    struct buf lines = {0};
    int result = 0;

    if (array)
        buf_puts(&lines, "[\n");
    for (size_t i = 0; i < count && result == 0; i++) {
        put_row(listed, listed->table.order[i], json, &lines);
        if (array && i + 1 < count)
            buf_putc(&lines, ',');
        buf_putc(&lines, '\n');
        result = flush_many(listed, &lines, out);
    }
    if (array)
        buf_puts(&lines, "]\n");
    if (result == 0)
        result = output_flush(&lines, out);
    buf_fini(&lines);
    return result;
}

int cgroups_write(const struct ps_options *options, const struct screen *screen, struct json *json,
                  FILE *out, struct cgroups_written *written)
{
    struct listed listed = {.options = options, .screen = screen};
    int result = read_table(options, &listed.table);

    if (result == 0)
        result = cgroup_table_sort(&listed.table, &options->cgroup_order);
    if (result == 0) {
        written->count = select_rows(options, &listed.table);
        written->incomplete = listed.table.incomplete;
        result = json ? write_json(&listed, written->count, json, out)
                      : write_text(&listed, written->count, out);
    }
    buf_fini(&listed.cell);
    buf_fini(&listed.line);
    cgroup_table_fini(&listed.table);
    return result;
}
