/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "lib/text/escape.h"

/* Stock top shows "rt" for this priority, the highest of real-time tasks, and below. */
#define PRIORITY_RT (-100)

/* The most bytes that a cell can take: text beyond that is not examined. */
#define BYTES_PER_CELL 16

/* The indentation of each level of a forest. */
#define BRANCH_CELLS 4

/* The deepest level that is indented: a column has no more cells. */
#define INDENTED_MAX (COLS_MAX / BRANCH_CELLS)

/* Appends text, escaped and cut to the width, without the first `skip` cells or so. */
static size_t put_text(struct buf *out, const char *text, size_t len, size_t width, size_t skip)
{
    const size_t most = (width + skip + 1) * BYTES_PER_CELL;
    const char *end = text + (len < most ? len : most);
    size_t cells;

    escape_skip(&text, (size_t)(end - text), skip);
    len = (size_t)(end - text);
    if (escape_width(text, len) <= width || !width)
        return escape_put(out, text, len, width);
    cells = escape_put(out, text, len, width - 1);
    buf_putc(out, '+');
    return cells + 1;
}

/* Appends ASCII text, cut to the width. */
static size_t put_plain(struct buf *out, const char *text, size_t width)
{
    return put_text(out, text, strlen(text), width, 0);
}

/*
 * NUL-separated strings: a separator becomes a blank, and so does a newline, which would look like
 * the end of the row.
 */
static size_t put_strings(struct buf *out, const struct table_column *column,
                          const struct value *value)
{
    char text[(2 * COLS_MAX + 1) * BYTES_PER_CELL];
    const char *strings = value->as.text;
    const char newline = column->field->render == RENDER_LINES ? ',' : ' ';
    size_t used = 0;

    for (; used < value->len && used < sizeof(text); used++)
        text[used] = strings[used] == '\n' ? newline : strings[used] ? strings[used] : ' ';
    return put_text(out, text, used, column->width, column->skip);
}

/* Cuts the ASCII text appended since `start` to the width. */
static size_t cut_plain(struct buf *out, size_t start, size_t width)
{
    if (out->len - start > width) {
        buf_truncate(out, start + width - 1);
        buf_putc(out, '+');
    }
    return out->len - start;
}

static size_t put_value(struct buf *out, const struct table_column *column,
                        const struct value *value)
{
    const size_t width = column->width, start = out->len;
    char text[32];

    switch (value->kind) {
    case VALUE_NONE:
        return put_plain(out, column->field->none ? column->field->none : "-", width);
    case VALUE_INT:
        buf_put_i64(out, value->as.i);
        return cut_plain(out, start, width);
    case VALUE_UINT:
        buf_put_u64(out, value->as.u);
        return cut_plain(out, start, width);
    case VALUE_REAL:
        snprintf(text, sizeof(text), "%.1f", value->as.real);
        return put_plain(out, text, width);
    case VALUE_TEXT:
        if (column->field->render == RENDER_LINES || memchr(value->as.text, '\0', value->len))
            return put_strings(out, column, value);
        return put_text(out, value->as.text, value->len, width, column->skip);
    }
    return 0;
}

/* Appends the branch in front of a name, below INDENTED_MAX with the number of the level. */
static void put_branch(struct buf *out, const struct branch *branch)
{
    const char mark = branch->hides ? '+' : branch->focused ? '|' : ' ';
    const uint32_t depth = branch->depth;

    if (branch->group)
        buf_printf(out, "%c%zu ", branch->hides ? '+' : '-', branch->group->members.count);
    else if (depth > INDENTED_MAX)
        buf_printf(out, "%c(%" PRIu32 ") `- ", mark, depth);
    else if (depth)
        buf_printf(out, "%c%*s`- ", mark, (int)((depth - 1) * BRANCH_CELLS), "");
    else if (branch->hides)
        buf_putc(out, mark);
}

/* A task's name, or a group's label and the name of its only process, if it differs. */
static void put_name(struct buf *out, const struct table_row *row)
{
    const struct group_row *group = table_row_group(row);

    buf_puts(out, task_name(row->figures));
    if (group && group->program && strcmp(group->program, task_name(row->figures)) != 0)
        buf_printf(out, " (%s)", group->program);
}

