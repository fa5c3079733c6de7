/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A column that is listed twice has one value, so it is one member: that of its first place. A
 * tree is not drawn; each row says how deep it stands in it.
 */
#include "ps/out_json.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/column/json.h"

#define DEPTH_KEY "depth"

struct writer {
    const struct listing *listing;
    const struct column **columns; /* owned; each of them once */
    size_t column_count;
    struct json *json;
    struct buf lines;
    FILE *out;
};

/* Specifiers are many at most and formats short: looking through them all is quick enough. */
static bool has_column(const struct writer *writer, const struct column *column)
{
    for (size_t i = 0; i < writer->column_count; i++)
        if (writer->columns[i] == column)
            return true;
    return false;
}

static int choose_columns(struct writer *writer)
{
    const struct format *format = &writer->listing->options->format;

    writer->columns = calloc(format->count + 1, sizeof(*writer->columns));
    if (!writer->columns)
        return -ENOMEM;
    for (size_t i = 0; i < format->count; i++) {
        const struct column *column = format->items[i].column;

        if (column && !has_column(writer, column))
            writer->columns[writer->column_count++] = column;
    }
    return 0;
}

static void put_row(struct writer *writer, const struct forest_row *row)
{
    const struct listing *listing = writer->listing;

    json_begin(writer->json);
    for (size_t i = 0; i < writer->column_count; i++) {
        const struct column *column = writer->columns[i];
        struct value value = value_none();

        if (listing_shows(listing, column, row->task->kind))
            value = column->value(row->task, listing->context);
        column_put_json(writer->json, column->code, column, &value, listing->context);
    }
    if (listing->options->tree != TREE_NONE)
        json_put_uint(writer->json, DEPTH_KEY, row->depth);
    json_finish(writer->json, &writer->lines);
}

static int write_rows(struct writer *writer)
{
    const struct listing *listing = writer->listing;
    const bool array = listing->options->output == OUTPUT_JSON;
    int result = 0;

    if (array)
        buf_puts(&writer->lines, "[\n");
    for (size_t i = 0; i < listing->count && result == 0; i++) {
        put_row(writer, &listing->rows[i]);
        if (array && i + 1 < listing->count)
            buf_putc(&writer->lines, ',');
        buf_putc(&writer->lines, '\n');
        if (writer->lines.len >= LISTING_FLUSH_AT || writer->lines.failed)
            result = listing_flush(&writer->lines, writer->out);
    }
    if (array)
        buf_puts(&writer->lines, "]\n");
    return result == 0 ? listing_flush(&writer->lines, writer->out) : result;
}

int json_write(const struct listing *listing, struct json *json, FILE *out)
{
    struct writer writer = {.listing = listing, .json = json, .out = out};
    int result = choose_columns(&writer);

    if (result == 0)
        result = write_rows(&writer);
    free(writer.columns);
    buf_fini(&writer.lines);
    return result;
}
