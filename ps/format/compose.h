/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_FORMAT_COMPOSE_H
#define DOTPROC_PS_FORMAT_COMPOSE_H

/*
 * Formats chosen by options such as -f. There are two kinds: Unix formats are composed of the
 * columns that each option adds; all others are macros, in which modifying options insert or remove
 * columns.
 */

#include "ps/format/format.h"

/* Effects of options on the format; a set. */
enum {
    WANT_FULL = 1u << 0,      /* -f */
    WANT_EXTRA = 1u << 1,     /* -F, together with WANT_FULL */
    WANT_LONG = 1u << 2,      /* -l */
    WANT_JOBS = 1u << 3,      /* -j */
    WANT_CLASS = 1u << 4,     /* -c */
    WANT_NO_FLAGS = 1u << 5,  /* -y */
    WANT_PROCESSOR = 1u << 6, /* -P */
    WANT_LABEL = 1u << 7,     /* -M */
    WANT_LWP = 1u << 8,       /* -L */
    WANT_SPID = 1u << 9,      /* -T */
    WANT_BSD = 1u << 10,      /* BSD's time and command columns */
    WANT_COMMANDS = 1u << 11, /* command lines instead of names */
    WANT_IRIX_LONG =
        1u << 12, /* set by the personality, as are the next two; see grammar/parser.h */
    WANT_P_FOR_ADDR = 1u << 13,
    WANT_USER = 1u << 14,
};

/* Both append to an empty list. 0 or -ENOMEM. */
int format_compose(struct format *format, unsigned wants);
int format_compose_macro(struct format *format, const char *macro, unsigned wants);

#endif
