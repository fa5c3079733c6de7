/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/format/format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"

void format_fini(struct format *format)
{
    free(format->items);
    *format = (struct format){0};
}

struct format_item format_item_of(const struct column *column)
{
    return (struct format_item){
        .column = column,
        .header = column->header,
        .width = column->width,
    };
}

int format_insert(struct format *format, size_t at, struct format_item item)
{
    if (ARRAY_RESERVE(&format->items, &format->capacity, format->count + 1) < 0)
        return -ENOMEM;
    memmove(format->items + at + 1, format->items + at,
            (format->count - at) * sizeof(*format->items));
    format->items[at] = item;
    format->count++;
    return 0;
}

int format_append(struct format *format, struct format_item item)
{
    return format_insert(format, format->count, item);
}

void format_remove(struct format *format, size_t at)
{
    format->count--;
    memmove(format->items + at, format->items + at + 1,
            (format->count - at) * sizeof(*format->items));
}

size_t format_find(const struct format *format, const char *code)
{
    size_t at;

    for (at = 0; at < format->count; at++)
        if (format->items[at].column && strcmp(format->items[at].column->code, code) == 0)
            break;
    return at;
}

const char *format_key(const struct format_item *item)
{
    const struct column *column = item->column;

    return item->named || !column->figure->json ? column->code : column->figure->json;
}
