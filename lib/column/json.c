/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/column/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/units.h"

#define NS_PLACES 9

struct whole {
    uint64_t size;
    bool negative;
};

static struct whole whole_of(const struct value *value)
{
    if (value->kind == VALUE_INT && value->as.i < 0)
        return (struct whole){-(uint64_t)value->as.i, true};
    return (struct whole){value->kind == VALUE_INT ? (uint64_t)value->as.i : value->as.u, false};
}

static void put_number(struct json *json, const char *key, const struct column *column,
                       struct whole number)
{
    char text[20];

    switch (column->figure->unit) {
    case UNIT_KIB: /* a recorded tree may have any value */
        number.size =
            number.size <= UINT64_MAX / BYTES_PER_KIB ? number.size * BYTES_PER_KIB : UINT64_MAX;
        json_put_fixed(json, key, number.size, 0, number.negative);
        break;
    case UNIT_NS:
    case UNIT_EPOCH_NS:
        json_put_fixed(json, key, number.size, NS_PLACES, number.negative);
        break;
    case UNIT_BITS:
        snprintf(text, sizeof(text), "%016" PRIx64, number.size);
        json_put_text(json, key, text, strlen(text));
        break;
    case UNIT_NONE:
    case UNIT_PERCENT:
        json_put_fixed(json, key, number.size, 0, number.negative);
        break;
    }
}

/* The number of an owner without a name, as a string. */
static void put_number_as_name(struct json *json, const char *key, uint64_t number)
{
    char text[24];
    int len = snprintf(text, sizeof(text), "%" PRIu64, number);

    json_put_text(json, key, text, (size_t)len);
}

void column_put_json(struct json *json, const char *key, const struct column *column,
                     const struct value *value, const struct column_context *context)
{
    switch (value->kind) {
    case VALUE_NONE:
        json_put_null(json, key);
        break;
    case VALUE_INT:
    case VALUE_UINT:
        if (figure_is_owner(column->figure) && !context->numeric_ids)
            put_number_as_name(json, key, value->as.u);
        else
            put_number(json, key, column, whole_of(value));
        break;
    case VALUE_REAL:
        json_put_real(json, key, value->as.real);
        break;
    case VALUE_TEXT:
        json_put_text(json, key, value->as.text, value->len);
        break;
    }
}

const char *column_strings_key(const struct column *column, const struct column_context *context)
{
    const struct column_strings *strings = column->figure->strings;

    return strings && !context->bare_command ? strings->key : NULL;
}

void column_put_json_strings(struct json *json, const struct column *column,
                             const struct task *task)
{
    const struct column_strings *strings = column->figure->strings;
    const struct value value = task ? strings->value(task) : value_none();

    if (value.kind == VALUE_TEXT)
        json_put_strings(json, strings->key, value.as.text, value.len);
    else
        json_put_null(json, strings->key);
}
