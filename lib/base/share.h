/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_SHARE_H
#define DOTPROC_BASE_SHARE_H

/*
 * Shares, and differences of two readings of a counter. All code that divides a part by a whole, or
 * compares two readings, does it here, so that "unknown" is never a number: text shows "-", JSON
 * null.
 */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* A real figure that is unknown. Sums with it are unknown, too; JSON writes it as null. */
#define REAL_UNKNOWN ((double)NAN)

static inline bool real_is_known(double number)
{
    return !isnan(number);
}

/* Percent; unknown if the whole is 0. */
static inline double share_percent(double part, double whole)
{
    return whole > 0 ? 100.0 * part / whole : REAL_UNKNOWN;
}

/* A difference that is unknown, and a reading that was not made. */
#define COUNT_UNKNOWN (-1)

/*
 * By how much a counter has grown. Unknown if one reading is, or if it decreased: then it was reset
 * or belongs to something else.
 */
static inline int64_t counter_grown(int64_t before, int64_t now)
{
    return before >= 0 && now >= before ? now - before : COUNT_UNKNOWN;
}

#endif
