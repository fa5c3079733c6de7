/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_DRAWN_H
#define DOTPROC_TOP_TERM_DRAWN_H

/* Which lines of a frame the screen has already. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/text/buf.h"

struct frame;

/* The lines of the frame drawn last. Zero-initialise. */
struct drawn {
    struct buf before, now; /* this frame, as far as it has come */
    size_t at;              /* in `before`: the next line */
    int rows, cols;         /* of the screen */
};

/* Before the lines of a frame; of a screen that has to be drawn `afresh` nothing is known. */
void drawn_begin(struct drawn *drawn, int rows, int cols, bool afresh);

/* For each row from the first on: whether the screen has that line, blank behind the frame's end.
 */
bool drawn_has(struct drawn *drawn, const struct frame *frame, size_t row);

void drawn_fini(struct drawn *drawn);

#endif
