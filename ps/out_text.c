/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines are collected in a buffer, which is written when it is large. */
#include "ps/layout.h"
#include "ps/printing.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/escape.h"

/* --- the branches before a command in a forest --- */

/* The text of a level, by style: before the row's command, and before those of its descendants. */
struct style {
    const char *own;
    const char *open;   /* siblings follow below */
    const char *closed; /* no siblings follow */
};

static const struct style styles[] = {
    [TREE_NONE] = {"", "", ""},
    [TREE_BRANCHES] = {" \\_ ", " |  ", "    "},
    [TREE_INDENTED] = {"  ", "  ", "  "},
};

struct tree_lines {
    enum ps_tree style;
    size_t step;       /* cells of one level */
    struct buf pieces; /* one for each level of the row before */
    bool last;         /* of the row before */
};

/*
 * The branches of the next row, valid until the next call. The pieces of its ancestors are those of
 * the row before, which is its parent or below one of its siblings.
 */
static const char *tree_lines_next(struct tree_lines *tree, const struct forest_row *row)
{
    const struct style *style = &styles[tree->style];
    struct buf *pieces = &tree->pieces;

    if (tree->style == TREE_NONE)
        return "";
    if (pieces->len > 0) {
        buf_truncate(pieces, pieces->len - tree->step);
        buf_puts(pieces, tree->last ? style->closed : style->open);
    }
    buf_truncate(pieces, row->depth > 0 ? (row->depth - 1) * tree->step : 0);
    buf_puts(pieces, row->depth > 0 ? style->own : "");
    tree->last = row->last;
    return buf_text(pieces);
}

/* --- lines --- */

/*
 * The cell in the row above. Threads of a process differ in few figures, so most cells are copied
 * from there.
 */
struct above {
    struct value key;      /* see column_key() */
    size_t reached, cells; /* cells before it, and its own cells, padding included */
    size_t at, len;        /* its bytes in `lines`; len 0: cannot be copied */
};

struct text_writer {
    const struct listing *listing;
    struct layout layout;
    struct tree_lines tree;
    struct above *above; /* owned; for each slot */
    struct buf lines;
    size_t reached; /* cells of the current line */
    bool begun;     /* the heading was written */
    size_t rows;    /* written so far */
    FILE *out;
    int result; /* 0, or an error: then nothing more is written */
};

/*
 * Writes the collected lines. That may be in the middle of a line: a line of thousands of very wide
 * columns must not be kept in memory.
 */
static void write_lines(struct text_writer *writer)
{
    if (writer->result == 0)
        writer->result = listing_write(writer->listing, &writer->lines, writer->out);
    buf_clear(&writer->lines);
    for (size_t i = 0; i < writer->layout.count; i++)
        writer->above[i].len = 0;
}

static inline void write_if_much(struct text_writer *writer)
{
    if (writer->lines.len >= OUTPUT_FLUSH_AT || writer->lines.failed)
        write_lines(writer);
}

/* The width of escaped text: its bytes, if it is ASCII. */
static size_t text_cells(const char *text, size_t len)
{
    const uint64_t high_bits = UINT64_C(0x8080808080808080);
    uint64_t bits = 0;
    size_t i = 0;

    for (; len - i >= sizeof(bits); i += sizeof(bits)) {
        uint64_t word;

        memcpy(&word, text + i, sizeof(word));
        bits |= word;
    }
    for (; i < len; i++)
        bits |= (unsigned char)text[i];
    return bits & high_bits ? escape_width(text, len) : len;
}

/* Moves the text appended from `start` on into its slot. */
static void place_cell(struct text_writer *writer, size_t index, size_t start, size_t least)
{
    const struct layout *layout = &writer->layout;
    struct buf *lines = &writer->lines;
    const size_t len = lines->len - start;
    const size_t cells = len > 0 ? text_cells(lines->data + start, len) : 0;
    const size_t blank = cells < least ? least - cells : 0;
    const size_t gap = layout_gap(layout, index, cells + blank, writer->reached);

    buf_insert(lines, start, ' ', blank);
    buf_insert(lines, start, layout->filler, gap);
    writer->reached += gap + blank + cells;
}

/* Tabs and newlines stay in text between columns, which is the user's own. */
static void put_header(struct text_writer *writer, size_t index)
{
    const struct format_item *item = writer->layout.slots[index].item;
    const char *header = item->header;
    const size_t start = writer->lines.len;

    while (!item->column && header[strcspn(header, "\t\n")]) {
        const size_t len = strcspn(header, "\t\n");

        escape_put(&writer->lines, header, len, ESCAPE_UNLIMITED);
        buf_putc(&writer->lines, header[len]);
        header += len + 1;
    }
    escape_put(&writer->lines, header, strlen(header), ESCAPE_UNLIMITED);
    place_cell(writer, index, start, 0);
}

static void put_heading(struct text_writer *writer)
{
    writer->reached = 0;
    for (size_t i = 0; i < writer->layout.count; i++) {
        write_if_much(writer);
        put_header(writer, i);
    }
    buf_putc(&writer->lines, '\n');
}

/* Copies the cell from the row above; false if it may differ. */
static bool repeat_cell(struct text_writer *writer, struct above *above, const struct value *key)
{
    const size_t at = writer->lines.len;

    if (above->len == 0 || above->reached != writer->reached || !value_same(key, &above->key))
        return false;
    buf_repeat(&writer->lines, above->at, above->len);
    above->at = at;
    writer->reached += above->cells;
    return true;
}

