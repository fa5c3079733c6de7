/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_COLUMN_H
#define DOTPROC_COLUMN_COLUMN_H

/*
 * The table of columns of ps and top.
 *
 * A column says what it needs from the kernel, which value of a task it shows, how ps prints it and
 * how it sorts. It knows neither where tasks come from nor where text goes. The rows are in one
 * file per family (id.c, time.c, mem.c, sched.c, command.c, signal.c ...); table.c has the
 * families.
 *
 * Values are typed and the column says the unit, so that ps's text, JSON, sums, sorting and top's
 * scaled cells all derive from the same figure.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/column/member.h"
#include "lib/column/value.h"
#include "lib/task/system_info.h"
#include "lib/task/task.h"
#include "lib/text/names.h"

/* What a number counts. */
enum unit {
    UNIT_NONE,     /* ids, counts, priorities */
    UNIT_KIB,      /* sizes */
    UNIT_NS,       /* durations */
    UNIT_EPOCH_NS, /* points in time */
    UNIT_PERCENT,
    UNIT_BITS, /* 64-bit masks and addresses, shown in hexadecimal */
};

/* How a column's numbers are summed over several tasks. */
enum sum {
    SUM_NONE,    /* not at all: ids, states, priorities, ages */
    SUM_TASK,    /* each task has its own: processor time, faults */
    SUM_PROCESS, /* threads of a process have the same, which counts once: memory */
    SUM_MOST,    /* the largest counts: times asleep */
};

/* How ps lays a cell out. */
enum align {
    ALIGN_LEFT,
    ALIGN_CUT, /* left; cut to its column, unless it is the last one */
    ALIGN_RIGHT,
    ALIGN_UNLIMITED, /* left; as the last column takes the rest of the line */
    ALIGN_USER,      /* left, but right with numeric_ids */
    ALIGN_WCHAN,     /* likewise */
    ALIGN_SIGNAL,    /* right; 9 wide, or 16 if the line has room */
};

/* On which rows of a listing of processes and threads (ps m) a column shows something. */
enum row_class {
    ROW_EVERY,
    ROW_PROCESS, /* "-" on thread rows */
    ROW_THREAD,  /* "-" on process rows */
};

/* What cells depend on besides the task, for a whole listing. Borrowed. */
struct column_context {
    const struct system_info *system;
    struct name_cache *names;
    bool live;               /* tasks are of this host: terminals may be looked up in /sys */
    bool numeric_ids;        /* ps n: numbers for users and wait channels */
    bool cumulative;         /* ps S: times include those of reaped children */
    bool bare_command;       /* the name, not the command line */
    bool with_environ;       /* the environment after the command line */
    bool signal_names;       /* names, not masks */
    const char *date_format; /* of lstart, for strftime(3); NULL: as ctime(3) */
};

/* A cell to be formatted. */
struct cell {
    const struct column_context *context;
    const char *tree_prefix; /* the branches before a command in a forest, or "" */
    size_t tree_step;        /* cells of one level: prefixes are cut to whole levels; 0 means 1 */
    size_t width;            /* the column's nominal width in this listing */
    size_t room;             /* the most cells; SIZE_MAX: no limit */
};

/* What a figure's member means. */
enum meaning {
    AS_IS,
    NONE_IF_ZERO, /* 0, a negative number or an empty text: there is no value */
    NONE_IF_NEGATIVE,
    USER_NAME, /* the number of a user or group, shown by name unless numeric_ids is set */
    GROUP_NAME,
    SHIFTED,  /* shift + member */
    INVERTED, /* shift - member */
};

/*
 * What a text is joined from, for JSON: strings that end in a NUL each, under a key of its own.
 * VALUE_NONE: there are none.
 */
struct column_strings {
    const char *key;
    struct value (*value)(const struct task *task);
};

/*
 * What is shown of a task: where it is, what must be read for it, what it counts. Most figures are
 * a member of one of the task's records; others are functions.
 */
