/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_OUT_TEXT_H
#define DOTPROC_PS_OUT_TEXT_H

/* Rows as lines of text. */

#include "ps/listing.h"

struct text_writer;

/*
 * Prepares to write rows as this listing wants them, which is borrowed until the next
 * out_text_put(). 0 or -ENOMEM; *writer is to be closed with out_text_close().
 */
int out_text_open(const struct listing *listing, FILE *out, struct text_writer **writer);

/*
 * Writes the rows of a listing, which follow those written before, after a heading if they are the
 * first. Those of a forest have to come all at once. The listing may differ from the one before in
 * its rows alone. 0, -ENOMEM, or -errno when `out` cannot be written.
 */
int out_text_put(struct text_writer *writer, const struct listing *listing);
void out_text_close(struct text_writer *writer);

/* All of that at once. */
int out_text_write(const struct listing *listing, FILE *out);

#endif
