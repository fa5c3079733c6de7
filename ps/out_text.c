/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines are put together in one buffer, which is written whenever it has grown large. */
#include "ps/out_text.h"

#include <stdint.h>
#include <string.h>

#include "lib/text/escape.h"
#include "ps/layout.h"
#include "ps/tree.h"

struct writer {
    const struct listing *listing;
    struct layout layout;
    struct tree_lines tree;
    struct buf cell; /* the one at work */
    struct buf lines;
    FILE *out;
    int result; /* 0, or why nothing more can be written */
};

/*
 * Writes what has been put together, when it is much. That may be in the middle of a line: one of
 * thousands of columns, each as wide as can be, is not to be kept in memory.
 */
static void write_if_much(struct writer *writer)
{
    if (writer->lines.len < LISTING_FLUSH_AT && !writer->lines.failed)
        return;
    if (writer->result == 0)
        writer->result = listing_flush(&writer->lines, writer->out);
    buf_clear(&writer->lines);
}

/* Cells on the screen of text that is escaped already: its bytes, as long as it is ASCII. */
static size_t text_cells(const struct buf *text)
{
    const uint64_t high_bits = UINT64_C(0x8080808080808080);
    uint64_t bits = 0;
    size_t i = 0;

    for (; text->len - i >= sizeof(bits); i += sizeof(bits)) {
        uint64_t word;

        memcpy(&word, text->data + i, sizeof(word));
        bits |= word;
    }
    for (; i < text->len; i++)
        bits |= (unsigned char)text->data[i];
    return bits & high_bits ? escape_width(text->data, text->len) : text->len;
}

static bool stands_right(const struct writer *writer, enum align align)
{
    switch (align) {
    case ALIGN_RIGHT:
    case ALIGN_SIGNAL:
        return true;
    case ALIGN_USER:
    case ALIGN_WCHAN:
        return writer->listing->options->numeric_ids;
    case ALIGN_LEFT:
    case ALIGN_CUT:
    case ALIGN_UNLIMITED:
        break;
    }
    return false;
}

/* Puts the cell at work into its slot; `least` is as a column has it. */
static void put_cell(struct writer *writer, size_t index, size_t least, struct position *position)
{
    const struct layout *layout = &writer->layout;
    const char delimiter = writer->listing->options->delimiter;
    const size_t cells = text_cells(&writer->cell);

    if (!delimiter) {
        const bool right = stands_right(writer, layout->slots[index].align);
        const size_t blank = cells < least ? least - cells : 0;
        const size_t gap = layout_place(layout, index, cells + blank, right, position);

        buf_fill(&writer->lines, ' ', gap + blank);
    } else if (layout_join(layout, index, cells, position)) {
        buf_putc(&writer->lines, delimiter);
    }
    buf_put(&writer->lines, writer->cell.data, writer->cell.len);
    if (writer->cell.failed)
        writer->lines.failed = true;
    write_if_much(writer);
}

static void put_heading(struct writer *writer)
{
    struct position position = {0};

    for (size_t i = 0; i < writer->layout.count; i++) {
        const struct format_item *item = writer->layout.slots[i].item;

        buf_clear(&writer->cell);
        escape_put(&writer->cell, item->header, strlen(item->header), ESCAPE_UNLIMITED);
        put_cell(writer, i, 0, &position);
    }
    buf_putc(&writer->lines, '\n');
}

/*
 * The cell of one item of a row, which is a task's or a group's. Returns the cells that its text
 * takes at least, as its column has it.
 */
static size_t format_cell(struct writer *writer, size_t row, size_t index, const struct cell *cell)
{
    const struct listing *listing = writer->listing;
    const struct format_item *item = writer->layout.slots[index].item;
    struct buf *out = &writer->cell;

    if (!item->column) {
        escape_put(out, item->header, strlen(item->header), ESCAPE_UNLIMITED);
        return 0;
    }
    if (listing->groups) {
        column_put(out, item->column, &listing->groups->rows[row][index], cell);
        return 0;
    }
    if (!listing_shows(listing, item->column, listing->rows[row].task->kind)) {
        buf_putc(out, '-');
        return 0;
    }
    column_format(out, item->column, listing->rows[row].task, cell);
    return item->column->least;
}

static void put_row(struct writer *writer, size_t row)
{
    const struct listing *listing = writer->listing;
    struct cell cell = {
        .context = listing->context,
        .tree_prefix = listing->groups ? "" : tree_lines_next(&writer->tree, &listing->rows[row]),
        .tree_step = tree_lines_step(&writer->tree),
    };
    struct position position = {0};

    for (size_t i = 0; i < writer->layout.count; i++) {
        const struct slot *slot = &writer->layout.slots[i];
        size_t least;

        buf_clear(&writer->cell);
        cell.width = slot->text_width;
        cell.room = layout_room(&writer->layout, i, &position);
        least = format_cell(writer, row, i, &cell);
        put_cell(writer, i, least, &position);
    }
    buf_putc(&writer->lines, '\n');
}

/* Headings that the user has emptied, all of them, make no line unless each page is to have one. */
static bool has_heading(const struct writer *writer)
{
    if (writer->listing->options->heading != HEADING_ONCE)
        return writer->listing->options->heading == HEADING_PAGES;
    for (size_t i = 0; i < writer->layout.count; i++)
        if (*writer->layout.slots[i].item->header)
            return true;
    return false;
}

static int write_lines(struct writer *writer)
{
    const struct listing *listing = writer->listing;
    const bool heading = has_heading(writer);
    const size_t rows_a_page =
        listing->options->heading == HEADING_PAGES ? listing->screen.lines - 1 : 0;

    if (heading)
        put_heading(writer);
    for (size_t i = 0; i < listing->count && writer->result == 0; i++) {
        if (heading && i > 0 && rows_a_page > 0 && i % rows_a_page == 0)
            put_heading(writer);
        put_row(writer, i);
    }
    return writer->result == 0 ? listing_flush(&writer->lines, writer->out) : writer->result;
}

int text_write(const struct listing *listing, FILE *out)
{
    struct writer writer = {.listing = listing, .out = out};
    int result = layout_init(&writer.layout, listing->format, listing->context->moment,
                             listing->screen.columns, listing->options->signal_names);

    if (result == 0)
        result = tree_lines_init(&writer.tree, listing->options->tree);
    if (result == 0)
        result = write_lines(&writer);
    tree_lines_fini(&writer.tree);
    layout_fini(&writer.layout);
    buf_fini(&writer.cell);
    buf_fini(&writer.lines);
    return result;
}
