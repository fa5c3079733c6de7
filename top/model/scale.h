/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_SCALE_H
#define DOTPROC_TOP_MODEL_SCALE_H

/*
 * Numbers as text that fits a column.
 *
 * Each function appends the most exact form of a number that is at most `width` characters long,
 * without padding. The forms are those that users of top know: 976.6m, 9.5g; 59:59.00, then
 * 16,39 (hours, minutes), 4d+3h, 14w+2d. Where nothing fits it appends "?". ASCII only, so the
 * characters written are cells. Pure: nothing but the arguments counts.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/text/buf.h"

/* Units that sizes may be raised to; the factor between neighbours is 1024. */
enum memory_unit {
    UNIT_OF_KIB,
    UNIT_OF_MIB,
    UNIT_OF_GIB,
    UNIT_OF_TIB,
    UNIT_OF_PIB,
    UNIT_OF_EIB, /* for the summary only */
};

/* The finest form that a duration may take. */
enum time_form {
    TIME_HUNDREDTHS,  /* 1:02.03 */
    TIME_SECONDS,     /* 1:02 */
    TIME_HOURS,       /* 1,02 */
    TIME_DAYS,        /* 4d+3h */
    TIME_WHOLE_DAYS,  /* 4d */
    TIME_WEEKS,       /* 14w+2d */
    TIME_WHOLE_WEEKS, /* 14w */
};

/* A size in at least this unit; KiB carry no letter. */
void scale_memory(struct buf *out, uint64_t kib, enum memory_unit unit, size_t width);

/* A count, in steps of 1024 where it is too long: 98k. */
void scale_count(struct buf *out, uint64_t count, size_t width);

void scale_time(struct buf *out, uint64_t ns, enum time_form form, size_t width);

/* A percentage with `decimals` places, or as many fewer as fit. */
void scale_percent(struct buf *out, double percent, unsigned decimals, size_t width);

#endif
