/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_PROMPT_H
#define DOTPROC_TOP_MODEL_PROMPT_H

/*
 * A question on the message line, and the editing of its answer.
 *
 * The prompt handles keys and text. A struct question has the text of the question and the effect
 * of an answer: one constant each, after what it names.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <wchar.h>

#include "top/model/events.h"

/* Characters of the longest answer, and the bytes it may take. */
#define PROMPT_MAX   128
#define PROMPT_BYTES (PROMPT_MAX * 4 + 1)

struct buf;
struct model;

/* What is passed on of an accepted answer. */
struct answer {
    const char *text;
    int argument; /* the question's */
    struct effects *effects;
};

struct question {
    const char *name; /* for tests */

    /* The question: a text marked for translation or, where it is NULL, appended by `put`. */
    const char *text;
    void (*put)(const struct model *model, struct buf *out);

    /*
     * Called with an accepted answer; NULL: it has no effect. The prompt is closed before, so this
     * can open it for the next question; its pid is still that of this question.
     */
    void (*act)(struct model *model, const struct answer *answer);
    int argument;

    /* Called when a key has changed the text, and for Up and Down; called on Escape; or NULL. */
    void (*typed)(struct model *model, int key);
    void (*cancelled)(struct model *model);

    /*
     * For a menu: called for each key. If it returns false, the prompt closes and the key has its
     * usual effect. NULL: the answer is typed.
     */
    bool (*press)(struct model *model, int key);

    /* Called for '?', which no answer contains; may be NULL. */
    void (*help)(struct model *model);

    bool one_character; /* one character is a complete answer */

    bool of_tagged;                /* it is about all tagged tasks */
    const struct question *tagged; /* asked in its place while tasks are tagged; or NULL */
};

struct prompt {
    const struct question *question; /* NULL: the prompt is closed */
    wchar_t text[PROMPT_MAX];
    size_t len;
    size_t cursor; /* 0 to len */
    bool overtype; /* new characters replace those under the cursor */
    pid_t pid;     /* the task that the question is about: the default, then the one entered */
    bool no_row;   /* there is no target, so there is no default */
    bool ended;    /* the target is a row of exited tasks, so there is no default */
    struct task_identity shown; /* the task that was shown as `pid` when it was asked; or none */
};

enum prompt_state {
    PROMPT_OPEN,
    PROMPT_ACCEPTED,
    PROMPT_CANCELLED,
};

/* Opens the prompt with an empty answer. The question is borrowed until the prompt is closed. */
void prompt_open(struct prompt *prompt, const struct question *question, pid_t pid);
void prompt_close(struct prompt *prompt);

/* Begins the answer with this text, in the locale's encoding; longer text is cut. */
void prompt_set_text(struct prompt *prompt, const char *text);

/*
 * Handles a key (see enum press). PROMPT_ACCEPTED and PROMPT_CANCELLED leave it to the caller to
 * close the prompt.
 */
enum prompt_state prompt_press(struct prompt *prompt, int key);

/* The answer, or its part before the cursor, in the locale's encoding. */
void prompt_text(const struct prompt *prompt, char bytes[PROMPT_BYTES]);
void prompt_text_before_cursor(const struct prompt *prompt, char bytes[PROMPT_BYTES]);

#define HISTORY_COUNT 20

/* Earlier answers, which Up and Down recall in a prompt. Zero-initialise. */
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
