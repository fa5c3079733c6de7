/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_STOCK_CONFIG_H
#define DOTPROC_TOP_CONFIG_STOCK_CONFIG_H

/*
 * The configuration files of procps-ng's top, from 3.3.17 (id j) to 4.0.6 and later
 * (id n): read, so that its users keep their settings, and printed for users who go back.
 */

#include <stdbool.h>
#include <stdint.h>

#include "top/config/config.h"
#include "top/config/config_lines.h"

/* As config_parse(). Ignores settings and fields of newer versions. */
bool stock_config_parse(struct config *config, const char *text, size_t len,
                        struct config_error *error);

/*
 * Appends a file as 4.0.2 writes it (id k), which 4.0.7 reads as well; leaves out settings that
 * 4.0.2 does not have.
 */
void stock_config_put(const struct config *config, struct buf *out);

/*
 * The two lines of /etc/toprc: the first contains an 's' when ordinary users get secure mode, the
 * second a delay. False with the mistake in `error`.
 */
struct stock_limits {
    bool secure;
    bool has_delay;
    uint64_t delay_ns;
};
bool stock_limits_parse(struct stock_limits *limits, const char *text, size_t len,
                        struct config_error *error);

#endif
