/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_ANSWER_H
#define DOTPROC_TOP_UPDATE_ANSWER_H

/* What the prompts ask, and what their answers do. */

#include "lib/text/buf.h"
#include "top/base/effects.h"
#include "top/model/model.h"

/* Appends the question of the open prompt. */
void answer_put_question(const struct model *model, struct buf *out);

/* Takes the accepted answer: closes the prompt, or goes on to its next question. */
void answer_accept(struct model *model, struct effects *effects);

/* Takes what has come of the name that is model->wanted_user; of another one nothing is wanted. */
void answer_take_user(struct model *model, const char *name, bool known, uid_t uid);

#endif
