/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_COLUMN_H
#define DOTPROC_COLUMN_COLUMN_H

/*
 * The one table of columns, read by ps and top alike.
 *
 * A column knows what it needs of the kernel, which value of a task it stands for, how ps prints
 * it and how it sorts. It knows nothing of where tasks come from or where text goes. The rows
 * stand in one file per family (id.c, time.c, mem.c, sched.c, command.c, signal.c ...).
 *
 * A value is typed and its column says the unit, so that ps's text, JSON, sums, sorting and top's
 * scaled cells all derive from the same accessor.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/column/value.h"
#include "lib/task/moment.h"
#include "lib/task/task.h"
#include "lib/text/buf.h"
#include "lib/text/calendar.h"
#include "lib/text/names.h"

/* What a number counts. */
enum unit {
    UNIT_NONE,     /* ids, counts, priorities */
    UNIT_KIB,      /* sizes */
    UNIT_NS,       /* durations */
    UNIT_EPOCH_NS, /* points in time */
    UNIT_PERCENT,
    UNIT_BITS, /* masks and addresses, of 64 bits: figures to be read in hexadecimal */
};

/* What it means to add up a column's numbers over several tasks. */
enum sum {
    SUM_NONE,    /* nothing: ids, states, priorities, ages */
    SUM_TASK,    /* each task has its own part: processor time, faults */
    SUM_PROCESS, /* all threads of a process show the same, which counts once: memory */
};

/* How ps lays a cell out. */
enum align {
    ALIGN_LEFT,
    ALIGN_CUT, /* left; no wider than its column, unless it stands last */
    ALIGN_RIGHT,
    ALIGN_UNLIMITED, /* left; takes all the room that is left when it stands last */
    ALIGN_USER,      /* left, but right where numeric_ids asks for numbers */
    ALIGN_WCHAN,     /* likewise */
    ALIGN_SIGNAL,    /* right; 9 wide, 16 where the line has room */
};

/* On which rows of a listing with processes and threads (ps m) a column shows something. */
enum row_class {
    ROW_EVERY,
    ROW_PROCESS, /* "-" on thread rows */
    ROW_THREAD,  /* "-" on process rows */
};

/* What cells depend on beside the task: borrowed, and the same for a whole listing. */
struct column_context {
    const struct moment *moment;
    struct name_cache *names;
    struct calendar *calendar; /* may be NULL */
    bool live;                 /* tasks are of this host, so terminals may be looked up in /sys */
    bool numeric_ids;          /* ps n: numbers for users and wait channels */
    bool cumulative;           /* ps S: times include those of reaped children */
    bool bare_command;         /* ps c: the task's name in place of its command line */
    bool with_environ;         /* ps e: the environment behind the command line */
    bool signal_names;         /* ps --signames: names in place of masks */
    const char *date_format;   /* ps -D: of lstart, for strftime(3); NULL: as ctime(3) has it */
};

/* One cell about to be formatted. */
struct cell {
    const struct column_context *context;
    const char *tree_prefix; /* the branches before a command in a forest; "" without */
    size_t tree_step; /* cells of one level; a prefix is cut to whole levels. 0 counts as 1 */
    size_t width;     /* the column's nominal width in this listing */
    size_t room;      /* cells it must not exceed; SIZE_MAX: no limit */
};

struct column {
    const char *code;   /* the specifier: "pid" */
    const char *header; /* "PID" */
    const char *help;   /* one line, lower case, no full stop */
    uint8_t width;      /* nominal width of the text column */
    uint8_t least;      /* cells that a task's text takes at least, with blanks in front: unlike
                           padding they are not given up where a cell before it is too long */
    bool pid_width;     /* at least as wide as the longest pid possible */
    const char *none;   /* the text where there is no value; NULL: "-" */
    bool unprintable;   /* known for compatibility only: always "-"; `need` is for sort_value */
    enum align align;
    enum row_class row_class;
    enum unit unit;
    enum sum sum;
    need_t need;

    /*
     * The task's value; its text lives as long as the snapshot and the name cache. That of a
     * command line or an environment has a NUL between two arguments.
     */
    struct value (*value)(const struct task *task, const struct column_context *context);

    /* What to sort by where it is not the value; NULL: the value. */
    struct value (*sort_value)(const struct task *task, const struct column_context *context);

    /*
     * Appends the text of a value of this column, be it a task's or a sum: escaped, without
     * padding, at most cell->room cells wide where the text is of variable length. NULL: printed
     * plainly; a user's or group's name that has to be cut ends in '+'.
     */
    void (*put)(struct buf *out, const struct value *value, const struct cell *cell);

    /*
     * The same for a task, where its text takes more than the value: branches before a command,
     * or figures more exact. NULL: its value is put.
     */
    void (*format)(struct buf *out, const struct task *task, const struct cell *cell);

    /*
     * What a task's text hangs on, where that is more than the value, or less: seconds, not
     * nanoseconds. Where keys are equal the texts are, in cells alike. VALUE_NONE: it hangs on more
     * than a key can say. NULL: the value.
     */
    struct value (*key)(const struct task *task, const struct cell *cell);
};

/* The column with this specifier, or NULL. */
const struct column *column_find(const char *code);

/* All columns in alphabetical order of their codes, for listings: NULL past the end. */
const struct column *column_at(size_t index);

/* Appends the cell of `column` for `task`; for a value of it that stands for no single task. */
void column_format(struct buf *out, const struct column *column, const struct task *task,
                   const struct cell *cell);

void column_put(struct buf *out, const struct column *column, const struct value *value,
                const struct cell *cell);

/*
 * For writers of many rows, of which most show what the row above does: false where the key of the
 * task's text cannot be told, else it is in `key`. Here to become part of its callers: it is asked
 * for every cell of a listing.
 */
static inline bool column_key(const struct column *column, const struct task *task,
                              const struct cell *cell, struct value *key)
{
    if (!column->key) {
        *key = column->value(task, cell->context);
        return true;
    }
    *key = column->key(task, cell);
    return key->kind != VALUE_NONE;
}

#endif
