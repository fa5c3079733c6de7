/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_FRAME_H
#define DOTPROC_TOP_VIEW_FRAME_H

/*
 * The content of a screen, independent of any terminal.
 *
 * Views write a frame line by line from the top; term/ draws it and batch mode prints its text.
 * A line consists of spans, each with one look. A frame escapes text and cuts it at the right edge,
 * so its content is safe for a terminal. Reuse frames: after a few refreshes they allocate nothing.
 * When memory runs out, `failed` is set until frame_clear().
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/buf.h"

/*
 * The look of text: a set of these attributes and a colour. Text without a colour of its own has
 * the frame's, see frame_set_colour().
 */
enum {
    LOOK_PLAIN = 0,
    LOOK_BOLD = 1u << 0,
    LOOK_REVERSE = 1u << 1,
    LOOK_UNCOLOURED = 1u << 2, /* in the terminal's default colour, not the frame's */
    LOOK_DIM = 1u << 3,

    LOOK_FIGURE = LOOK_BOLD | LOOK_UNCOLOURED, /* a figure, which stands out from its label */
};

/* A colour (see model/settings.h) as part of a look; the colour of a look. */
unsigned look_of_colour(int colour);
int look_colour(unsigned look);

struct frame_span {
    size_t offset, bytes; /* of its text in frame::text */
    unsigned look;
};

struct frame_line {
    size_t first_span, span_count;
    size_t cells;       /* width of its text so far */
    unsigned rest_look; /* look of the cells after the last span */
};

struct frame {
    size_t cols; /* width of the frame */
    struct buf text;
    struct frame_span *spans;
    size_t span_count, span_capacity;
    struct frame_line *lines;
    size_t line_count, line_capacity;

    /* A gap that becomes text once something follows it. */
    size_t gap_cells;
    unsigned gap_look;

    unsigned colour; /* as a look */
    bool bold_off;   /* no text is bold */

    struct buf scratch; /* for text composed by views, frame_printf() and frame_put_title() */

    bool cursor; /* the cursor is visible, at this position */
    size_t cursor_row, cursor_col;
    bool failed;
};

/* Makes an empty frame; frame_clear() sets its width. */
void frame_init(struct frame *frame);
void frame_fini(struct frame *frame);

/* Makes the frame empty, and `cols` cells wide. */
void frame_clear(struct frame *frame, size_t cols);

/* Begins the next line. */
void frame_next_line(struct frame *frame);

/* Adds empty lines until there are this many; stops when the frame has failed. */
void frame_fill_to(struct frame *frame, size_t lines);

/* Sets the colour of following text that has none of its own. */
void frame_set_colour(struct frame *frame, int colour);

/* Appends text, escaped and cut at the right edge. Returns its width in cells. */
size_t frame_put(struct frame *frame, unsigned look, const char *text, size_t len);
size_t frame_puts(struct frame *frame, unsigned look, const char *text);
size_t frame_printf(struct frame *frame, unsigned look, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Appends a number with `places` decimal places in `width` cells, "-" if it is unknown
 * (lib/base/units.h). A negative width aligns it to the left, as in printf(3).
 */
void frame_put_real(struct frame *frame, unsigned look, double number, int width, int places);

/*
 * Appends text at the left or right of `width` cells, cut to them. It may not be in frame::scratch.
 */
void frame_put_left(struct frame *frame, unsigned look, const char *text, size_t width);
void frame_put_right(struct frame *frame, unsigned look, const char *text, size_t width);

/* Appends what a view has composed in frame::scratch. */
size_t frame_put_scratch(struct frame *frame, unsigned look);

/* Begins the next line, and appends the text. */
void frame_put_line(struct frame *frame, unsigned look, const char *text);

/* Begins the next line, in reverse video up to the right edge, and appends the text. */
void frame_put_title(struct frame *frame, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends blanks; they are dropped if nothing follows them on the line. */
void frame_gap(struct frame *frame, unsigned look, size_t cells);

/* Sets the look of the line to the right of its text. */
void frame_fill_line(struct frame *frame, unsigned look);

/* The number of cells left on the line. */
size_t frame_room(const struct frame *frame);

/* Puts the cursor at the end of the text so far. */
void frame_set_cursor(struct frame *frame);

/* Removes all lines except the first ones. */
void frame_keep_lines(struct frame *frame, size_t lines);

/* Appends the text of all lines, each with a newline. */
void frame_put_text(const struct frame *frame, struct buf *out);

#endif
