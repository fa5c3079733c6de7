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
    size_t row, col; /* of the screen, counted from 0 */
};

struct sample;

enum event_kind {
    EVENT_KEY,
    EVENT_MOUSE,
    EVENT_SIZE,       /* the screen has another size */
    EVENT_SAMPLE,     /* a new sample */
    EVENT_FILLED,     /* tasks of the current sample have more figures */
    EVENT_NAMES,      /* the name cache has more names */
    EVENT_USER,       /* the answer to ACTION_FIND_USER */
    EVENT_MESSAGE,    /* a message to show, raw text */
    EVENT_OUTPUT,     /* output of the inspection */
    EVENT_OUTPUT_END, /* its end; `message` says why, or is NULL */
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
            const char *name; /* the one asked for */
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
