/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_HISTORY_H
#define DOTPROC_TOP_MODEL_HISTORY_H

/* Earlier answers, which Up and Down recall in a prompt. Zero-initialise. */

#include "top/model/prompt.h"

#define HISTORY_COUNT 20

struct history {
    wchar_t texts[HISTORY_COUNT][PROMPT_MAX];
    size_t lens[HISTORY_COUNT];
    size_t next, count;
    size_t recalled; /* how many answers back the prompt is; 0: at a new answer */
};

/* Adds the answer, unless it is empty or the same as the last one. */
void history_add(struct history *history, const struct prompt *prompt);

/*
 * Puts the previous (-1) or the next (1) answer into the prompt; after the last one the prompt is
 * empty.
 */
void history_recall(struct history *history, struct prompt *prompt, int direction);

/* To be called before the next prompt: it starts at a new answer. */
void history_rewind(struct history *history);

#endif
