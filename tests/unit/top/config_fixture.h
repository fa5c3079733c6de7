/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_TOP_CONFIG_FIXTURE_H
#define DOTPROC_TESTS_UNIT_TOP_CONFIG_FIXTURE_H

/* A configuration to be read into and written from, and what was wrong with the last text. */

#include "top/config/config.h"
#include "top/config/internal.h"

extern struct config config;
extern struct config_error error;

/* A fixture for check. */
void config_fixture_setup(void);
void config_fixture_teardown(void);

/* A text in our form, or in that of stock's top. */
bool parse_ours(const char *text);
bool parse_stock(const char *text);

/* What W would save now. */
void write_again(struct buf *text);

/* What W would save can be read, and is saved the same again. */
void check_round_trip(void);

#endif
