/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_FILE_H
#define DOTPROC_TOP_CONFIG_CONFIG_FILE_H

/* What the files of configurations say: ours or, without one, stock top's. */

#include "top/config/config.h"
#include "top/config/config_paths.h"
#include "top/config/stock_limits.h"

/*
 * Reads the first configuration that exists and has no mistake; appends a line to `complaints` for
 * each one with a mistake. False when there is none: the config is as on first start. When memory
 * is short `complaints` has failed, and the config is not to be used.
 */
bool config_file_read(const struct config_places *places, struct config *config,
                      struct buf *complaints);

/* Reads the system's limits for ordinary users; they are unknown where `complaints` has failed. */
void config_file_read_limits(const struct config_places *places, struct stock_limits *limits,
                             struct buf *complaints);

#endif
