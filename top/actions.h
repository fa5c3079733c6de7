/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_ACTIONS_H
#define DOTPROC_TOP_ACTIONS_H

/* Carries out effects: signals, nice values, saving the configuration. */

#include <stddef.h>

#include "top/base/effects.h"
#include "top/model/model.h"

/*
 * Carries out the effects on another task, and puts the result or the reason of failure into
 * `message`; "" when there was nothing to do.
 */
void actions_carry_out(const struct effects *effects, char *message, size_t size);

/* Writes the model's settings to the file; `path` is "" when there is none. */
void actions_save(const struct model *model, const char *path, char *message, size_t size);

#endif
