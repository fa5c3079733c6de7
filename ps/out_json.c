/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A repeated column is one member, at its first position. A tree is not drawn; each row has its
 * depth.
 */
#include "ps/out_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/column/json.h"

#define DEPTH_KEY "depth"

struct writer {
    const struct listing *listing;
    size_t *members; /* owned; indexes in the format, the first of each column */
    size_t member_count;
    struct json *json;
    struct buf lines;
    FILE *out;
};

/* A linear search: there are few specifiers. */
static bool has_member(const struct writer *writer, const struct column *column)
{
    for (size_t i = 0; i < writer->member_count; i++)
        if (writer->listing->format->items[writer->members[i]].column == column)
            return true;
    return false;
}

static int choose_members(struct writer *writer)
{
    const struct format *format = writer->listing->format;

    writer->members = calloc(format->count + 1, sizeof(*writer->members));
    if (!writer->members)
        return -ENOMEM;
    for (size_t i = 0; i < format->count; i++)
        if (format->items[i].column && !has_member(writer, format->items[i].column))
            writer->members[writer->member_count++] = i;
    return 0;
}

/* Each object names its process: unlike a row of text, it has none above it to refer to. */
static bool names_process(const struct column *column)
{
    return strcmp(column->code, "pid") == 0 || strcmp(column->code, "tgid") == 0;
}

/* The value of one item of a row, which is a task's or a group's. */
static struct value take_value(const struct listing *listing, size_t row, size_t index)
{
    const struct column *column = listing->format->items[index].column;
    const struct task *task;

    if (listing->groups)
        return listing->groups->rows[row][index];
    task = listing->rows[row].task;
    if (!listing_shows(listing, column, task->kind) && !names_process(column))
        return value_none();
    return column_value(column, task, listing->context);
}

static void put_row(struct writer *writer, size_t row)
{
    const struct listing *listing = writer->listing;

    json_begin(writer->json);
    for (size_t i = 0; i < writer->member_count; i++) {
        const struct column *column = listing->format->items[writer->members[i]].column;
        const struct value value = take_value(listing, row, writer->members[i]);

        column_put_json(writer->json, column->code, column, &value, listing->context);
    }
    if (listing->options->tree != TREE_NONE)
        json_put_uint(writer->json, DEPTH_KEY, listing->rows[row].depth);
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
        put_row(writer, i);
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
    int result = choose_members(&writer);

    if (result == 0)
        result = write_rows(&writer);
    free(writer.members);
    buf_fini(&writer.lines);
    return result;
}
