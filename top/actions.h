/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_ACTIONS_H
#define DOTPROC_TOP_ACTIONS_H

/* Acts on other tasks, carried out. */

#include <stddef.h>

#include "top/base/effects.h"
#include "top/model/model.h"

/*
 * Does what `effects` asks for outside, and puts what became of it into `message`: whom it met,
 * and why it failed if it did. "" when there was nothing to do.
 */
void actions_carry_out(const struct effects *effects, char *message, size_t size);

/* Writes the model's settings to the file; `path` is "" where there is no place for one. */
void actions_save(const struct model *model, const char *path, char *message, size_t size);

#endif
