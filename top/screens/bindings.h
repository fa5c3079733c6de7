/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_BINDINGS_H
#define DOTPROC_TOP_SCREENS_BINDINGS_H

/*
 * What keys do, as tables of bindings: update/keys.c has that of the task screen, each other file
 * of screens/ its own. A row without a key ends a table.
 */

#include "top/base/events.h"
#include "top/model/model.h"

/* A bool that a key turns on and off. */
struct toggle {
    enum {
        TOGGLE_NONE,
        TOGGLE_MODEL,
        TOGGLE_WINDOW, /* a setting of the current window */
    } of;
    size_t offset;
    const char *on, *off; /* messages, marked for translation; NULL: none */
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

#endif
