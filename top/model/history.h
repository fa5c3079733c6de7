/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_HISTORY_H
#define DOTPROC_TOP_MODEL_HISTORY_H

/* Answers given before, which Up and Down bring back into a prompt. All zero is an empty one. */

#include "top/model/prompt.h"

#define HISTORY_COUNT 20

struct history {
    wchar_t texts[HISTORY_COUNT][PROMPT_MAX];
    size_t lens[HISTORY_COUNT];
    size_t next, count;
    size_t recalled; /* how far back the prompt shows: 0 is what is typed afresh */
};

/* Takes the answer in, unless it is empty or the same as the one before. */
void history_add(struct history *history, const struct prompt *prompt);

/* Puts the answer before the one that is shown (-1), or behind it (1), into the prompt. */
void history_recall(struct history *history, struct prompt *prompt, int direction);

/* The next prompt begins afresh. */
void history_rewind(struct history *history);

#endif
