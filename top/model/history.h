/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_HISTORY_H
#define DOTPROC_TOP_MODEL_HISTORY_H

/* Earlier answers, which Up and Down bring back into a prompt. All zero is an empty history. */

#include "top/model/prompt.h"

#define HISTORY_COUNT 20

struct history {
    wchar_t texts[HISTORY_COUNT][PROMPT_MAX];
    size_t lens[HISTORY_COUNT];
    size_t next, count;
    size_t recalled; /* how far back the prompt has gone; 0: it shows a new answer */
};

/* Adds the answer, unless it is empty or the same as the last one. */
void history_add(struct history *history, const struct prompt *prompt);

/* Puts the previous (-1) or the next (1) answer into the prompt. */
void history_recall(struct history *history, struct prompt *prompt, int direction);

/* Goes back to the end of the history, for the next prompt. */
void history_rewind(struct history *history);

#endif
