/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_QUESTIONS_H
#define DOTPROC_TOP_UPDATE_QUESTIONS_H

/*
 * The questions of the task screen's keys and what the answers do, as one const table. Questions
 * about windows, the summary and searches are in the files of these commands.
 */

#include "top/base/effects.h"
#include "top/model/model.h"

enum question_id {
    QUESTION_DELAY,
    QUESTION_MAX_TASKS,
    QUESTION_EXTRA_WIDTH,
    QUESTION_EFFECTIVE_USER,
    QUESTION_ANY_USER,
    QUESTION_FILTER_ANY_CASE,
    QUESTION_FILTER_CASE,
    QUESTION_FILTERS_SHOWN,
    QUESTION_KILL_TASK,
    QUESTION_KILL_SIGNAL,
    QUESTION_RENICE_TASK,
    QUESTION_RENICE_VALUE,
    QUESTION_AUTOGROUP_TASK,
    QUESTION_AUTOGROUP_VALUE,
    QUESTION_INSPECT,
    QUESTION_COUNT,
};

extern const struct question questions[QUESTION_COUNT];

/* Applies the id of the user named in model->wanted_user; ignores an answer about another name. */
void questions_take_user(struct model *model, const char *name, bool known, uid_t uid);

#endif
