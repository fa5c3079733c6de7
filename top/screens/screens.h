/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_SCREENS_H
#define DOTPROC_TOP_SCREENS_SCREENS_H

/* Screens: the keys and the view of each, and how it is opened. Their state is in the model. */

#include "top/model/events.h"
#include "top/model/model.h"
#include "top/view/frame.h"

/*
 * What keys do, as tables of bindings: update/keys.c has that of the task screen, each file of
 * screens/ its own. A row without a key ends a table.
 */

/* A bool that a key turns on and off, or an enum through whose values it goes, in a circle. */
struct toggle {
    enum {
        TOGGLE_NONE,
        TOGGLE_MODEL,
        TOGGLE_WINDOW, /* a setting of the current window */
    } of;
    size_t offset;
    const char *on, *off; /* messages, marked for translation; NULL: none */
    unsigned last;        /* the enum's last value; 0: a bool */
    bool is_look;         /* which rows are shown, and in which order, does not depend on it */
};

#define OF_MODEL(member)  .of = TOGGLE_MODEL, .offset = offsetof(struct model, member)
#define OF_WINDOW(member) .of = TOGGLE_WINDOW, .offset = offsetof(struct window_settings, member)
#define OF_LOOKS(member)  OF_WINDOW(member), .is_look = true

struct binding {
    int key;
    /*
     * The key's name and line on the help screen, or on the screen itself; NULL: another row covers
     * this key.
     */
    const char *label, *help;
    const char *bar; /* of F1 to F10: what the line at the bottom of the task screen says */
    bool outside;    /* changes more than the screen, or runs a program: unavailable in secure mode,
                        and while one looks back */
    bool on_task;    /* acts on a task by its PID: unavailable where that is foreign */

    /* What the key does: everything that is set here, in this order. */
    struct toggle toggle;
    const struct question *ask; /* its default is the task that keys act on */
    void (*act)(struct model *model);
    void (*act_on)(struct model *model, int argument);
    int argument;
    void (*act_outside)(struct model *model, struct effects *effects);
    const struct effects *effects;
};

/* Rows of the keys that move: by a line, by a page, to the first or last line; back is -1. */
#define MOVE_KEYS(line, page, to_end)                              \
    {.key = PRESS_UP, .act_on = (line), .argument = -1},           \
        {.key = PRESS_DOWN, .act_on = (line), .argument = 1},      \
        {.key = PRESS_PAGE_UP, .act_on = (page), .argument = -1},  \
        {.key = PRESS_PAGE_DOWN, .act_on = (page), .argument = 1}, \
        {.key = PRESS_HOME, .act_on = (to_end), .argument = -1},   \
    {                                                              \
        .key = PRESS_END, .act_on = (to_end), .argument = 1        \
    }

/* The row of a key in a table; the last one, without a key, if it has no row. */
const struct binding *binding_find(const struct binding *table, int key);

/* Whether an older sample is shown: then a message says that the key is refused. */
bool binding_refuse_in_past(struct model *model);

/* Does what a row says. In secure mode a row with `outside` only shows a message. */
void binding_perform(struct model *model, const struct binding *binding, struct effects *effects);

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
 * or restores the former colours. Or turns them on or off. On a terminal without colours both only
 * show a message.
 */
void colours_open(struct model *model);
void colours_toggle(struct model *model);

/*
 * map.c: all threads, in place of the table. Opens at the first row; it has rows once a sample has
 * waits.
 */
void map_open(struct model *model);

/* cgroups.c: the table of control groups. */
void cgroups_open(struct model *model);

#endif
