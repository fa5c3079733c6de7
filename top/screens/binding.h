/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_BINDING_H
#define DOTPROC_TOP_SCREENS_BINDING_H

/*
 * Tables of key bindings: update/keys.c has that of the task screen, the other files of screens/
 * have their own. A row without a key ends a table.
 */

#include "top/base/effects.h"
#include "top/base/keys.h"
#include "top/model/model.h"

/* A bool that a key turns on and off. */
struct toggle {
    enum {
        TOGGLE_NONE,
        TOGGLE_MODEL,
        TOGGLE_WINDOW, /* a setting of the current window */
    } of;
    size_t offset;
    const char *on, *off; /* the message for each, marked for translation; NULL: none */
    bool arranges;        /* it changes which rows are shown, or their order */
};

#define OF_MODEL(member)  .of = TOGGLE_MODEL, .offset = offsetof(struct model, member)
#define OF_WINDOW(member) .of = TOGGLE_WINDOW, .offset = offsetof(struct window_settings, member)

struct binding {
    int key;
    /* What the help screen, or the screen itself, says; NULL: another row covers this key. */
    const char *label, *help;
    bool outside; /* changes more than the screen, or runs a program: unavailable in secure mode */

    /* What it does: everything that is set here, in this order. */
    struct toggle toggle;
    const struct question *ask; /* about the first task */
    void (*act)(struct model *model);
    void (*act_on)(struct model *model, int argument);
    int argument;
    void (*act_outside)(struct model *model, struct effects *effects);
    const struct effects *effects;
};

/* The row of a key in a table; the last one, without a key, for all others. */
const struct binding *binding_find(const struct binding *table, int key);

/* Does what a row says, or only shows a message where secure mode forbids it. */
void binding_perform(struct model *model, const struct binding *binding, struct effects *effects);

#endif
