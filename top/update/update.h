/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_UPDATE_H
#define DOTPROC_TOP_UPDATE_UPDATE_H

/*
 * What an event does to the model.
 *
 * update() changes the model and nothing else. What has to happen outside, such as a signal to a
 * task, it returns for the program to carry out; so a key is answered from the reading in hand,
 * whatever it asks for.
 */

#include "top/model/model.h"
#include "top/update/effects.h"
#include "top/update/mouse.h"

enum event_kind {
    EVENT_KEY,
    EVENT_MOUSE,
    EVENT_SIZE,       /* the screen has another size */
    EVENT_READING,    /* a new one is there */
    EVENT_FILLED,     /* tasks of the one in hand were given more figures */
    EVENT_NAMES,      /* there are more names in the name cache */
    EVENT_USER,       /* what has come of ACT_FIND_USER */
    EVENT_MESSAGE,    /* something to say, raw text */
    EVENT_OUTPUT,     /* of what is inspected */
    EVENT_OUTPUT_END, /* no more of it; `message`: why, or NULL */
};

struct event {
    enum event_kind kind;
    union {
        int key; /* a character or an enum press */
        struct mouse mouse;
        struct {
            size_t rows, cols;
        } size;
        struct reading *reading;
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

struct effects update(struct model *model, const struct event *event);

#endif
