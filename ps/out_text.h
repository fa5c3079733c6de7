/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_OUT_TEXT_H
#define DOTPROC_PS_OUT_TEXT_H

/* Rows as lines of text. */

#include "ps/listing.h"

/* Writes the heading and the rows. 0, -ENOMEM, or -errno when `out` cannot be written. */
int out_text_write(const struct listing *listing, FILE *out);

#endif
