/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_KEYS_H
#define DOTPROC_TOP_BASE_KEYS_H

/*
 * Key codes, and a row of a table of key bindings: update/keys.c has the table of the task screen,
 * the files in screens/ have their own. A row without a key ends a table.
 *
 * A key is a Unicode character, or one of the values below for a key without a character.
 */

#include <stdbool.h>
#include <stddef.h>

enum press {
    PRESS_CTRL_A = 0x01,
    PRESS_CTRL_E = 0x05,
    PRESS_CTRL_G = 0x07,
    PRESS_TAB = '\t',
    PRESS_CTRL_K = 0x0b,
    PRESS_CTRL_L = 0x0c,
    PRESS_CTRL_N = 0x0e,
    PRESS_CTRL_O = 0x0f,
    PRESS_CTRL_P = 0x10,
    PRESS_CTRL_R = 0x12,
    PRESS_CTRL_U = 0x15,
    PRESS_ENTER = '\n',
    PRESS_ESCAPE = 0x1b,
    PRESS_BACKSPACE = 0x7f,

    PRESS_UP = 0x110000, /* past the last character of Unicode */
    PRESS_DOWN,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_HOME,
    PRESS_END,
    PRESS_INSERT,
    PRESS_DELETE,
    PRESS_BACK_TAB,
    PRESS_MOUSE, /* not a key: see term_mouse() */
};

struct effects;
struct model;
struct question;

/* A bool that a key turns on and off. */
struct toggle {
    enum {
        TOGGLE_NONE,
        TOGGLE_MODEL,
        TOGGLE_WINDOW, /* of the current window */
    } of;
    size_t offset;
    const char *on, *off; /* the message for each, marked for translation; NULL: none */
    bool arranges;        /* it changes which rows are shown, or their order */
};

struct binding {
    int key;
    const char *label, *help; /* for the help screen; NULL: another row's help covers this key */
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

#endif
