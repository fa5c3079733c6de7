/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_EFFECTS_H
#define DOTPROC_TOP_BASE_EFFECTS_H

/*
 * What update() asks the caller to do outside the model. It does not ask here for a scan that the
 * model needs: see sample_request.h.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum action {
    ACTION_NONE,
    ACTION_SIGNAL, /* send signal `value` */
    ACTION_RENICE, /* set the nice value to `value` */
    ACTION_RENICE_AUTOGROUP,
    ACTION_INSPECT, /* fetch what entry `value` shows of the task */
    ACTION_INSPECT_STOP,
    ACTION_SAVE,      /* write the configuration */
    ACTION_FIND_USER, /* look up model->wanted_user; an EVENT_USER follows */
};

/* The task that was shown under a number when it was asked about: numbers go to others. */
struct shown_task {
    bool known; /* one was shown */
    pid_t tgid;
    uint64_t start_ns;
};

struct effects {
    bool quit;
    bool scan;   /* even if the current sample has all that is needed */
    bool redraw; /* the whole screen: something else has written on it */

    enum action action;
    pid_t pid;
    struct shown_task shown;
    int value;
    char name[64]; /* the task's name, raw; "" when it is not known */
};

#endif
