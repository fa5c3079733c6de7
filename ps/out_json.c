/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A repeated key is one member, at its first position. A tree is not drawn; each row has its
 * depth.
 */
#include "ps/printing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/column/column.h"
#include "lib/text/json.h"

struct json_member {
    size_t index; /* in the format, of the first column with this key */
    const char *key;
    bool strings; /* followed by the array of the strings of its text */
};

struct writer {
    const struct listing *listing;
    struct json_member *members; /* owned */
    size_t member_count;
    struct json *json;
    struct buf lines;
    FILE *out;
};

/* A linear search: there are few specifiers. */
static bool has_key(const struct writer *writer, const char *key)
{
    for (size_t i = 0; i < writer->member_count; i++)
        if (strcmp(writer->members[i].key, key) == 0)
            return true;
    return false;
}

static const struct column *column_of(const struct writer *writer, const struct json_member *member)
{
    return writer->listing->format->items[member->index].column;
}

/* The first column whose text consists of strings is followed by their array. */
static bool brings_strings(const struct writer *writer, const struct column *column)
{
    const struct column_context *context = writer->listing->context;
    const char *key = column_strings_key(column, context);

    if (!key || writer->listing->groups)
        return false;
    for (size_t i = 0; i < writer->member_count; i++) {
        const struct json_member *member = &writer->members[i];

        if (member->strings &&
            strcmp(column_strings_key(column_of(writer, member), context), key) == 0)
            return false;
    }
    return true;
}

static int choose_members(struct writer *writer)
{
    const struct format *format = writer->listing->format;

    writer->members = calloc(format->count + 1, sizeof(*writer->members));
    if (!writer->members)
        return -ENOMEM;
    for (size_t i = 0; i < format->count; i++) {
        const struct format_item *item = &format->items[i];
        struct json_member *member = &writer->members[writer->member_count];

        if (!item->column || has_key(writer, format_key(item)))
            continue;
        *member = (struct json_member){
            .index = i,
            .key = format_key(item),
            .strings = brings_strings(writer, item->column),
        };
        writer->member_count++;
    }
    return 0;
}

/* Each object has the ID of its process, even of a thread that text shows below its process. */
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

/* The task whose strings a row shows; NULL with m if only the other kind of row shows them. */
static const struct task *strings_task(const struct listing *listing, size_t row,
                                       const struct column *column)
{
    const struct task *task = listing->rows[row].task;

    return listing_shows(listing, column, task->kind) ? task : NULL;
}

static void put_row(struct writer *writer, size_t row)
{
    const struct listing *listing = writer->listing;

    json_begin(writer->json);
    for (size_t i = 0; i < writer->member_count; i++) {
        const struct json_member *member = &writer->members[i];
        const struct column *column = column_of(writer, member);
        const struct value value = take_value(listing, row, member->index);

        column_put_json(writer->json, member->key, column, &value, listing->context);
        if (member->strings)
            column_put_json_strings(writer->json, column, strings_task(listing, row, column),
                                    listing->context);
    }
    if (listing->options->tree != TREE_NONE)
        json_put_uint(writer->json, JSON_DEPTH_KEY, listing->rows[row].depth);
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
        if (writer->lines.len >= OUTPUT_FLUSH_AT || writer->lines.failed)
            result = listing_write(listing, &writer->lines, writer->out);
    }
    if (array)
        buf_puts(&writer->lines, "]\n");
    return result == 0 ? listing_write(listing, &writer->lines, writer->out) : result;
}

int out_json_write(const struct listing *listing, struct json *json, FILE *out)
{
    struct writer writer = {.listing = listing, .json = json, .out = out};
    int result = choose_members(&writer);

    if (result == 0)
        result = write_rows(&writer);
    free(writer.members);
    buf_fini(&writer.lines);
    return result;
}
