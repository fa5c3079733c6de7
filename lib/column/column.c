/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/column/column.h"

#include <inttypes.h>
#include <stdio.h>

#include "lib/text/escape.h"

/* An owner's name, or the number of one who has none. */
static struct value owner(struct value id, enum meaning as, const struct column_context *context)
{
    const char *name = NULL;

    if (!context->numeric_ids)
        name = as == USER_NAME ? name_cache_user(context->names, (uid_t)id.as.u)
                               : name_cache_group(context->names, (gid_t)id.as.u);
    return name ? value_string(name) : id;
}

static bool is_zero(const struct value *value)
{
    switch (value->kind) {
    case VALUE_TEXT:
        return value->len == 0;
    case VALUE_INT:
        return value->as.i <= 0;
    default:
        return value->as.u == 0;
    }
}

static struct value meant_by(const struct figure *figure, struct value value,
                             const struct column_context *context)
{
    switch (figure->as) {
    case AS_IT_STANDS:
        break;
    case NONE_IF_ZERO:
        return is_zero(&value) ? value_none() : value;
    case NONE_IF_NEGATIVE:
        return value.as.i < 0 ? value_none() : value;
    case USER_NAME:
    case GROUP_NAME:
        return owner(value, figure->as, context);
    case SHIFTED:
        return value_int(figure->shift + value.as.i);
    case TURNED_ROUND:
        return value_int(figure->shift - value.as.i);
    }
    return value;
}

struct value column_value(const struct column *column, const struct task *task,
                          const struct column_context *context)
{
    const struct figure *figure = column->figure;
    struct value value;

    if (figure->value)
        return figure->value(task, context);
    value = member_value(&figure->member, task);
    if (figure->as == AS_IT_STANDS || value.kind == VALUE_NONE)
        return value;
    return meant_by(figure, value, context);
}

/* Most cells of a listing are numbers that take no more than a look: these come first. */
struct value figure_key(const struct figure *figure, const struct task *task,
                        const struct column_context *context)
{
    const struct member *member = &figure->member;
    struct value value;

    if (member->is_short)
        return value_uint(member_bits(member, task));
    value = figure->value ? figure->value(task, context) : member_value(member, task);
    return value.kind == VALUE_NONE ? value_text(NULL, 0) : value;
}

struct value column_sort_value(const struct column *column, const struct task *task,
                               const struct column_context *context)
{
    const struct figure *figure = column->figure;

    if (figure->sort_value)
        return figure->sort_value(task, context);
    return figure->sort.type ? member_value(&figure->sort, task)
                             : column_value(column, task, context);
}

/* The '+' says that a name goes on; a command that is cut needs no such hint. */
static void put_text(struct buf *out, const struct value *value, enum align align, size_t room)
{
    const char *text = value->as.text;
    size_t len = value->len;

    if (align == ALIGN_USER && room > 0 && escape_width(text, len) > room) {
        escape_put(out, text, len, room - 1);
        buf_putc(out, '+');
        return;
    }
    escape_put(out, text, len, room);
}

/* An owner without a name has a number for one, which is cut as names are. */
static void put_nameless(struct buf *out, uint64_t id, size_t room)
{
    char digits[24];
    const int len = snprintf(digits, sizeof(digits), "%" PRIu64, id);
    const struct value value = value_text(digits, (size_t)len);

    put_text(out, &value, ALIGN_USER, room);
}

void column_put(struct buf *out, const struct column *column, const struct value *value,
                const struct cell *cell)
{
    if (column->figure->put) {
        column->figure->put(out, value, cell);
        return;
    }
    switch (value->kind) {
    case VALUE_NONE:
        buf_puts(out, column->figure->none ? column->figure->none : "-");
        break;
    case VALUE_INT:
        buf_put_i64(out, value->as.i);
        break;
    case VALUE_UINT:
        if (column->align == ALIGN_USER && !cell->context->numeric_ids)
            put_nameless(out, value->as.u, cell->room);
        else
            buf_put_u64(out, value->as.u);
        break;
    case VALUE_REAL:
        buf_printf(out, "%.1f", value->as.real);
        break;
    case VALUE_TEXT:
        put_text(out, value, column->align, cell->room);
        break;
    }
}

void column_format(struct buf *out, const struct column *column, const struct task *task,
                   const struct cell *cell)
{
    struct value value;

    if (column->figure->format) {
        column->figure->format(out, task, cell);
        return;
    }
    value = column_value(column, task, cell->context);
    column_put(out, column, &value, cell);
}
