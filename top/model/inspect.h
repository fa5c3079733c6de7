/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_INSPECT_H
#define DOTPROC_TOP_MODEL_INSPECT_H

/*
 * The inspection of a task, key Y: the content of a file or the output of a command, an entry of
 * the configuration file, on a screen of its own (screens/inspect.c).
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/base/buf.h"
#include "lib/base/units.h"
#include "lib/task/task.h"
#include "top/model/prompt.h"

/* Limits of the output, of which the rest is not read. */
#define INSPECT_BYTES_MAX BYTES_PER_MIB
#define INSPECT_LINES_MAX ((size_t)65536)

enum inspect_kind {
    INSPECT_PIPE, /* `format` is a command for sh(1) */
    INSPECT_FILE, /* `format` is a path */
    INSPECT_DEMO, /* shown while there are no entries */
};

/*
 * In the format %d stands for the PID and %% for one %. Nothing else is special: no name or other
 * text of a task ever gets into a command.
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
    struct task_identity task;
    char name[64]; /* the task's name, raw; "" if unknown */
    size_t entry;  /* index of the entry that is shown or selected */

    struct buf text; /* raw */
    size_t *lines;   /* offset in `text` of each line */
    size_t line_count, line_capacity;
    bool running;     /* more output may follow */
    bool cut;         /* the output was longer than the limit */
    bool show_source; /* shows the path or the command instead of the state of the output */

    size_t first_line, first_cell;
    char wanted[PROMPT_BYTES]; /* the text that L searches for */
};

/* The entry with this index; without entries in the configuration file, a built-in one. */
const struct inspect_entry *inspect_entry_at(const struct inspect_entries *entries, size_t index);
size_t inspect_entry_count(const struct inspect_entries *entries);

/* The name to show for it; that of a built-in one is translated. */
const char *inspect_entry_name(const struct inspect_entry *entry);

/* Appends the entry's format with the PID filled in. */
void inspect_put_source(const struct inspect_entry *entry, pid_t pid, struct buf *out);

/* Removes the output, as before the first one; the task and the entry stay. */
void inspection_clear(struct inspection *inspection);
void inspection_fini(struct inspection *inspection);

/*
 * Appends a piece of the output. Drops what exceeds the limits, and sets inspection::cut. False:
 * out of memory.
 */
bool inspect_text_add(struct inspection *inspection, const char *bytes, size_t len);

/* The index of the first line from `from` on that contains the text; line_count: none does. */
size_t inspect_text_find(const struct inspection *inspection, const char *text, size_t from);

/*
 * Appends line `index`, safe for a terminal: expands tabs, shows control characters as ^X and
 * invalid bytes as <FF>. Stops after `cells` cells.
 */
void inspect_text_put_line(const struct inspection *inspection, size_t index, size_t cells,
                           struct buf *out);

#endif
