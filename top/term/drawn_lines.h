/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_DRAWN_LINES_H
#define DOTPROC_TOP_TERM_DRAWN_LINES_H

/* Which lines of a frame the screen shows already. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/text/buf.h"

struct frame;

/* The lines of the frame drawn last. Zero-initialise. */
struct drawn_lines {
    struct buf before, now; /* the last frame, and the current one so far */
    size_t at;              /* the offset of the next line in `before` */
    int rows, cols;         /* of the screen */
};

/* Begins a frame; with `afresh` nothing is known of what the screen shows. */
void drawn_lines_begin(struct drawn_lines *drawn, int rows, int cols, bool afresh);

/*
 * To be called for each row in order: whether the screen shows this line already. Lines after the
 * frame's last one are blank.
 */
bool drawn_lines_has(struct drawn_lines *drawn, const struct frame *frame, size_t row);

void drawn_lines_fini(struct drawn_lines *drawn);

#endif
