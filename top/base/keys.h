/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_KEYS_H
#define DOTPROC_TOP_BASE_KEYS_H

/* Keys and the mouse, as term_key() and term_mouse() return them. */

#include <stddef.h>

/* A key is a Unicode character, or one of these values for a key without a character. */
enum press {
    PRESS_CTRL_A = 0x01,
    PRESS_CTRL_D = 0x04,
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
    PRESS_CTRL_W = 0x17,
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
    PRESS_F1, /* to F10 follow each other */
    PRESS_F10 = PRESS_F1 + 9,
    PRESS_PASTE_BEGIN, /* the keys up to PRESS_PASTE_END were pasted */
    PRESS_PASTE_END,
    PRESS_MOUSE, /* not a key: see term_mouse() */
};

enum mouse_action {
    MOUSE_CLICK,
    MOUSE_WHEEL_UP,
    MOUSE_WHEEL_DOWN,
};

struct mouse {
    enum mouse_action action;
    size_t row, col; /* on the screen, counted from 0 */
};

#endif
