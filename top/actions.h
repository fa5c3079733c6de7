/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_ACTIONS_H
#define DOTPROC_TOP_ACTIONS_H

/* Carries out effects: signals, nice values, saving the configuration. */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "top/base/events.h"
#include "top/model/model.h"

/*
 * Carries out an action on another task: ACTION_SIGNAL, or one that renices. Appends the result, or
 * the reason of a failure, to `message`.
 */
void actions_act_on_task(const struct effects *effects, struct buf *message);

/* The same for all tagged tasks; appends for how many it succeeded, and the first failure. */
void actions_act_on_tags(const struct model *model, const struct effects *effects,
                         struct buf *message);

/* Whether the task of ACTION_INSPECT is the one shown, as far as known. Else `message` says why. */
bool actions_may_inspect(const struct effects *effects, struct buf *message);

/*
 * The file to which settings are saved, "" if there is none; and the file of stock top that was
 * read because that one does not exist.
 */
struct saving {
    const char *path;
    const char *stock_path; /* "" if there is none */
};

/* Writes the model's settings to the file, and appends the result to `message`. */
void actions_save(const struct model *model, struct saving to, struct buf *message);

#endif
