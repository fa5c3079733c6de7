/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_GAUGE_H
#define DOTPROC_TOP_VIEW_GAUGE_H

/* A bar graph of a percentage, in two parts that look different: "[|||||||||    ]". */

#include <stddef.h>

#include "top/view/frame.h"

/* Cells of the longest bar: a cell stands for one percent or more. */
#define GAUGE_MOST 100

struct gauge {
    double parts[2]; /* percent, from left to right */
    unsigned looks[2];
    char stroke;  /* the character that fills the parts */
    size_t cells; /* between the brackets */
};

/* Appends the bar. If both parts do not fit, the second one is cut. */
void gauge_put(struct frame *frame, const struct gauge *gauge);

#endif
