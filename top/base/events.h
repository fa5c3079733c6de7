/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_EVENTS_H
#define DOTPROC_TOP_BASE_EVENTS_H

/* The events that change the model: see update(). */

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
    size_t row, col; /* on the screen, counted from 0 */
};

struct sample;

enum event_kind {
    EVENT_KEY,
    EVENT_MOUSE,
    EVENT_SIZE,       /* the screen's size has changed */
    EVENT_SAMPLE,     /* a new sample */
    EVENT_FILLED,     /* more figures were read for tasks of the current sample */
    EVENT_NAMES,      /* names of owners or containers were looked up */
    EVENT_USER,       /* the result of ACTION_FIND_USER */
    EVENT_MESSAGE,    /* a message to show, raw text */
    EVENT_OUTPUT,     /* output of an inspection */
    EVENT_OUTPUT_END, /* the end of that output; `message` is the reason, or NULL */
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
            const char *name; /* the name that was looked up */
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
