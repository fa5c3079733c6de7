/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_STOCK_LIMITS_H
#define DOTPROC_TOP_CONFIG_STOCK_LIMITS_H

#include "top/config/config.h"

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
