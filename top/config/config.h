/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_H
#define DOTPROC_TOP_CONFIG_CONFIG_H

/*
 * What the user has set, as W saves it and the next start finds it.
 *
 * A config is read from text in one of two forms: ours, which config_put() writes, and stock
 * top's (stock_config.h). Text comes from outside, so every value of it is checked. A text with
 * a mistake is not used at all.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/units.h"
#include "lib/text/buf.h"
#include "top/model/inspect.h"
#include "top/model/model.h"

/* A text that is longer is no configuration. */
#define CONFIG_BYTES_MAX (256 * BYTES_PER_KIB)

/* Entries of inspect.h that are read at most. */
#define CONFIG_ENTRIES_MAX 64

struct config {
    struct window windows[WINDOW_COUNT]; /* nothing in them is owned */
    unsigned current;                    /* from 1 on */
    bool alternate, solaris, zeros_hidden;
    uint64_t delay_ns;
    enum memory_unit summary_unit, task_unit;
    enum time_form task_time;
    int extra_width;

    struct inspect_entry entries[CONFIG_ENTRIES_MAX];
    size_t entry_count;
    char *texts[CONFIG_ENTRIES_MAX]; /* of those that were read here: owned */
    size_t text_count;
};

/* A mistake in a text. */
struct config_error {
    size_t line; /* from 1 on; 0: it is about none */
    struct buf why;
};

/* As on first start. To be ended with config_fini(). */
void config_init(struct config *config);
void config_fini(struct config *config);

/*
 * Reads our form. False with the first mistake in `error`; then the config is as on first start.
 * `text` need not end in a NUL and may hold anything.
 */
bool config_parse(struct config *config, const char *text, size_t len, struct config_error *error);

/* Writes it, with comments, so that config_parse() gives the same again. */
void config_put(const struct config *config, struct buf *out);

/* "pipe" or "file", the name and the command or path, with tabs between; false with `why`. */
bool config_add_entry(struct config *config, const char *line, struct buf *why);

/* Takes over what a model has; the entries are borrowed from whom the model has them. */
void config_take(struct config *config, const struct model *model);

/* Into a model that has shown nothing yet, which borrows the entries. */
void config_apply(const struct config *config, struct model *model);

#endif
