/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_STOCK_PAIRS_H
#define DOTPROC_TOP_CONFIG_STOCK_PAIRS_H

/* The pairs "name=value" in stock top's configuration files: see stock_config.c. */

#include "top/config/config.h"

/* Each window's lines, then those of all. */
enum section {
    SECTION_TITLE,
    SECTION_MODES,
    SECTION_WINDOWS,
    SECTION_REST, /* behind the line with Fixed_widest */
};

/* Where a pair stands. */
struct stock_place {
    enum section section;
    struct config *config;
    struct window *window; /* in SECTION_WINDOWS */
};

/*
 * Sets what the pair says. False with one line in `why` when that may not be; names that are not
 * known come from newer versions and do nothing.
 */
bool stock_pair_take(const struct stock_place *place, const char *name, const char *value,
                     struct buf *why);

#endif
