/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_H
#define DOTPROC_TOP_CONFIG_CONFIG_H

/*
 * The user's settings: read from a file at the start, applied to the model, and taken from it again
 * for W to save. A file has one of two forms, ours or stock top's; every value is checked, and a
 * file with a mistake is not used at all.
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

/*
 * config_file.c: finds the files of the user and the system, reads them at the start, and replaces
 * the one that W saves.
 */

struct loaded_config {
    struct config config;
    bool secure;           /* secure mode, set by the system for this user */
    struct buf path;       /* the file that W writes; "": none */
    struct buf stock_path; /* stock top's configuration of this user; "": none */
    struct buf complaints; /* lines */
};

/*
 * Reads the files for this user and this name of the program, by $HOME and $XDG_CONFIG_HOME; with
 * `defaults` only the system's limits. 0 or -ENOMEM; call config_unload() in both cases.
 */
int config_load(struct loaded_config *loaded, const char *program, bool defaults);
void config_unload(struct loaded_config *loaded);

/* Whether there is a file of our form that is not used: it has a mistake, or root distrusts it. */
bool config_file_is_refused(const char *path);

/*
 * Replaces a file atomically, so that either the old or the new text is complete; mode 0600.
 * Creates missing folders, and replaces the target of a link. For root it replaces the link itself,
 * and returns -EPERM for a folder that others may change. With `kept` the old file is kept with a ~
 * after its name, and that path is appended to `kept`. 0 or -errno.
 */
int atomic_file_write(const char *path, const char *text, size_t len, struct buf *kept);

/* config.c: the way into the model and back, and our form as text. */

/* Copies the settings into a new model, which borrows the entries. */
void config_apply(const struct config *config, struct model *model);

/* Copies the settings of the model; the entries are borrowed like those of the model. */
void config_take(struct config *config, const struct model *model);

/* Appends our form, with comments; parsing it gives the same config again. */
void config_put(const struct config *config, struct buf *out);

/* stock_config.c: stock top's form, for users who go back. */

/*
 * Appends a file as 4.0.2 writes it (id k), which 4.0.7 reads as well; leaves out settings that
 * 4.0.2 does not have.
 */
void stock_config_put(const struct config *config, struct buf *out);

#endif
