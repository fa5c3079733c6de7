/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_EFFECTS_H
#define DOTPROC_TOP_BASE_EFFECTS_H

/*
 * What update() returns for the caller to do outside the model. A scan that the model needs is not
 * among it: the caller derives that from the model, see sample_request.h.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum action {
    ACTION_NONE,
    ACTION_SIGNAL, /* send signal `value` */
    ACTION_RENICE, /* set the nice value to `value` */
    ACTION_RENICE_AUTOGROUP,
    ACTION_INSPECT, /* start reading what entry `value` shows of the task */
    ACTION_INSPECT_STOP,
    ACTION_SAVE,      /* write the configuration */
    ACTION_FIND_USER, /* look up model->wanted_user; EVENT_USER returns the result */
};

/* The task that was shown with a PID when the question was opened: PIDs are reused. */
struct shown_task {
    bool known; /* there was one; otherwise the rest is 0 */
    pid_t tgid;
    uint64_t start_ns;
};

/* The limits of nice values, to which the kernel clamps others. */
#define NICE_LEAST (-20)
#define NICE_MOST  19

static inline int nice_clamp(int nice)
{
    return nice < NICE_LEAST ? NICE_LEAST : nice > NICE_MOST ? NICE_MOST : nice;
}

struct effects {
    bool quit;
    bool scan;   /* scan now, even if the current sample has all that is needed */
    bool redraw; /* draw the whole screen: another program may have written on it */

    enum action action;
    pid_t pid;
    struct shown_task shown;
    bool tagged;  /* all tagged tasks instead of `pid` */
    bool is_step; /* `value` is added to the nice value */
    int value;
    char name[64]; /* the task's name, raw; "" if unknown */
};

#endif
