/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_NUMBER_H
#define DOTPROC_TOP_MODEL_NUMBER_H

/* Numbers that are typed, and the units and forms in which cells show them: see table/scale.h. */

#include <stdbool.h>
#include <stdint.h>

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

#endif
