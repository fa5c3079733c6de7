/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_COLUMN_H
#define DOTPROC_COLUMN_COLUMN_H

/*
 * The one table of columns, read by ps and top alike.
 *
 * A column knows what it needs of the kernel, which value of a task it stands for, how ps prints
 * it and how it sorts. It knows nothing of where tasks come from or where text goes. The rows
 * stand in one file per family (id.c, time.c, mem.c, sched.c, command.c, signal.c ...), and table.c
 * has the families.
 *
 * A value is typed and its column says the unit, so that ps's text, JSON, sums, sorting and top's
 * scaled cells all derive from the same figure.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/column/member.h"
#include "lib/column/value.h"
#include "lib/task/system_info.h"
#include "lib/task/task.h"
#include "lib/text/buf.h"
#include "lib/text/local_time.h"
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
    const struct system_info *system;
    struct name_cache *names;
    struct local_time *local_time; /* may be NULL */
    bool live;               /* tasks are of this host, so terminals may be looked up in /sys */
    bool numeric_ids;        /* ps n: numbers for users and wait channels */
    bool cumulative;         /* ps S: times include those of reaped children */
    bool bare_command;       /* ps c: the task's name in place of its command line */
    bool with_environ;       /* ps e: the environment behind the command line */
    bool signal_names;       /* ps --signames: names in place of masks */
    const char *date_format; /* ps -D: of lstart, for strftime(3); NULL: as ctime(3) has it */
};

/* One cell about to be formatted. */
struct cell {
    const struct column_context *context;
    const char *tree_prefix; /* the branches before a command in a forest; "" without */
    size_t tree_step; /* cells of one level; a prefix is cut to whole levels. 0 counts as 1 */
    size_t width;     /* the column's nominal width in this listing */
    size_t room;      /* cells it must not exceed; SIZE_MAX: no limit */
};

/* What a figure's member stands for. */
enum meaning {
    AS_IT_STANDS,
    NONE_IF_ZERO, /* a number that the kernel does not have, or an empty text */
    NONE_IF_NEGATIVE,
    USER_NAME, /* the number of a user or group, who has a name unless numbers are asked for */
    GROUP_NAME,
    SHIFTED,      /* `shift` is added to it */
    TURNED_ROUND, /* it is taken from `shift` */
};

/*
 * What is shown of a task: where it stands, what must be read for it, what it counts. Most figures
 * are a member of one of the task's records; a function is there where that does not do.
 */
struct figure {
    /*
     * The task's value: a member, or what a function gives. Its text lives as long as the snapshot
     * and the name cache; that of a command line or an environment has a NUL between arguments.
     */
    struct member member;
    enum meaning as;
    int16_t shift;
    struct value (*value)(const struct task *task, const struct column_context *context);

    /*
     * What a task's text depends on, where that is more than the value, or less: seconds, not
     * nanoseconds. Where keys are equal the texts are, in cells alike. VALUE_NONE: it depends on
     * more than a key can say. NULL: on the value.
     */
    struct value (*key)(const struct task *task, const struct cell *cell);

    /*
     * Appends the text of a value of this figure, be it a task's or a sum: escaped, without
     * padding, at most cell->room cells wide where the text is of variable length. NULL: printed
     * plainly; a user's or group's name that has to be cut ends in '+'.
     */
    void (*put)(struct buf *out, const struct value *value, const struct cell *cell);

    /*
     * The same for a task, where its text takes more than the value: branches before a command,
     * or figures more exact. NULL: its value is put.
     */
    void (*format)(struct buf *out, const struct task *task, const struct cell *cell);

    /* What to sort by where it is not the value: a member, or what a function gives. */
    struct member sort;
    struct value (*sort_value)(const struct task *task, const struct column_context *context);

    const char *help; /* one line, lower case, no full stop */
    const char *none; /* the text where there is no value; NULL: "-" */
    need_t need;
    enum unit unit;
    enum sum sum;
    enum row_class row_class;
    uint8_t least;    /* cells that a task's text takes at least, with blanks in front: unlike
                         padding they are not given up where a cell before it is too long */
    bool pid_width;   /* at least as wide as the longest pid possible */
    bool unprintable; /* known for compatibility only: always "-"; `need` is for sorting */
};

/* A row of the table: a name for a figure. Aliases are rows that have the same figure. */
struct column {
    const char *code;   /* the specifier: "pid" */
    const char *header; /* "PID" */
    uint8_t width;      /* nominal width of the text column */
    enum align align;
    const struct figure *figure;
};

/* A figure that one row alone has, in its place. */
#define FIGURE(...) (&(const struct figure){__VA_ARGS__})

/* The column with this specifier, or NULL. */
const struct column *column_find(const char *code);

/* All columns in alphabetical order of their codes, for listings: NULL past the end. */
const struct column *column_at(size_t index);

/* The same for columns that are no specifiers of ps, but of which fields of top are made. */
const struct column *column_find_extra(const char *code);
const struct column *column_extra_at(size_t index);

/* What the column stands for in the task, and what the task is sorted by. */
struct value column_value(const struct column *column, const struct task *task,
                          const struct column_context *context);
struct value column_sort_value(const struct column *column, const struct task *task,
                               const struct column_context *context);

/* Appends the cell of `column` for `task`; for a value of it that stands for no single task. */
void column_format(struct buf *out, const struct column *column, const struct task *task,
                   const struct cell *cell);

void column_put(struct buf *out, const struct column *column, const struct value *value,
                const struct cell *cell);

/* The value of a figure whose member does not stand for itself: as `as` has it. */
struct value figure_meaning(const struct figure *figure, const struct task *task,
                            const struct column_context *context);

/* The key of a figure that has no function for it: never VALUE_NONE. */
struct value figure_key(const struct figure *figure, const struct task *task,
                        const struct column_context *context);

/*
 * For writers of many rows, of which most show what the row above does: the key of the task's text,
 * or VALUE_NONE where it cannot be told. Here to become part of its callers: it is asked for every
 * cell of a listing.
 */
static inline struct value column_key(const struct column *column, const struct task *task,
                                      const struct cell *cell)
{
    const struct figure *figure = column->figure;

    return figure->key ? figure->key(task, cell) : figure_key(figure, task, cell->context);
}

#endif