static void put_task_cell(struct text_writer *writer, size_t index, const struct task *task,
                          struct cell *cell)
{
    const struct slot *slot = &writer->layout.slots[index];
    struct above *above = &writer->above[index];
    const size_t start = writer->lines.len;
    const size_t reached = writer->reached;
    const struct value key = column_key(slot->item->column, task, cell);
    const bool known = key.kind != VALUE_NONE;

    if (known && repeat_cell(writer, above, &key))
        return;
    cell->width = slot->text_width;
    cell->room = layout_room(&writer->layout, index, reached);
    column_format(&writer->lines, slot->item->column, task, cell);
    place_cell(writer, index, start, slot->least);
    *above = (struct above){
        .key = key,
        .reached = reached,
        .cells = writer->reached - reached,
        .at = start,
        .len = known ? writer->lines.len - start : 0,
    };
}

static void put_group_cell(struct text_writer *writer, size_t index, const struct value *value)
{
    const struct slot *slot = &writer->layout.slots[index];
    const size_t start = writer->lines.len;
    const struct cell cell = {
        .context = writer->listing->context,
        .width = slot->text_width,
        .room = layout_room(&writer->layout, index, writer->reached),
    };

    column_put(&writer->lines, slot->item->column, value, &cell);
    place_cell(writer, index, start, 0);
}

/* With m, for a column of the other kind of row. */
static void put_no_cell(struct text_writer *writer, size_t index)
{
    const size_t start = writer->lines.len;

    buf_putc(&writer->lines, '-');
    place_cell(writer, index, start, 0);
    writer->above[index].len = 0;
}

static void put_task_row(struct text_writer *writer, const struct forest_row *row)
{
    const struct listing *listing = writer->listing;
    struct cell cell = {
        .context = listing->context,
        .tree_prefix = tree_lines_next(&writer->tree, row),
        .tree_step = writer->tree.step,
    };

    if (writer->tree.pieces.failed)
        writer->result = -ENOMEM;
    for (size_t i = 0; i < writer->layout.count; i++) {
        const struct column *column = writer->layout.slots[i].item->column;

        write_if_much(writer);
        if (!column)
            put_header(writer, i);
        else if (!listing_shows(listing, column, row->task->kind))
            put_no_cell(writer, i);
        else
            put_task_cell(writer, i, row->task, &cell);
    }
}

static void put_group_row(struct text_writer *writer, const struct value *values)
{
    for (size_t i = 0; i < writer->layout.count; i++) {
        write_if_much(writer);
        put_group_cell(writer, i, &values[i]);
    }
}

static void put_row(struct text_writer *writer, size_t row)
{
    const struct listing *listing = writer->listing;

    writer->reached = 0;
    if (listing->groups)
        put_group_row(writer, listing->groups->rows[row]);
    else
        put_task_row(writer, &listing->rows[row]);
    buf_putc(&writer->lines, '\n');
}

/* If all headings are empty there is no heading line, except with a heading on each page. */
static bool has_heading(const struct text_writer *writer)
{
    if (writer->listing->options->heading != HEADING_ONCE)
        return writer->listing->options->heading == HEADING_PAGES;
    for (size_t i = 0; i < writer->layout.count; i++)
        if (*writer->layout.slots[i].item->header)
            return true;
    return false;
}

/* Whether the next row begins a page. */
static bool begins_page(const struct text_writer *writer)
{
    const struct listing *listing = writer->listing;

    return listing->options->heading == HEADING_PAGES && listing->screen.lines > 1 &&
           writer->rows > 0 && writer->rows % (listing->screen.lines - 1) == 0;
}

int out_text_open(const struct listing *listing, FILE *out, struct text_writer **writer)
{
    struct text_writer *opened = calloc(1, sizeof(*opened));
    int result;

    if (!opened)
        return -ENOMEM;
    opened->listing = listing;
    opened->out = out;
    result = layout_init(&opened->layout, listing->format, listing->context->system,
                         listing->screen.columns, listing->options);
    opened->tree = (struct tree_lines){
        .style = listing->options->tree,
        .step = strlen(styles[listing->options->tree].own),
    };
    if (result == 0) {
        opened->above = calloc(opened->layout.count + 1, sizeof(*opened->above));
        result = opened->above ? 0 : -ENOMEM;
    }
    if (result < 0)
        out_text_close(opened);
    else
        *writer = opened;
    return result;
}

int out_text_put(struct text_writer *writer, const struct listing *listing)
{
    writer->listing = listing;
    if (!writer->begun && has_heading(writer))
        put_heading(writer);
    writer->begun = true;
    for (size_t i = 0; i < listing->count && writer->result == 0; i++) {
        if (begins_page(writer))
            put_heading(writer);
        put_row(writer, i);
        writer->rows++;
    }
    write_lines(writer);
    return writer->result;
}

void out_text_close(struct text_writer *writer)
{
    if (!writer)
        return;
    free(writer->above);
    buf_fini(&writer->tree.pieces);
    layout_fini(&writer->layout);
    buf_fini(&writer->lines);
    free(writer);
}

int out_text_write(const struct listing *listing, FILE *out)
{
    struct text_writer *writer;
    int result = out_text_open(listing, out, &writer);

    if (result < 0)
        return result;
    result = out_text_put(writer, listing);
    out_text_close(writer);
    return result;
}
