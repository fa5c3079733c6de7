/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_INSPECT_H
#define DOTPROC_TOP_SCREENS_INSPECT_H

/*
 * What a file or a command says about one task, on screens of its own: one to choose an entry of
 * the configuration file, and one for the text that has come so far, and where it is scrolled to.
 *
 * The text itself is fetched by work/inspector.h, which is started and stopped by effects, and
 * comes in as events.
 */

#include "top/screens/screen.h"

extern const struct screen inspect_choice_screen, inspect_screen;

/* The entries there are: those of the model, or the built-in ones. */
const struct inspect_entry *inspect_entry_at(const struct model *model, size_t index);
size_t inspect_entry_count(const struct model *model);

/* What it is chosen by. */
const char *inspect_entry_name(const struct inspect_entry *entry);

/* Opens the screen on which an entry is chosen. */
void inspect_begin(struct model *model, pid_t pid);

/* More text; nothing more will come, and `why`, which may be NULL, when something went wrong. */
void inspect_take(struct model *model, const char *bytes, size_t len);
void inspect_end(struct model *model, const char *why);

/*
 * Appends line `index` fit for a terminal: tabs are expanded, control characters come as ^X and
 * what is no character as <FF>. Stops after `cells` cells.
 */
void inspect_put_line(const struct inspection *inspection, size_t index, size_t cells,
                      struct buf *out);

/* Lines of text that a screen of `rows` has room for. */
size_t inspect_page(size_t rows);

/* inspect_view.c */
void inspect_view_choice(const struct model *model, struct frame *frame);
void inspect_view(const struct model *model, struct frame *frame);

#endif
