/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/column/column.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/text/escape.h"
#include "lib/text/json.h"
#include "lib/text/names.h"

static const void *record_of(enum record record, const struct task *task)
{
    static const struct task_addresses no_addresses;

    switch (record) {
    case RECORD_TASK:
        return task;
    case RECORD_PROCESS:
        return task->process;
    case RECORD_STATUS:
        return task->status;
    case RECORD_ADDRESSES:
        return task->addresses ? task->addresses : &no_addresses;
    case RECORD_DETAILS:
        return task->details;
    case RECORD_IO:
        return task->details ? task->details->io : NULL;
    case RECORD_SMAPS:
        return task->details ? task->details->smaps : NULL;
    }
    return NULL;
}

struct value member_read(const struct member *member, const struct task *task)
{
    const char *record = record_of(member->record, task);
    const void *at;

    if (!record)
        return value_none();
    at = record + member->offset;
    switch ((enum member_type)member->type) {
    case MEMBER_MISSING:
        break;
    case MEMBER_I8:
        return value_int(*(const int8_t *)at);
    case MEMBER_I16:
        return value_int(*(const int16_t *)at);
    case MEMBER_I32:
        return value_int(*(const int32_t *)at);
    case MEMBER_I64:
        return value_int(*(const int64_t *)at);
    case MEMBER_U8:
        return value_uint(*(const uint8_t *)at);
    case MEMBER_U32:
        return value_uint(*(const uint32_t *)at);
    case MEMBER_U64:
        return value_uint(*(const uint64_t *)at);
    case MEMBER_LETTER:
        return *(const char *)at ? value_text(at, 1) : value_none();
    case MEMBER_STRING:
        return value_string(*(const char *const *)at);
    }
    return value_none();
}

/* An owner's name, or the number if there is none. */
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

/* The value of a figure whose member is not the value itself, by figure->as. */
static struct value figure_meaning(const struct figure *figure, const struct task *task,
                                   const struct column_context *context)
{
    const struct value value = member_value(&figure->member, task);

    if (value.kind == VALUE_NONE)
        return value;
    switch (figure->as) {
    case AS_IS:
        break;
    case NONE_IF_ZERO:
        return is_zero(&value) ? value_none() : value;
    case NONE_IF_NEGATIVE:
        return value.as.i < 0 ? value_none() : value;
    case NONE_IF_MISSING:
        return value.as.u == LINE_MISSING ? value_none() : value;
    case NONE_IF_UNKNOWN:
        return value.as.i == NUMBER_UNKNOWN ? value_none() : value;
    case USER_NAME:
    case GROUP_NAME:
        return owner(value, figure->as, context);
    case SHIFTED:
        return value_int(figure->shift + value.as.i);
    case INVERTED:
        return value_int(figure->shift - value.as.i);
    }
    return value;
}

/* Whether the clock that the figure is relative to is unknown, as in some recorded trees. */
static bool lacks_clock(const struct figure *figure, const struct column_context *context)
{
    return (figure->of_age && context->system->uptime_ns == 0) ||
           (figure->unit == UNIT_EPOCH_NS && system_info_boot_ns(context->system) == 0);
}

/* Whether the figure's data could not be read. A command has at least a name. */
static bool is_unread(const struct figure *figure, const struct task *task,
                      const struct column_context *context)
{
    if (task->is_ended)
        return !figure->of_ended || figure->need & ~task->have;
    if (lacks_clock(figure, context))
        return true;
    return task->stat_unread && figure->need & NEED_STAT &&
           !(figure->need & (NEED_COMM | NEED_CMDLINE));
}

/* The text without a value. Stock has a number in some columns, but of a living task only. */
static const char *none_text(const struct figure *figure, bool is_task)
{
    const bool is_number = figure->none && !figure->none[strspn(figure->none, "-0123456789")];

    return figure->none && (is_task || !is_number) ? figure->none : "-";
}

struct value column_value(const struct column *column, const struct task *task,
                          const struct column_context *context)
{
    const struct figure *figure = column->figure;

    if (is_unread(figure, task, context))
        return value_none();
    if (figure->value)
        return figure->value(task, context);
    if (figure->as != AS_IS)
        return figure_meaning(figure, task, context);
    return member_value(&figure->member, task);
}

/* Short numbers first: most cells of a listing are short numbers. */
struct value figure_key(const struct figure *figure, const struct task *task,
                        const struct column_context *context)
{
    const struct member *member = &figure->member;
    struct value value;

    if (member->is_short)
        return value_uint(member_bits(member, task));
    value = figure->value ? figure->value(task, context) : member_value(member, task);
    return value.kind == VALUE_NONE && !figure->format ? key_of_nothing() : value;
}

