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
#include "top/view/view.h"

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

/* The effect of their keys that read all tasks; and back to the table, which may have other rows.
 */
extern const struct effects screen_scan;
void screen_leave_to_tasks(struct model *model);

/* Each file of this folder that has a struct screen_ops declares it here. */
extern const struct screen_ops help_screen, inspect_choice_screen, inspect_screen, fields_screen,
    colours_screen, map_screen, cgroups_screen;

/*
 * help.c: what keys are for, then a table of all keys. Opens it for these keys, which it borrows;
 * each row with a label has a line. By topics, or at the table of all keys.
 */
void help_open(struct model *model, const struct binding *bindings, bool all);

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

/*
 * detail_pane.c. The pane at the bottom of the screen: its keys and its view.
 *
 * It shows a list of elements, such as the arguments of a command line, wrapped over its lines; Tab
 * selects one after the other. They depend on the width of the screen and on the current sample.
 */

/*
 * Opens the pane with this enum detail_kind for the task that keys act on; closes it if the same
 * key opened it.
 */
void detail_pane_toggle(struct model *model, int kind);
void detail_pane_close(struct model *model);

/*
 * Selects the next (1) or the previous (-1) element; after the last one none is selected. First
 * scrolls through an element that is higher than the pane.
 */
void detail_pane_select(struct model *model, int direction);

/* Writes the text and breaks it into lines: to be called after each event. */
void detail_pane_refresh(struct model *model);

/*
 * The index of the first of `room` lines to show, so that part of the selected element is visible.
 */
size_t detail_pane_first_line(const struct detail_pane *pane, size_t room);

/* Draws its lines of the layout, if any, at the end of the screen. */
void detail_pane_view(const struct model *model, const struct layout *layout, struct frame *frame);

/* detail_text.c. The text of the detail pane for each kind. Files for it are read only for the
 * pane's task. */

/* The groups of figures that this kind needs. */
need_t detail_text_need(enum detail_kind kind);

/* The title of this kind, translated. */
const char *detail_text_title(enum detail_kind kind);

/* Writes the pane's text and its elements; false: out of memory. */
bool detail_text_write(const struct model *model, struct detail_pane *pane);

/*
 * For the files that write the text of the detail pane: detail_text.c calls what cgroup_text.c and
 * wait_text.c have for their kinds.
 */

/* The text being written; `between` separates its elements. */
struct writing {
    struct detail_pane *pane;
    const struct column_context *context;
    const struct wait_report *report; /* of the pane's task; NULL: not read yet */
    const char *between;
    bool failed;
};

/* Adds an element: raw text, escaped here. Left out if the pane's text would be too long. */
void detail_add_element(struct writing *writing, const char *text, size_t len);

/*
 * The part about the control group of the pane's task: its container, and of its group of version 2
 * the PSI, throttling, limits and number of other processes, as far as they are known.
 */
void cgroup_text_write(struct writing *writing, const struct model *model);

/* Writes what a task waits for and who holds that, from writing->report: a line per known fact. */
void wait_text_write(struct writing *writing, const struct task *task);

#endif
