/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_WINDOW_ACTS_H
#define DOTPROC_TOP_UPDATE_WINDOW_ACTS_H

#include "top/model/model.h"

/* What the keys for windows do: which of them are shown, and which one is current. */
enum window_act {
    WINDOW_ALTERNATE,   /* A */
    WINDOW_NEXT,        /* a */
    WINDOW_PREVIOUS,    /* w */
    WINDOW_CHOOSE,      /* g */
    WINDOW_RENAME,      /* G */
    WINDOW_HIDE,        /* - */
    WINDOW_HIDE_ALL,    /* _: those are shown that were not, and the reverse */
    WINDOW_LIFT_LIMITS, /* = */
    WINDOW_LIFT_ALL,    /* + */
};

void window_perform(struct model *model, enum window_act act);

/* The answers to the questions that WINDOW_CHOOSE and WINDOW_RENAME ask. */
void window_take_number(struct model *model, const char *text);
void window_take_name(struct model *model, const char *text);

#endif
