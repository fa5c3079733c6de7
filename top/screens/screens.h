/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_SCREENS_H
#define DOTPROC_TOP_SCREENS_SCREENS_H

/*
 * Screens: the keys and the view of each, and how it is opened. Their state is in the model.
 *
 * Keys are tables of bindings: update/keys.c has that of the task screen, each other file of
 * screens/ has its own. A row without a key ends a table.
 */

#include "top/base/events.h"
#include "top/model/model.h"
#include "top/view/frame.h"

/* A bool that a key turns on and off. */
struct toggle {
    enum {
        TOGGLE_NONE,
        TOGGLE_MODEL,
        TOGGLE_WINDOW, /* a setting of the current window */
    } of;
    size_t offset;
    const char *on, *off; /* messages, marked for translation; NULL: none */
    bool arranges;        /* changes which rows are shown or their order */
};

#define OF_MODEL(member)  .of = TOGGLE_MODEL, .offset = offsetof(struct model, member)
#define OF_WINDOW(member) .of = TOGGLE_WINDOW, .offset = offsetof(struct window_settings, member)

struct binding {
    int key;
    /*
     * The key's name and line on the help screen, or on the screen itself; NULL: another row covers
     * this key.
     */
    const char *label, *help;
    bool outside; /* changes more than the screen, or runs a program: unavailable in secure mode,
                     and while one looks back */

    /* What the key does: everything that is set here, in this order. */
    struct toggle toggle;
    const struct question *ask; /* its default is the task that keys act on */
    void (*act)(struct model *model);
    void (*act_on)(struct model *model, int argument);
    int argument;
    void (*act_outside)(struct model *model, struct effects *effects);
    const struct effects *effects;
};

/* The row of a key in a table; the last one, without a key, if it has no row. */
const struct binding *binding_find(const struct binding *table, int key);

/* Whether an older sample is shown; if so, a message says that the key is refused. */
bool is_refused_in_past(struct model *model);

/* Does what a row says. In secure mode a row with `outside` only shows a message. */
void binding_perform(struct model *model, const struct binding *binding, struct effects *effects);

struct screen {
    /* The last row, without a key, applies to all keys without a row. ^L redraws any screen. */
    const struct binding *keys;

    /* The mouse wheel, up (-1) or down (1); NULL: there is nothing to scroll. */
    void (*wheel)(struct model *model, int direction, size_t lines);

    void (*view)(const struct model *model, struct frame *frame);
};

/* Draws the current screen into the frame. Views are pure: the same model gives the same frame. */
void screen_view(const struct model *model, struct frame *frame);

/* Handles a key on any screen but the task screen, for which see update/keys.c. */
void screen_press(struct model *model, int key, struct effects *effects);

/* Handles the mouse wheel on such a screen. */
void screen_wheel(struct model *model, int direction, size_t lines);

/* Each file of this folder that has a struct screen declares it here. */
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
 * inspect.c: the choice of an entry of the configuration file to inspect a task with. Only
 * shows a message if there is no such task.
 */
void inspect_choice_open(struct model *model, pid_t pid);

/*
 * The content of a file or the output of a command about one task, the entry of model::inspection.
 * Sets the effects that start to read it: work/inspector.h does, and its output arrives as events.
 */
void inspect_open(struct model *model, struct effects *effects);

/* Takes more output; takes its end: `why` is a message after a failure, otherwise NULL. */
void inspect_take(struct model *model, const char *bytes, size_t len);
void inspect_end(struct model *model, const char *why);

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
