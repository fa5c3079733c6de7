/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_OUT_TEXT_H
#define DOTPROC_PS_OUT_TEXT_H

/* Rows as lines of text. */

#include <stdio.h>

#include "lib/query/forest.h"
#include "ps/options.h"
#include "ps/terminal.h"

struct listing {
    const struct ps_options *options;
    const struct column_context *context;
    struct screen screen;
    const struct forest_row *rows;
    size_t count;
};

/* Writes the heading and the rows. 0, -ENOMEM, or -errno when `out` cannot be written. */
int text_write(const struct listing *listing, FILE *out);

#endif
