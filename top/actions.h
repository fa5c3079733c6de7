/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_ACTIONS_H
#define DOTPROC_TOP_ACTIONS_H

/* Carries out effects: signals, nice values, saving the configuration. */

#include <stddef.h>

#include "top/base/effects.h"
#include "top/model/model.h"

/*
 * Carries out an action on another task: ACTION_SIGNAL, or one that renices. Puts the result or the
 * reason of failure into `message`.
 */
void actions_act_on_task(const struct effects *effects, char *message, size_t size);

/* Where settings are saved: "" when there is none; and what was read before there was that file. */
struct saving {
    const char *path;
    const char *stock_path; /* "" when there is none */
};

/* Writes the model's settings to the file. */
void actions_save(const struct model *model, struct saving to, char *message, size_t size);

#endif
