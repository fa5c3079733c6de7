/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_SIGNAL_QUESTION_H
#define DOTPROC_TOP_UPDATE_SIGNAL_QUESTION_H

/* The question of the key k for the signal, whose task is known. */

#include "lib/base/buf.h"
#include "top/model/model.h"

/*
 * Appends the question for the signal to send to a task; `task` is NULL if its
 * name is unknown. It has as much about the task as fits on the screen with an answer. kill(2) with
 * a TID signals the whole process: that is never left out.
 */
void signal_question_put(const struct model *model, const struct task *task, struct buf *out);

/* For the answer "?": opens or closes the list of signals. */
void signal_question_list(struct model *model);

#endif
