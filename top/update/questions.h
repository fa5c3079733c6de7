/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_QUESTIONS_H
#define DOTPROC_TOP_UPDATE_QUESTIONS_H

#include "top/model/model.h"
#include <stdbool.h>
#include <sys/types.h>

/*
 * The questions of the task screen's keys and what their answers do, as one const table. Questions
 * about windows, the summary and searches are in the files of those commands.
 */
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
    QUESTION_KILL_TAGGED,
    QUESTION_RENICE_TAGGED,
    QUESTION_AUTOGROUP_TAGGED,
    QUESTION_COUNT,
};

extern const struct question questions[QUESTION_COUNT];

/*
 * Asks for the signal to the tagged tasks or to the one under the cursor; if there is neither, for
 * the PID first.
 */
void questions_ask_signal(struct model *model);

/*
 * Applies the UID found for model->wanted_user, or shows that there is no such user. Ignores a
 * result for another name.
 */
void questions_take_user(struct model *model, const char *name, bool known, uid_t uid);

#endif
