/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_SCREEN_H
#define DOTPROC_TOP_SCREENS_SCREEN_H

/* A screen: its keys and its view. Its state is in the model. */

#include "top/screens/binding.h"
#include "top/view/frame.h"

struct screen {
    /* The last row, without a key, applies to all keys without a row. ^L redraws any screen. */
    const struct binding *keys;

    /* The mouse wheel, up (-1) or down (1); NULL: there is nothing to scroll. */
    void (*wheel)(struct model *model, int direction, size_t lines);

    void (*view)(const struct model *model, struct frame *frame);
};

#endif
