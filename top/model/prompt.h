/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_PROMPT_H
#define DOTPROC_TOP_MODEL_PROMPT_H

/*
 * A question on the message line, and the editing of its answer.
 *
 * The prompt knows keys and text; what is asked and what an answer does is in answer.c.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <wchar.h>

enum prompt_kind {
    PROMPT_NONE,
    PROMPT_DELAY,
    PROMPT_MAX_TASKS,
    PROMPT_EFFECTIVE_USER,
    PROMPT_ANY_USER,
    PROMPT_KILL_TASK,
    PROMPT_KILL_SIGNAL,
    PROMPT_RENICE_TASK,
    PROMPT_RENICE_VALUE,
    PROMPT_NODE,
    PROMPT_WINDOW,
    PROMPT_WINDOW_NAME,
    PROMPT_FILTER_ANY_CASE,
    PROMPT_FILTER_CASE,
    PROMPT_FILTERS_SHOWN, /* no question: any answer goes on */
    PROMPT_LOCATE,
    PROMPT_SEARCH, /* looks while it is typed */
    PROMPT_INSPECT,
    PROMPT_INSPECT_LOCATE,
    PROMPT_EXTRA_WIDTH,
    PROMPT_AUTOGROUP_TASK,
    PROMPT_AUTOGROUP_VALUE,
};

/* Characters of the longest answer, and the bytes it may take. */
#define PROMPT_MAX   128
#define PROMPT_BYTES (PROMPT_MAX * 4 + 1)

struct prompt {
    enum prompt_kind kind;
    wchar_t text[PROMPT_MAX];
    size_t len;
    size_t cursor; /* 0 to len */
    bool overtype; /* new characters replace those under the cursor */
    pid_t pid;     /* the task that is asked about: the default, then the one named */
};

enum prompt_state {
    PROMPT_OPEN,
    PROMPT_ACCEPTED,
    PROMPT_CANCELLED,
};

void prompt_open(struct prompt *prompt, enum prompt_kind kind, pid_t pid);
void prompt_close(struct prompt *prompt);

enum prompt_state prompt_press(struct prompt *prompt, int key);

/* The answer, or its part before the cursor, in the locale's encoding. */
void prompt_text(const struct prompt *prompt, char bytes[PROMPT_BYTES]);
void prompt_text_before_cursor(const struct prompt *prompt, char bytes[PROMPT_BYTES]);

#endif
