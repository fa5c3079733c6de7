/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_OUT_TEXT_H
#define DOTPROC_PS_OUT_TEXT_H

/* Rows as lines of text. */

#include "ps/listing.h"

struct text_writer;

/*
 * Prepares to write rows in the format of this listing, which is borrowed until the next
 * out_text_put(). 0 or -ENOMEM; *writer is to be closed with out_text_close().
 */
int out_text_open(const struct listing *listing, FILE *out, struct text_writer **writer);

/*
 * Writes the rows of a listing, which follow those written before, after a heading if they are the
 * first. A forest must be written in one call. The listing may differ from the previous one only in
 * its rows. 0, -ENOMEM, or -errno when `out` cannot be written.
 */
int out_text_put(struct text_writer *writer, const struct listing *listing);
void out_text_close(struct text_writer *writer);

/* Opens, writes all rows, and closes. */
int out_text_write(const struct listing *listing, FILE *out);

#endif
