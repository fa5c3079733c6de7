/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_SCREENS_H
#define DOTPROC_TOP_SCREENS_SCREENS_H

/*
 * All screens: calls the view and the keys of the current one; how each is opened. Each file of
 * this folder that has a struct screen declares it here.
 */

#include "top/screens/screen.h"

/* Draws the current screen into the frame. Views are pure: the same model gives the same frame. */
void screen_view(const struct model *model, struct frame *frame);

/* Handles a key on any screen but the task screen, for which see update/keys.c. */
void screen_press(struct model *model, int key, struct effects *effects);

/* Handles the mouse wheel on such a screen. */
void screen_wheel(struct model *model, int direction, size_t lines);

extern const struct screen help_screen, inspect_choice_screen, inspect_screen, fields_screen,
    colours_screen, map_screen, cgroups_screen;

/*
 * help.c: what keys are for, then a table of all keys. Opens it for these keys, which it borrows;
 * each row with a label has a line. By topics, or at the table of all keys.
 */
void help_open(struct model *model, const struct binding *bindings, bool all);

/* Limits scrolling to the last full page. */
void help_limit_scroll(struct model *model);

/*
 * inspect_choice.c: the choice of an entry of the configuration file to inspect a task with. Only
 * shows a message if there is no such task.
 */
void inspect_choice_open(struct model *model, pid_t pid);

/*
 * inspect.c: the content of a file or the output of a command about one task, the entry of
 * model::inspection. Sets the effects that start to read it: work/inspector.h does, and its output
 * arrives as events.
 */
void inspect_open(struct model *model, struct effects *effects);

/* Takes more output; takes its end: `why` is a message after a failure, otherwise NULL. */
void inspect_take(struct model *model, const char *bytes, size_t len);
void inspect_end(struct model *model, const char *why);

/* Draws the first line: `what`, then the PID and name of the task. */
void inspect_put_title(const struct inspection *inspection, const char *what, struct frame *frame);

/*
 * fields.c: which fields the current window shows, in which order, and the sort field. Changes take
 * effect at once. Opens with the cursor on the sort field; in pools by wait only shows a message.
 */
void fields_open(struct model *model);

/*
 * colours.c: the colours of the current window, with a preview. Leaving the screen keeps the choice
 * or restores the former colours. On a terminal without colours only shows a message.
 */
void colours_open(struct model *model);

/*
 * map.c: all threads, in place of the table. Opens at the first row; it has rows once a sample has
 * waits.
 */
void map_open(struct model *model);

/* Limits scrolling to the last full page. */
void map_limit_scroll(struct model *model);

/* cgroups.c: the table of control groups. */
void cgroups_open(struct model *model);

/* Keeps the cursor in view, and scrolling within the last page. */
void cgroups_limit_scroll(struct model *model);

#endif
