/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_EVENTS_H
#define DOTPROC_TOP_MODEL_EVENTS_H

/* What update() takes and returns: the events that change the model, and effects. */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/task/task.h"
#include "top/base/keys.h"

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
        int key; /* a character, or an enum press */
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
            int error; /* -errno: it could not be looked up */
        } user;
        struct {
            const char *bytes;
            size_t len;
        } output;
    } as;
};

/*
 * What update() returns for the caller to do outside the model. A scan that the model needs is not
 * among them: the caller derives that from the model, see sample_request_of().
 */
enum action {
    ACTION_NONE,
    ACTION_SIGNAL,           /* send signal `value` */
    ACTION_RENICE,           /* set the nice value to `value` */
    ACTION_RENICE_AUTOGROUP, /* the same of its autogroup */
    ACTION_INSPECT,          /* start reading what `entry` shows of the task */
    ACTION_INSPECT_STOP,
    ACTION_SAVE,      /* write the configuration */
    ACTION_FIND_USER, /* look up model->wanted_user; EVENT_USER returns the result */
};

struct effects {
    bool quit;
    bool scan;   /* scan now, even if the current sample has all that is needed */
    bool redraw; /* draw the whole screen: another program may have written on it */

    enum action action;

    /* The task of ACTION_SIGNAL, ACTION_RENICE, ACTION_RENICE_AUTOGROUP and ACTION_INSPECT. */
    pid_t pid;
    struct task_identity shown; /* the task that was shown as `pid`; or none */
    char name[64];              /* the task's name, raw; "" if unknown */
    bool tagged;                /* all tagged tasks instead of `pid`; never of ACTION_INSPECT */

    int value;    /* of the three that say so, see enum action */
    bool is_step; /* ACTION_RENICE: `value` is added to the nice value */

    size_t entry; /* ACTION_INSPECT: of model->inspect_entries */
};

#endif
