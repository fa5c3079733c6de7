/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_EVENTS_H
#define DOTPROC_TOP_BASE_EVENTS_H

/* What happens to the model: see update(). */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum mouse_action {
    MOUSE_CLICK,
    MOUSE_WHEEL_UP,
    MOUSE_WHEEL_DOWN,
};

struct mouse {
    enum mouse_action action;
    size_t row, col; /* of the screen, from 0 on */
};

struct sample;

enum event_kind {
    EVENT_KEY,
    EVENT_MOUSE,
    EVENT_SIZE,       /* the screen has another size */
    EVENT_SAMPLE,     /* a new one is there */
    EVENT_FILLED,     /* tasks of the one in hand were given more figures */
    EVENT_NAMES,      /* there are more names in the name cache */
    EVENT_USER,       /* what has come of ACTION_FIND_USER */
    EVENT_MESSAGE,    /* something to say, raw text */
    EVENT_OUTPUT,     /* of what is inspected */
    EVENT_OUTPUT_END, /* no more of it; `message`: why, or NULL */
};

struct event {
    enum event_kind kind;
    union {
        int key; /* see keys.h */
        struct mouse mouse;
        struct {
            size_t rows, cols;
        } size;
        struct sample *sample;
        const char *message;
        struct {
            const char *name; /* as it was asked for */
            bool known;
            uid_t uid;
        } user;
        struct {
            const char *bytes;
            size_t len;
        } output;
    } as;
};

#endif
