/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_ANSWER_H
#define DOTPROC_TOP_ANSWER_H

/* What the prompts ask, and what their answers do. */

#include "lib/text/buf.h"
#include "top/effects.h"
#include "top/model.h"

/* Appends the question of the open prompt. */
void answer_put_question(const struct model *model, struct buf *out);

/* Takes the accepted answer: closes the prompt, or goes on to its next question. */
void answer_accept(struct model *model, struct effects *effects);

#endif
