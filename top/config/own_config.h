/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_OWN_CONFIG_H
#define DOTPROC_TOP_CONFIG_OWN_CONFIG_H

/*
 * Our form of the configuration: a line "name = value" for each setting, those of a window below a
 * line "[window N]". Empty lines and lines that start with '#' are ignored. A setting that is
 * missing has its default.
 */

#include "top/config/config.h"
#include "top/config/config_lines.h"

/*
 * Parses such a text. False with the first mistake in `error`; then the config is as on first
 * start. `text` need not end in a NUL and may contain anything.
 */
bool config_parse(struct config *config, const char *text, size_t len, struct config_error *error);

/* Appends such a text, with comments; config_parse() gives the same config again. */
void config_put(const struct config *config, struct buf *out);

#endif
