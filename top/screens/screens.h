/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_SCREENS_H
#define DOTPROC_TOP_SCREENS_SCREENS_H

/* Screens: the keys and the view of each, and how it is opened. Their state is in the model. */

#include "top/model/model.h"
#include "top/screens/bindings.h"
#include "top/view/frame.h"

struct screen_ops {
    /* The last row, without a key, applies to all keys without a row. ^L redraws any screen. */
    const struct binding *keys;

    /*
     * Up (-1) or down (1) by so many lines; the number of lines that fit; after each event, stays
     * within the last page. NULL: there is nothing to scroll, or to limit.
     */
    void (*scroll)(struct model *model, int direction, size_t lines);
    size_t (*page)(const struct model *model);
    void (*limit_scroll)(struct model *model);

    void (*view)(const struct model *model, struct frame *frame);
};

/* Draws the current screen into the frame. Views are pure: the same model gives the same frame. */
void screen_view(const struct model *model, struct frame *frame);

/* Handles a key on any screen but the task screen, for which see update/keys.c. */
void screen_press(struct model *model, int key, struct effects *effects);

/* Scrolls such a screen, up (-1) or down (1), as the mouse wheel does; does nothing on others. */
void screen_scroll(struct model *model, int direction, size_t lines);

/* For tables of keys: by a line, by a page, to the first or last line. */
void screen_scroll_line(struct model *model, int direction);
void screen_scroll_page(struct model *model, int direction);
void screen_scroll_to_end(struct model *model, int direction);
#define SCROLL_KEYS MOVE_KEYS(screen_scroll_line, screen_scroll_page, screen_scroll_to_end)

/* Limits scrolling to the last full page, after an event. */
void screen_limit_scroll(struct model *model);

/*
 * For screens in place of the table, below the summary. How many lines of the summary leave room
 * for `head_lines` more and a row; the line below the summary: the message or, without one, what
 * `put` writes.
 */
size_t screen_summary_lines(const struct model *model, size_t head_lines);
void screen_view_state(const struct model *model,
                       void (*put)(const struct model *model, struct frame *frame),
                       struct frame *frame);

/* The effect of their keys that read all tasks. */
extern const struct effects screen_scan;

/* Each file of this folder that has a struct screen_ops declares it here. */
extern const struct screen_ops help_screen, inspect_choice_screen, inspect_screen, fields_screen,
    colours_screen, map_screen, cgroups_screen;

/*
 * help.c: what the task screen's keys are for, then a table of all of them, in which each row with
 * a label has a line. Opens it at the beginning, or at the table if `all`.
 */
void help_open(struct model *model, int all);

/*
 * inspect.c: the choice of an entry of the configuration file to inspect a task with. Only
 * shows a message if there is no such task.
 */
void inspect_choice_open(struct model *model, pid_t pid);

/* Takes more output; takes its end: `why` is a message after a failure, otherwise NULL. */
void inspect_take(struct model *model, const char *bytes, size_t len);
void inspect_end(struct model *model, const char *why);

/*
 * fields.c: which fields the current window shows, in which order, and the sort field. Changes take
 * effect at once. Opens with the cursor on the sort field, and with the window's own fields in
 * place of ready-made ones.
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

/* cgroups.c: the table of control groups. */
void cgroups_open(struct model *model);

#endif