struct figure {
    /*
     * The task's value: a member or the result of a function. Its text lives as long as the
     * snapshot and the name cache; command lines and environments have a NUL between arguments.
     */
    struct member member;
    enum meaning as;
    int16_t shift;
    struct value (*value)(const struct task *task, const struct column_context *context);

    /*
     * What a task's text depends on, if that is not just the value, for instance seconds instead of
     * nanoseconds. In the same column equal keys mean equal texts. VALUE_NONE: a key cannot express
     * it. NULL: the value.
     */
    struct value (*key)(const struct task *task, const struct cell *cell);

    /*
     * Appends the text of a value of this figure, a task's or a sum: escaped, not padded, at most
     * cell->room cells wide if it is of variable length. NULL: printed plainly; names of users and
     * groups that are cut end in '+'.
     */
    void (*put)(struct buf *out, const struct value *value, const struct cell *cell);

    /*
     * The same for a task whose text needs more than the value, such as branches before a command,
     * or exact figures. NULL: its value is put.
     */
    void (*format)(struct buf *out, const struct task *task, const struct cell *cell);

    /* What to sort by if not the value: a member or the result of a function. */
    struct member sort;
    struct value (*sort_value)(const struct task *task, const struct column_context *context);

    const struct column_strings *strings; /* NULL: it is not joined from strings */
    const char *help;                     /* one line, lower case, no full stop */
    const char *none;                     /* the text without a value; NULL: "-" */
    need_t need;
    enum unit unit;
    enum sum sum;
    enum row_class row_class;
    uint8_t least;    /* the least cells of a task's text, with leading blanks: unlike padding they
                         stay where an earlier cell is too long */
    bool pid_width;   /* at least as wide as the longest pid possible */
    bool of_ended;    /* rows of ended tasks have it, if they have its needs */
    bool unprintable; /* for compatibility: always "-"; `need` is for sorting */
};

/* A row of the table: a name for a figure. Aliases are rows with the same figure. */
struct column {
    const char *code;   /* the specifier: "pid" */
    const char *header; /* "PID" */
    uint8_t width;      /* nominal width of the text column */
    enum align align;
    const struct figure *figure;
};

/* A figure of one row, and one that several rows have. */
#define FIGURE(...)              (&(const struct figure){__VA_ARGS__})
#define SHARED_FIGURE(name, ...) static const struct figure name = {__VA_ARGS__}

/* The column with this specifier, or NULL. */
const struct column *column_find(const char *code);

/* All columns in alphabetical order of their codes; NULL past the end. */
const struct column *column_at(size_t index);

/* The same for columns that are no specifiers of ps, but used by fields of top. */
const struct column *column_find_top_only(const char *code);
const struct column *column_top_only_at(size_t index);

/* The column's value for the task, and the value to sort by. */
struct value column_value(const struct column *column, const struct task *task,
                          const struct column_context *context);
struct value column_sort_value(const struct column *column, const struct task *task,
                               const struct column_context *context);

/* Appends the cell of a task; column_put() that of a value, for instance a sum. */
void column_format(struct buf *out, const struct column *column, const struct task *task,
                   const struct cell *cell);

void column_put(struct buf *out, const struct column *column, const struct value *value,
                const struct cell *cell);

/* The value of a figure whose member is not the value itself, by figure->as. */
struct value figure_meaning(const struct figure *figure, const struct task *task,
                            const struct column_context *context);

/* Whether a figure is a user or a group, shown by name. */
static inline bool figure_is_owner(const struct figure *figure)
{
    return figure->as == USER_NAME || figure->as == GROUP_NAME;
}

/* The key of a figure without a function for it: never VALUE_NONE. */
struct value figure_key(const struct figure *figure, const struct task *task,
                        const struct column_context *context);

/*
 * For writers of many rows, most of whose cells repeat the row above: the key of the task's text,
 * or VALUE_NONE if there is none. Inline: it is called for every cell.
 */
static inline struct value column_key(const struct column *column, const struct task *task,
                                      const struct cell *cell)
{
    const struct figure *figure = column->figure;

    if (task->stat_unread || task->is_ended)
        return value_none();
    return figure->key ? figure->key(task, cell) : figure_key(figure, task, cell->context);
}

#endif
