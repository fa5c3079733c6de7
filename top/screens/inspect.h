/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_INSPECT_H
#define DOTPROC_TOP_SCREENS_INSPECT_H

/*
 * The inspection of one task by a file or a command: a screen to choose an entry of the
 * configuration file, and one for the output.
 *
 * work/inspector.h reads the output: effects start and stop it, and its output arrives as events.
 */

#include "top/screens/screen.h"

extern const struct screen inspect_choice_screen, inspect_screen;

/* The entries: the model's, or the built-in ones when it has none. */
const struct inspect_entry *inspect_entry_at(const struct model *model, size_t index);
size_t inspect_entry_count(const struct model *model);

/* The name to choose it by, translated. */
const char *inspect_entry_name(const struct inspect_entry *entry);

/* Opens the screen on which an entry is chosen. */
void inspect_begin(struct model *model, pid_t pid);

/* Takes more output; takes its end, with a message in `why` on failure, else NULL. */
void inspect_take(struct model *model, const char *bytes, size_t len);
void inspect_end(struct model *model, const char *why);

/*
 * Appends line `index`, safe for a terminal: expands tabs, shows control characters as ^X and
 * invalid bytes as <FF>. Stops after `cells` cells.
 */
void inspect_put_line(const struct inspection *inspection, size_t index, size_t cells,
                      struct buf *out);

/* The lines of text that fit on a screen of `rows`. */
size_t inspect_page(size_t rows);

/* inspect_view.c */
void inspect_view_choice(const struct model *model, struct frame *frame);
void inspect_view(const struct model *model, struct frame *frame);

#endif