struct value column_sort_value(const struct column *column, const struct task *task,
                               const struct column_context *context)
{
    const struct figure *figure = column->figure;

    if (is_unread(figure, task, context))
        return value_none();
    if (figure->sort_value)
        return figure->sort_value(task, context);
    return figure->sort.type ? member_value(&figure->sort, task)
                             : column_value(column, task, context);
}

/* A '+' marks a truncated owner's name; commands have no such mark. */
static void put_text(struct buf *out, const struct value *value, bool is_owner, size_t room)
{
    const char *text = value->as.text;
    size_t len = value->len;

    if (is_owner && room > 0 && escape_width(text, len) > room) {
        escape_put(out, text, len, room - 1);
        buf_putc(out, '+');
        return;
    }
    escape_put(out, text, len, room);
}

#define DIGITS_SIZE 24

/* The number of an owner without a name, which is shown like a name; else the value itself. */
static struct value as_name(const struct figure *figure, const struct value *value,
                            const struct column_context *context, char digits[DIGITS_SIZE])
{
    if (!figure_is_owner(figure) || context->numeric_ids || value->kind != VALUE_UINT)
        return *value;
    return value_text(digits, (size_t)snprintf(digits, DIGITS_SIZE, "%" PRIu64, value->as.u));
}

void column_put(struct buf *out, const struct column *column, const struct value *value,
                const struct cell *cell)
{
    const struct figure *figure = column->figure;
    char digits[DIGITS_SIZE];
    struct value shown;

    if (figure->put && value->kind != VALUE_NONE) {
        figure->put(out, value, cell);
        return;
    }
    shown = as_name(figure, value, cell->context, digits);
    switch (shown.kind) {
    case VALUE_NONE:
        buf_puts(out, none_text(figure, false));
        break;
    case VALUE_INT:
        buf_put_i64(out, shown.as.i);
        break;
    case VALUE_UINT:
        buf_put_u64(out, shown.as.u);
        break;
    case VALUE_REAL:
        buf_printf(out, "%.1f", shown.as.real);
        break;
    case VALUE_TEXT:
        put_text(out, &shown, figure_is_owner(figure), cell->room);
        break;
    }
}

void column_format(struct buf *out, const struct column *column, const struct task *task,
                   const struct cell *cell)
{
    const struct figure *figure = column->figure;
    struct value value;

    if (figure->format && !is_unread(figure, task, cell->context)) {
        figure->format(out, task, cell);
        return;
    }
    value = column_value(column, task, cell->context);
    if (value.kind != VALUE_NONE)
        column_put(out, column, &value, cell);
    else
        buf_puts(out, task->is_ended ? "-" : none_text(figure, true));
}

/* --- as JSON --- */

#define NS_PLACES 9

static void put_number(struct json *json, const char *key, const struct column *column,
                       const struct value *value)
{
    const bool negative = value->kind == VALUE_INT && value->as.i < 0;
    uint64_t size = negative ? -value->as.u : value->as.u;
    char text[DIGITS_SIZE];

    switch (column->figure->unit) {
    case UNIT_KIB: /* a recorded tree may have any value */
        size = size <= UINT64_MAX / BYTES_PER_KIB ? size * BYTES_PER_KIB : UINT64_MAX;
        json_put_fixed(json, key, size, 0, negative);
        break;
    case UNIT_NS:
    case UNIT_EPOCH_NS:
        json_put_fixed(json, key, size, NS_PLACES, negative);
        break;
    case UNIT_BITS:
        snprintf(text, sizeof(text), "%016" PRIx64, size);
        json_put_text(json, key, text, strlen(text));
        break;
    case UNIT_NONE:
    case UNIT_PERCENT:
        json_put_fixed(json, key, size, 0, negative);
        break;
    }
}

void column_put_json(struct json *json, const char *key, const struct column *column,
                     const struct value *value, const struct column_context *context)
{
    char digits[DIGITS_SIZE];
    const struct value shown = as_name(column->figure, value, context, digits);

    switch (shown.kind) {
    case VALUE_NONE:
        json_put_null(json, key);
        break;
    case VALUE_INT:
    case VALUE_UINT:
        put_number(json, key, column, &shown);
        break;
    case VALUE_REAL:
        json_put_real(json, key, shown.as.real);
        break;
    case VALUE_TEXT:
        json_put_text(json, key, shown.as.text, shown.len);
        break;
    }
}

const char *column_strings_key(const struct column *column, const struct column_context *context)
{
    const struct column_strings *strings = column->figure->strings;

    return strings && !context->bare_command ? strings->key : NULL;
}

void column_put_json_strings(struct json *json, const struct column *column,
                             const struct task *task, const struct column_context *context)
{
    const struct column_strings *strings = column->figure->strings;
    const struct value value = task ? strings->value(task, context) : value_none();

    if (value.kind == VALUE_TEXT)
        json_put_strings(json, strings->key, value.as.text, value.len);
    else
        json_put_null(json, strings->key);
}
