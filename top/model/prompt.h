/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_PROMPT_H
#define DOTPROC_TOP_MODEL_PROMPT_H

/*
 * A question on the message line, and the editing of its answer.
 *
 * The prompt handles keys and text. A struct question says what is asked and what an answer does:
 * most are rows of update/questions.c.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <wchar.h>

#include "top/base/effects.h"

/* Characters of the longest answer, and the bytes it may take. */
#define PROMPT_MAX   128
#define PROMPT_BYTES (PROMPT_MAX * 4 + 1)

struct buf;
struct model;

struct question {
    const char *name; /* for tests */

    /* What is asked: a text marked for translation; where it is NULL, `put` appends the text. */
    const char *text;
    void (*put)(const struct model *model, struct buf *out);

    /*
     * What an answer does: in the model only, without or with an argument, or outside too; all
     * NULL: nothing. They are called after the prompt is closed, so they can open it for the next
     * question; its pid is still that of this question.
     */
    void (*take)(struct model *model, const char *text);
    void (*take_as)(struct model *model, const char *text, int argument);
    void (*act)(struct model *model, const char *text, int argument, struct effects *effects);
    int argument;

    /* Called after each key while an answer is typed, and on Escape; may be NULL. */
    void (*typed)(struct model *model, int key);
    void (*cancelled)(struct model *model);

    bool one_character; /* is a complete answer */
};

struct prompt {
    const struct question *question; /* NULL: the prompt is closed */
    wchar_t text[PROMPT_MAX];
    size_t len;
    size_t cursor; /* 0 to len */
    bool overtype; /* new characters replace those under the cursor */
    pid_t pid;     /* the task that the question is about: the default, then the one named */
    bool ended;    /* it is about a row of ended tasks: there is no default */
    struct shown_task shown;
};

enum prompt_state {
    PROMPT_OPEN,
    PROMPT_ACCEPTED,
    PROMPT_CANCELLED,
};

void prompt_open(struct prompt *prompt, const struct question *question, pid_t pid);
void prompt_close(struct prompt *prompt);

enum prompt_state prompt_press(struct prompt *prompt, int key);

/* The answer, or its part before the cursor, in the locale's encoding. */
void prompt_text(const struct prompt *prompt, char bytes[PROMPT_BYTES]);
void prompt_text_before_cursor(const struct prompt *prompt, char bytes[PROMPT_BYTES]);

#endif
