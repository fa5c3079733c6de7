/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_STOCK_PAIRS_H
#define DOTPROC_TOP_CONFIG_STOCK_PAIRS_H

/* The pairs "name=value" in stock top's files, for stock_config.c. */

#include "top/config/config.h"

/*
 * The fields of 4.0.2 are those below this one; it accepts no other sort field, and no other field
 * before the last.
 */
#define STOCK_FIELDS_OLDEST FIELD_CLS

/* The sections of a file, in order. */
enum section {
    SECTION_TITLE,
    SECTION_MODES,
    SECTION_WINDOWS,
    SECTION_REST, /* from the line with Fixed_widest on */
};

/* The place of a pair in a file. */
struct stock_place {
    enum section section;
    struct config *config;
    struct window_settings *window; /* in SECTION_WINDOWS */
};

/*
 * Applies a pair. False with one line in `why` when the value is invalid. Ignores unknown names:
 * they come from newer versions.
 */
bool stock_pair_take(const struct stock_place *place, const char *name, const char *value,
                     struct buf *why);

/* Appends the pairs of 4.0.2 in a section, with the window's in SECTION_WINDOWS, else NULL. */
void stock_pairs_put(const struct config *config, enum section section,
                     const struct window_settings *window, struct buf *out);

#endif