bool cell_is_missing(const struct table *table, const struct table_column *column,
                     const struct table_row *row)
{
    const struct sample *sample = table->model->sample;
    const need_t need = column->column->figure->need;

    if (column->id == FIELD_COMMAND && table_row_group(row)) /* its label, at least */
        return false;
    return table_row_lacks(row, need, sample) ||
           (!row->task->is_ended && need & NEED_DELTA && sample->early);
}

/* Whether a row of the past whose command line was not read then shows its name. */
static bool shows_name_alone(const struct table *table, const struct table_column *column,
                             const struct table_row *row)
{
    return column->id == FIELD_COMMAND && model_looks_back(table->model) && row->figures->comm;
}

static size_t put_command(struct buf *out, const struct table *table,
                          const struct table_column *column, const struct table_row *row)
{
    /* Of the past, lines that were not shown then are not known, but names are. */
    const bool line =
        table_row_shows_line(table, row) && !(column->column->figure->need & ~row->task->have);
    const struct cell cell = {
        .context = &table->context,
        .room = column->width + column->skip + 2, /* a wide character shows that it was cut */
    };
    const char *name = task_name(row->figures);
    const size_t start = out->len;
    char text[(2 * COLS_MAX + 1) * BYTES_PER_CELL];
    size_t len;

    if (!row->branch && !line && !row->task->is_ended)
        return put_text(out, name, strlen(name), column->width, column->skip);
    if (row->branch)
        put_branch(out, row->branch);
    if (row->task->is_ended)
        ended_rows_put(out, table, row);
    else if (line)
        column_format(out, column->column, row->task, &cell);
    else
        put_name(out, row);
    len = out->len - start;
    if (out->failed || !len)
        return 0;
    if (len > sizeof(text))
        len = sizeof(text);
    memcpy(text, out->data + start, len);
    buf_truncate(out, start);
    return put_text(out, text, len, column->width, column->skip);
}

static size_t put_flags(struct buf *out, uint64_t flags, size_t width)
{
    char text[32];

    snprintf(text, sizeof(text), "%08x", (unsigned)flags);
    for (char *digit = text; *digit; digit++)
        if (*digit == '0')
            *digit = '.';
    return put_plain(out, text, width);
}

/* A value of either integer type as a count. */
static uint64_t as_count(const struct value *value)
{
    switch (value->kind) {
    case VALUE_UINT:
        return value->as.u;
    case VALUE_INT:
        return value->as.i > 0 ? (uint64_t)value->as.i : 0;
    default:
        return 0;
    }
}

static double as_real(const struct value *value)
{
    return value->kind == VALUE_REAL ? value->as.real : (double)as_count(value);
}

static struct value real_value(double number)
{
    return real_is_known(number) ? value_real(number) : value_none();
}

/* A difference in the interval as one per second, times `units`, rounded. */
static struct value rate_of(const struct value *difference, uint64_t interval_ns, double units)
{
    double rate;

    if (interval_ns == 0)
        return value_none();
    rate = difference->kind == VALUE_INT ? (double)difference->as.i : (double)difference->as.u;
    rate = rate * units * (double)NS_PER_S / (double)interval_ns;
    return value_int((int64_t)(rate < 0 ? rate - 0.5 : rate + 0.5));
}

struct value cell_value(const struct table *table, const struct table_column *column,
                        const struct table_row *row)
{
    const struct model *model = table->model;
    const struct sample *sample = model->sample;
    const enum render render = column->field->render;
    struct value value;

    if (render == RENDER_CPU)
        return real_value(table_row_cpu_percent(model, row));
    value = table_row_value(row, column->id, column->column, &table->context);
    if (value.kind == VALUE_NONE)
        return value;
    switch (render) {
    case RENDER_SHARE: /* of a single task */
        return real_value(model_cpu_percent(model, as_count(&value), sample->interval_ns,
                                            sample->request.rows == ROWS_THREADS ? 1 : 0));
    case RENDER_RATE:
        return rate_of(&value, sample->interval_ns, 1);
    case RENDER_GROWTH:
        return rate_of(&value, sample->interval_ns, 60);
    default:
        return value;
    }
}

