/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_KEYS_H
#define DOTPROC_TOP_BASE_KEYS_H

/*
 * Keys as values, and the form of a row in a table of what they do: see update/keys.c for the task
 * screen, and the files of screens for theirs. A row without a key ends it.
 *
 * A key is a Unicode character, or one of the values below for keys without a character.
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
    PRESS_MOUSE, /* no key: see term_mouse() */
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
    const char *on, *off; /* what is said then, marked for translation; NULL: nothing */
    bool arranges;        /* rows or their order change */
};

struct binding {
    int key;
    const char *label, *help; /* of the help screen; NULL: not shown there, as its twin is */
    bool outside;             /* changes or runs something beside the screen: not in secure mode */

    /* What it does: each of these that is set, in this order. */
    struct toggle toggle;
    const struct question *ask; /* about the first task */
    void (*act)(struct model *model);
    void (*act_on)(struct model *model, int argument);
    int argument;
    void (*act_outside)(struct model *model, struct effects *effects);
    const struct effects *effects;
};

#endif
