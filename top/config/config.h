/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_H
#define DOTPROC_TOP_CONFIG_CONFIG_H

/*
 * The user's settings, as W saves them for the next start.
 *
 * A config is parsed from text in one of two forms: ours, which config_put() writes, and stock
 * top's (stock_config.h). Every value is checked. A text with a mistake is not used at all.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/base/units.h"
#include "top/model/inspect.h"
#include "top/model/model.h"

/* A longer text is not a configuration. */
#define CONFIG_BYTES_MAX (256 * BYTES_PER_KIB)

/* The most entries of inspect.h. */
#define CONFIG_ENTRIES_MAX 64

struct config {
    struct model_settings settings;
    struct window_settings windows[WINDOW_COUNT];
    unsigned current; /* window, counted from 1 */

    struct inspect_entry entries[CONFIG_ENTRIES_MAX];
    size_t entry_count;
    char *texts[CONFIG_ENTRIES_MAX]; /* of the entries that were parsed: owned */
    size_t text_count;
};

/* A mistake in a text. */
struct config_error {
    size_t line; /* counted from 1; 0: none */
    struct buf why;
};

/* Sets the settings of the first start. */
void config_init(struct config *config);
void config_fini(struct config *config);

/* Turns off what stock top does not have, for users with a configuration of stock top. */
void config_show_as_stock(struct config *config);

/* Frees its memory, and sets the settings of the first start. */
void config_reset(struct config *config);

/*
 * Parses our form. False with the first mistake in `error`; then the config is as on first start.
 * `text` need not end in a NUL and may contain anything.
 */
bool config_parse(struct config *config, const char *text, size_t len, struct config_error *error);

/* Appends our form, with comments; config_parse() gives the same config again. */
void config_put(const struct config *config, struct buf *out);

/* Parses "pipe" or "file", a name and a command or path, separated by tabs; false with `why`. */
bool config_add_entry(struct config *config, const char *line, struct buf *why);

/*
 * For readers of all forms: calls `take` with each line without its newline; `take` may change it.
 * Stops at a line for which `take` returns false, that has a NUL or that is too long: returns false
 * with the mistake in `error`. Counts error->line in any case.
 */
bool config_lines_read(const char *text, size_t len, struct config_error *error,
                       bool (*take)(void *reader, char *line), void *reader);

/* Appends "message 'text'". Returns false, for the reader to return. */
bool config_lines_refuse(struct buf *why, const char *message, const char *text);

/* Copies the settings of the model; the entries are borrowed like those of the model. */
void config_take(struct config *config, const struct model *model);

/* Copies the settings into a new model, which borrows the entries. */
void config_apply(const struct config *config, struct model *model);

#endif