/* Whether the key 0 hides the value. Stock top shows an unknown level as 0. */
static bool is_hidden_zero(const struct model *model, enum render render, const struct value *value)
{
    if (!model->settings.zeros_hidden || render == RENDER_PLAIN || render == RENDER_LINES ||
        render == RENDER_PRIORITY || render == RENDER_FLAGS)
        return false;
    if (value->kind == VALUE_NONE)
        return render == RENDER_LEVEL;
    return value->kind == VALUE_INT ? value->as.i == 0 : as_real(value) == 0;
}

/* ^E makes times coarser, but never finer than the field's own form. */
static enum time_form coarser(const struct model *model, enum time_form form)
{
    return model->settings.task_time > form ? model->settings.task_time : form;
}

/* Negative values have a sign. */
static void put_growth(struct buf *out, const struct model *model, int64_t kib, size_t width)
{
    const size_t sign = kib < 0;

    if (sign)
        buf_putc(out, '-');
    scale_memory(out, kib < 0 ? -(uint64_t)kib : (uint64_t)kib, model->settings.task_unit,
                 width - sign);
}

/* Appends a known value in the form of its field. */
static size_t put_rendered(struct buf *out, const struct model *model,
                           const struct table_column *column, const struct value *value)
{
    const size_t start = out->len, width = column->width;

    switch (column->field->render) {
    case RENDER_PLAIN:
    case RENDER_LINES:
    case RENDER_LEVEL:
        return put_value(out, column, value);
    case RENDER_PRIORITY:
        return value->as.i <= PRIORITY_RT ? put_plain(out, "rt", width)
                                          : put_value(out, column, value);
    case RENDER_FLAGS:
        return put_flags(out, as_count(value), width);
    case RENDER_MEMORY:
        scale_memory(out, as_count(value), model->settings.task_unit, width);
        break;
    case RENDER_GROWTH:
        put_growth(out, model, value->as.i, width);
        break;
    case RENDER_COUNT:
    case RENDER_RATE:
        scale_count(out, as_count(value), width);
        break;
    case RENDER_CPU:
    case RENDER_PERCENT:
    case RENDER_SHARE:
        scale_percent(out, as_real(value), 1, width);
        break;
    case RENDER_UTILIZATION:
        scale_percent(out, as_real(value), 3, width);
        break;
    case RENDER_TIME:
        scale_time(out, as_count(value), coarser(model, TIME_SECONDS), width);
        break;
    case RENDER_TIME_PLUS:
        scale_time(out, as_count(value), model->settings.task_time, width);
        break;
    case RENDER_TIME_HOURS:
        scale_time(out, as_count(value), coarser(model, TIME_HOURS), width);
        break;
    }
    return out->len - start;
}

size_t cell_put(struct buf *out, const struct table *table, const struct table_column *column,
                const struct table_row *row)
{
    struct value value;

    if (cell_is_missing(table, column, row) && !shows_name_alone(table, column, row))
        return 0;
    if (column->id == FIELD_COMMAND)
        return put_command(out, table, column, row);
    value = cell_value(table, column, row);
    if (value.kind == VALUE_NONE && (row->task->is_ended || table_row_group(row)))
        return put_plain(out, "-", column->width);
    if (is_hidden_zero(table->model, column->field->render, &value))
        return 0;
    return value.kind == VALUE_NONE ? put_value(out, column, &value)
                                    : put_rendered(out, table->model, column, &value);
}

struct cell_place cell_put_padded(struct buf *out, const struct table *table,
                                  const struct table_column *column, const struct table_row *row)
{
    size_t start = out->len;
    size_t cells = cell_put(out, table, column, row);
    size_t padding =
        cells < column->width && column->field->size != SIZE_FLEXIBLE ? column->width - cells : 0;
    size_t bytes = out->len - start;

    buf_fill(out, ' ', padding + 1);
    if (column->left || out->failed)
        return (struct cell_place){start, bytes, cells};
    memmove(out->data + start + padding, out->data + start, bytes);
    memset(out->data + start, ' ', padding);
    return (struct cell_place){start + padding, bytes, cells};
}
