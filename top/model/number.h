/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_NUMBER_H
#define DOTPROC_TOP_MODEL_NUMBER_H

/* Numbers as text: typed on the command line and at prompts; and in the cells of a column. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"

/* A decimal number with an optional sign; false unless the whole text is one, and in range. */
bool number_parse(const char *text, int64_t *number);

/* Units of sizes; each is 1024 times the one before. */
enum memory_unit {
    UNIT_OF_KIB,
    UNIT_OF_MIB,
    UNIT_OF_GIB,
    UNIT_OF_TIB,
    UNIT_OF_PIB,
    UNIT_OF_EIB, /* for the summary only */
};

/*
 * The forms of a duration, finest first. A function may choose a later form than the one it is
 * given.
 */
enum time_form {
    TIME_HUNDREDTHS,  /* 1:02.03 */
    TIME_SECONDS,     /* 1:02 */
    TIME_HOURS,       /* 1,02 */
    TIME_DAYS,        /* 4d+3h */
    TIME_WHOLE_DAYS,  /* 4d */
    TIME_WEEKS,       /* 14w+2d */
    TIME_WHOLE_WEEKS, /* 14w */
};

/*
 * Each scale_ function appends the most exact form of a number that is at most `width` characters
 * long, without padding, or "?" when none fits. The forms are stock top's: 976.6m, 9.5g; 59:59.00,
 * then 16,39 (hours, minutes), 4d+3h, 14w+2d. The text is ASCII, so each character is a cell. Pure
 * functions.
 */

/* A size, at least in this unit; KiB have no letter. */
void scale_memory(struct buf *out, uint64_t kib, enum memory_unit unit, size_t width);

/* A count, divided by 1024 until it fits: 98k. */
void scale_count(struct buf *out, uint64_t count, size_t width);

/* A duration in this form, or in the first later one that fits. */
void scale_time(struct buf *out, uint64_t ns, enum time_form form, size_t width);

/* A percentage with `decimals` places, or with fewer if they do not fit. */
void scale_percent(struct buf *out, double percent, unsigned decimals, size_t width);

#endif
