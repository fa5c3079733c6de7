/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_H
#define DOTPROC_TOP_CONFIG_CONFIG_H

/* The user's settings, as W saves them for the next start, and their way into the model and back.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/buf.h"
#include "top/model/inspect.h"
#include "top/model/model.h"

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

/* Sets the settings of the first start. */
void config_init(struct config *config);
void config_fini(struct config *config);

/* Turns off what stock top does not have, for users with a configuration of stock top. */
void config_show_as_stock(struct config *config);

/* Frees its memory, and sets the settings of the first start. */
void config_reset(struct config *config);

/* Parses "pipe" or "file", a name and a command or path, separated by tabs; false with `why`. */
bool config_add_entry(struct config *config, const char *line, struct buf *why);

/* Copies the settings of the model; the entries are borrowed like those of the model. */
void config_take(struct config *config, const struct model *model);

/* Copies the settings into a new model, which borrows the entries. */
void config_apply(const struct config *config, struct model *model);

#endif
