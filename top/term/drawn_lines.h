/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_DRAWN_LINES_H
#define DOTPROC_TOP_TERM_DRAWN_LINES_H

/* Which lines of a frame the screen has already. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/text/buf.h"

struct frame;

/* The lines of the frame drawn last. Zero-initialise. */
struct drawn_lines {
    struct buf before, now; /* this frame, as far as it has come */
    size_t at;              /* in `before`: the next line */
    int rows, cols;         /* of the screen */
};

/* Before the lines of a frame; of a screen that has to be drawn `afresh` nothing is known. */
void drawn_lines_begin(struct drawn_lines *drawn, int rows, int cols, bool afresh);

/* For each row from the first on: whether the screen has that line, blank behind the frame's end.
 */
bool drawn_lines_has(struct drawn_lines *drawn, const struct frame *frame, size_t row);

void drawn_lines_fini(struct drawn_lines *drawn);

#endif
