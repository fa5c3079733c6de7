/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_INSPECT_H
#define DOTPROC_TOP_MODEL_INSPECT_H

/*
 * The key Y: what a file or a command says about one task, on a screen of its own.
 *
 * What can be looked at are entries of the configuration file. This is the pure part: keys, the
 * text that has come so far, and where it is scrolled to. The text itself is fetched by
 * inspector.h, which is started and stopped by effects, and comes in as events.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/text/buf.h"
#include "top/base/effects.h"
#include "top/model/prompt.h"

/* The most that is kept of an output: the rest is not read. */
#define INSPECT_BYTES_MAX ((size_t)1024 * 1024)
#define INSPECT_LINES_MAX ((size_t)65536)

enum inspect_kind {
    INSPECT_PIPE, /* `format` is a command for sh */
    INSPECT_FILE, /* a path */
    INSPECT_DEMO, /* what is shown while there are no entries */
};

/*
 * In the format %d stands for the number of the task, %% for one %, and nothing else is special:
 * no name or other text of a task ever gets into a command.
 */
struct inspect_entry {
    enum inspect_kind kind;
    const char *name;
    const char *format;
};

/* Borrowed by the model. */
struct inspect_entries {
    const struct inspect_entry *list;
    size_t count;
};

struct inspection {
    pid_t pid;
    char name[64]; /* the task's, raw; "" when it is not known */
    size_t entry;  /* that is shown or marked */

    struct buf text; /* raw */
    size_t *lines;   /* where each begins */
    size_t line_count, line_capacity;
    bool running;     /* more may come */
    bool cut;         /* there would be more than is kept */
    bool show_source; /* what was read or run, in place of what is shown */

    size_t first_line, first_cell;
    char wanted[PROMPT_BYTES]; /* that L looked for */
    bool failed;               /* and that was not found */
};

struct model;

/* The entries there are: those of the model, or the built-in ones. */
const struct inspect_entry *inspect_entry_at(const struct model *model, size_t index);
size_t inspect_entry_count(const struct model *model);

/* What it is chosen by. */
const char *inspect_entry_name(const struct inspect_entry *entry);

/* Appends the entry's format with the number of the task in its place. */
void inspect_put_source(const struct inspect_entry *entry, pid_t pid, struct buf *out);

/* Opens the screen on which an entry is chosen. */
void inspect_begin(struct model *model, pid_t pid);
void inspect_fini(struct inspection *inspection);

/* A key on one of the two screens. */
void inspect_press(struct model *model, int key, struct effects *effects);

/* Up (-1) or down (1). */
void inspect_scroll(struct model *model, int direction, size_t lines);

/* The answer of L: looks for it from the first line on the screen, and again behind it. */
void inspect_locate(struct model *model, const char *text);

/* More text; nothing more will come, and `why`, which may be NULL, when something went wrong. */
void inspect_take(struct model *model, const char *bytes, size_t len);
void inspect_end(struct model *model, const char *why);

/*
 * Appends line `index` fit for a terminal: tabs are expanded, control characters come as ^X and
 * what is no character as <FF>. `cells`: so many are wanted at most, counted from the first.
 */
void inspect_put_line(const struct inspection *inspection, size_t index, size_t cells,
                      struct buf *out);

/* Lines of text that a screen of `rows` has room for. */
size_t inspect_page(size_t rows);

#endif
