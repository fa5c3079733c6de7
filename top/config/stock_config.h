/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_STOCK_CONFIG_H
#define DOTPROC_TOP_CONFIG_STOCK_CONFIG_H

/*
 * The configuration files of procps-ng's top, from 3.3.17 (id j) to 4.0.6 and later (id n): read,
 * so that its users keep their settings, and put together for those who go back to it.
 */

#include "top/config/config.h"

/* As config_parse(). Ignores settings and fields of newer versions. */
bool stock_config_parse(struct config *config, const char *text, size_t len,
                        struct config_error *error);

/* Appends a file of id n, without what stock top has no place for. */
void stock_config_put(const struct config *config, struct buf *out);

#endif
