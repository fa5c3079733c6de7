/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_FRAME_H
#define DOTPROC_TOP_VIEW_FRAME_H

/*
 * One picture of the screen, without a screen.
 *
 * Views write a frame line by line from the top; term/ draws it and batch mode prints its text.
 * A line is a row of spans, each of one look. Text that goes in is escaped and cut at the right
 * edge, so whatever a frame holds is fit for a terminal. A frame is meant to be reused: after a
 * few refreshes it allocates nothing. When memory runs out it goes into a failed state that
 * sticks until frame_clear().
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/text/buf.h"

/*
 * How text looks: a set of these and a colour. Without a colour of its own text has that of the
 * frame, see frame_set_colour().
 */
enum {
    LOOK_PLAIN = 0,
    LOOK_BOLD = 1u << 0,
    LOOK_REVERSE = 1u << 1,
    LOOK_UNCOLOURED = 1u << 2, /* has the terminal's colour, whatever the frame's is */

    LOOK_FIGURE = LOOK_BOLD | LOOK_UNCOLOURED, /* stands out from its label */
    LOOK_ATTRIBUTES = LOOK_BOLD | LOOK_REVERSE,
};

/* A colour as part of a look, and that of a look: see limits.h. */
unsigned look_of_colour(int colour);
int look_colour(unsigned look);

struct frame_span {
    size_t offset, bytes; /* of its text in frame::text */
    unsigned look;
};

struct frame_line {
    size_t first_span, span_count;
    size_t cells;       /* used so far */
    unsigned rest_look; /* of the cells behind the last span */
};

struct frame {
    size_t cols; /* right edge */
    struct buf text;
    struct frame_span *spans;
    size_t span_count, span_capacity;
    struct frame_line *lines;
    size_t line_count, line_capacity;

    /* A gap that becomes text once something stands behind it. */
    size_t gap_cells;
    unsigned gap_look;

    unsigned colour; /* as a look */
    bool bold_off;   /* no text is bold */

    struct buf scratch; /* for views to put a cell together in */

    bool cursor; /* shown, at this place */
    size_t cursor_row, cursor_col;
    bool failed;
};

void frame_init(struct frame *frame);
void frame_fini(struct frame *frame);

/* An empty picture `cols` cells wide. */
void frame_clear(struct frame *frame, size_t cols);

/* Begins the next line; what follows is written into it. */
void frame_next_line(struct frame *frame);

/* The colour of all that follows, where it has none of its own. */
void frame_set_colour(struct frame *frame, int colour);

/* Appends text, escaped and cut at the right edge. Returns the cells that it takes. */
size_t frame_put(struct frame *frame, unsigned look, const char *text, size_t len);
size_t frame_puts(struct frame *frame, unsigned look, const char *text);

/* Appends blanks, which are dropped when nothing follows them on the line. */
void frame_gap(struct frame *frame, unsigned look, size_t cells);

/* The look of the line to the right of its text. */
void frame_fill_line(struct frame *frame, unsigned look);

/* Cells left on the line. */
size_t frame_room(const struct frame *frame);

/* Puts the cursor where the next text would go. */
void frame_set_cursor(struct frame *frame);

/* Forgets all lines but the first ones. */
void frame_keep_lines(struct frame *frame, size_t lines);

/* Appends the lines, each with a newline. */
void frame_put_text(const struct frame *frame, struct buf *out);

#endif
