/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_COLUMN_H
#define DOTPROC_COLUMN_COLUMN_H

/*
 * The table of columns of ps and top: the settings of a cell; members of a task's records as
 * values; figures, and columns that show them; both as JSON.
 *
 * A column has the need, the value of a task, its text in ps and its sort key. It depends neither
 * on the source of tasks nor on the output. The rows are in one file per family (owner.c,
 * time.c, mem.c, state.c, command.c ...); family.h lists them, and family.c finds a column by its
 * code.
 *
 * Values are typed and the column has the unit, so that text of ps, JSON, sums, sorting and scaled
 * cells of top all derive from the same figure.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/column/value.h"
#include "lib/task/fields.h"
#include "lib/task/snapshot.h"
#include "lib/task/task.h"

struct container_labels;
struct json;
struct name_cache;
struct task_marks;

/* --- settings and cells --- */

/* The unit of a number. */
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
    SUM_TASK,    /* each task has its own: CPU time, faults */
    SUM_PROCESS, /* shared by the threads of a process, counts once: memory */
    SUM_MOST,    /* the maximum: times asleep */
};

/* The layout of a cell in ps. */
enum align {
    ALIGN_LEFT,
    ALIGN_CUT, /* left; cut to its column, unless it is the last one */
    ALIGN_RIGHT,
    ALIGN_UNLIMITED, /* left; the last column extends to the end of the line */
    ALIGN_USER,      /* left, but right with numeric_ids */
    ALIGN_WCHAN,     /* likewise */
    ALIGN_SIGNAL,    /* right; 9 wide, or 16 if the line has room */
};

/* The rows of a listing of processes and threads (ps m) on which a column has a value. */
enum row_class {
    ROW_EVERY,
    ROW_PROCESS, /* "-" on thread rows */
    ROW_THREAD,  /* "-" on process rows */
};

/* Settings of a listing on which cells depend. Borrowed. */
struct column_context {
    const struct system_info *system;
    struct name_cache *names;
    struct container_labels *containers; /* NULL: containers have no names */
    const struct task_marks *marks;      /* tasks are compared with them; NULL: there are none */
    bool live;               /* tasks are of this host: terminals may be looked up in /sys */
    bool numeric_ids;        /* ps n: numbers for users and groups */
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
    size_t room;             /* the maximum width; SIZE_MAX: no limit */
};

/* --- members of a task's records as values --- */

enum member_type {
    MEMBER_MISSING, /* no member */
    MEMBER_I8,
    MEMBER_I16,
    MEMBER_I32,
    MEMBER_I64,
    MEMBER_U8,
    MEMBER_U32,
    MEMBER_U64,
    MEMBER_LETTER, /* a char; '\0': none */
    MEMBER_STRING, /* NUL-terminated; NULL: none */
};

struct member {
    uint8_t record, type;
    bool is_short; /* a 32-bit number in a record that every task has */
    uint16_t offset;
};

/*
 * The member `name_` of `struct tag_`, as in MEMBER(process, rss_kib). Does not compile for other
 * types.
 */
/* clang-format off */
#define MEMBER(tag_, name_)                                                                       \
    {                                                                                             \
        .record = _Generic((struct tag_ *)NULL,                                                   \
            struct task *: RECORD_TASK,                                                           \
            struct process *: RECORD_PROCESS,                                                     \
            struct task_status *: RECORD_STATUS,                                                  \
            struct task_addresses *: RECORD_ADDRESSES,                                            \
            struct task_details *: RECORD_DETAILS,                                                \
            struct task_io *: RECORD_IO,                                                          \
            struct task_smaps *: RECORD_SMAPS),                                                   \
        .type = _Generic(((struct tag_ *)NULL)->name_,                                            \
            int8_t: MEMBER_I8, int16_t: MEMBER_I16, int32_t: MEMBER_I32, int64_t: MEMBER_I64,     \
            uint8_t: MEMBER_U8, uint32_t: MEMBER_U32, uint64_t: MEMBER_U64,                       \
            char: MEMBER_LETTER, const char *: MEMBER_STRING),                                    \
        .is_short = _Generic(((struct tag_ *)NULL)->name_,                                        \
            int32_t: true, uint32_t: true, default: false) &&                                     \
            _Generic((struct tag_ *)NULL,                                                         \
                struct task *: true, struct process *: true, default: false),                     \
        .offset = offsetof(struct tag_, name_),                                                   \
    }
/* clang-format on */

/* The bits of a member with is_short. */
static inline uint32_t member_bits(const struct member *member, const struct task *task)
{
    const void *process = task->process;
    const char *record = member->record == RECORD_PROCESS ? process : task;

    return *(const uint32_t *)(const void *)(record + member->offset);
}

/*
 * The value of the member; a text is borrowed from the record. VALUE_NONE if the record was not
 * read or there is no member. Inline for short members, which most are.
 */
struct value member_read(const struct member *member, const struct task *task);

static inline struct value member_value(const struct member *member, const struct task *task)
{
    if (!member->is_short)
        return member_read(member, task);
    return member->type == MEMBER_I32 ? value_int((int32_t)member_bits(member, task))
                                      : value_uint(member_bits(member, task));
}

/* --- figures and columns --- */

/* The meaning of a figure's member. */
enum meaning {
    AS_IS,
    NONE_IF_ZERO, /* 0, a negative number or an empty text: no value */
    NONE_IF_NEGATIVE,
    NONE_IF_MISSING, /* LINE_MISSING: no value */
    NONE_IF_UNKNOWN, /* NUMBER_UNKNOWN: no value */
    USER_NAME,       /* the number of a user or group, shown by name unless numeric_ids is set */
    GROUP_NAME,
    SHIFTED,  /* shift + member */
    INVERTED, /* shift - member */
};

/*
 * The strings of which a text consists, for JSON: NUL-terminated, with a key of their own.
 * VALUE_NONE: none.
 */
struct column_strings {
    const char *key;
    struct value (*value)(const struct task *task, const struct column_context *context);
};

/*
 * A figure of a task: its place, its need and its unit. Most figures are a member of one of the
 * task's records; others are functions.
 */
struct figure {
    /*
     * The task's value: a member or the result of a function. Its text lives as long as the
     * snapshot, the name cache and the labels of containers; command lines and environments have a
     * NUL between arguments.
     */
    struct member member;
    enum meaning as;
    int16_t shift;
    struct value (*value)(const struct task *task, const struct column_context *context);

    /*
     * The key of a task's text, if it is not the value: seconds instead of nanoseconds, for
     * instance. In a column equal keys mean equal texts. VALUE_NONE: the text has no key. NULL: as
     * figure_key(), so a figure with `format` and no `key` must have a text that its value decides.
     */
    struct value (*key)(const struct task *task, const struct cell *cell);

    /*
     * Appends the text of a value, not VALUE_NONE, of this figure, of a task or a sum: escaped, not
     * padded, at most cell->room cells wide if its length varies. NULL: printed plainly; truncated
     * names of users and groups end in '+'.
     */
    void (*put)(struct buf *out, const struct value *value, const struct cell *cell);

    /*
     * The same for a task whose text depends on more than the value, such as branches before a
     * command, or exact figures. NULL: `put` of its value.
     */
    void (*format)(struct buf *out, const struct task *task, const struct cell *cell);

    /*
     * As a key of --group-by: the value of a group whose tasks all have the same one. NULL: the
     * value.
     */
    struct value (*value_of_same)(const struct task *task, const struct column_context *context);

    /* The sort key if it is not the value: a member or the result of a function. */
    struct member sort;
    struct value (*sort_value)(const struct task *task, const struct column_context *context);

    /*
     * The specifier of the fact, for JSON of formats that name none: built-in formats use whichever
     * has the wanted heading. NULL: the column's.
     */
    const char *json;

    const struct column_strings *strings; /* NULL: the text does not consist of strings */
    const char *help;                     /* one line, lower case, no full stop */
    const char *none;                     /* a living task's text without a value; NULL: "-" */
    need_t need;
    enum unit unit;
    enum sum sum;
    enum row_class row_class;
    uint8_t least;  /* the minimum width of a task's text, with leading blanks; unlike padding they
                       stay if an earlier cell is too long */
    bool pid_width; /* at least as wide as the largest possible PID */
    bool of_ended;  /* rows of exited tasks have it, if they have its needs */
    bool of_age;    /* has no value if the time since boot is unknown */
    bool from_labels; /* of column_context::containers, which may read files */
    bool ambiguous;   /* different values may have the same text; so have times and shares */
    bool unprintable; /* for compatibility: always "-"; `need` is for sorting */
};

/* Whether the figure is a user or a group, shown by name. */
static inline bool figure_is_owner(const struct figure *figure)
{
    return figure->as == USER_NAME || figure->as == GROUP_NAME;
}

/* Whether a text has one value, so that tasks can be grouped by it. */
static inline bool figure_is_exact(const struct figure *figure)
{
    return !figure->ambiguous && figure->unit != UNIT_NS && figure->unit != UNIT_EPOCH_NS &&
           figure->unit != UNIT_PERCENT;
}

/* A row of the table: a name for a figure. Aliases are rows with the same figure. */
struct column {
    const char *code;   /* the specifier: "pid" */
    const char *header; /* "PID" */
    uint8_t width;      /* nominal width of the text column */
    enum align align;
    const struct figure *figure;
};

/* A figure of one row; a figure of several rows. */
#define FIGURE(...)              (&(const struct figure){__VA_ARGS__})
#define SHARED_FIGURE(name, ...) static const struct figure name = {__VA_ARGS__}

/* The column with this specifier, or NULL. */
const struct column *column_find(const char *code);

/* All columns in alphabetical order of their codes; NULL past the end. */
const struct column *column_at(size_t index);

/* An unlisted column, of a figure for which ps has no specifier. */
const struct column *column_find_unlisted(const char *code);

/* The column's value for the task, and the value to sort by. */
struct value column_value(const struct column *column, const struct task *task,
                          const struct column_context *context);
struct value column_sort_value(const struct column *column, const struct task *task,
                               const struct column_context *context);

/*
 * Appends the cell of a task. column_put() appends that of a value, for instance a sum. Unknown
 * figures of exited tasks are "-", and those of sums are never a number.
 */
void column_format(struct buf *out, const struct column *column, const struct task *task,
                   const struct cell *cell);

void column_put(struct buf *out, const struct column *column, const struct value *value,
                const struct cell *cell);

/* The key of a text without a value, other than that of any value. */
static inline struct value key_of_nothing(void)
{
    return value_text(NULL, 0);
}

/*
 * The key of a figure without a function for it: its value, or key_of_nothing(). VALUE_NONE only
 * for a text without a value by figure::format, which may be anything.
 */
struct value figure_key(const struct figure *figure, const struct task *task,
                        const struct column_context *context);

/*
 * The key of the task's text, VALUE_NONE if there is none: for writers of many rows, where most
 * cells repeat the row above. Inline: it is called for every cell.
 */
static inline struct value column_key(const struct column *column, const struct task *task,
                                      const struct cell *cell)
{
    const struct figure *figure = column->figure;

    if (task->stat_unread || task->is_ended)
        return value_none();
    return figure->key ? figure->key(task, cell) : figure_key(figure, task, cell->context);
}

/* --- as JSON --- */

/* In a forest: the number of ancestors above the row. */
#define JSON_DEPTH_KEY "depth"

/* In a row of several tasks: their number. */
#define JSON_COUNT_KEY "count"

/*
 * Adds the value to the current object or array, with `key`.
 *
 * Numbers are numbers: sizes in bytes, times in seconds, points in time in seconds since the Epoch,
 * shares in per cent. Masks and addresses are strings of 16 hexadecimal digits, since most JSON
 * readers use doubles and would lose low bits. A missing value is null. Columns of names have
 * strings also for owners without a name.
 */
void column_put_json(struct json *json, const char *key, const struct column *column,
                     const struct value *value, const struct column_context *context);

/*
 * The key of the array of strings beside the column's text: "argv" or "envp"; NULL if there is no
 * array, as when names replace command lines.
 */
const char *column_strings_key(const struct column *column, const struct column_context *context);

/* Adds that array with its key. Null if the task has no strings, or is NULL. */
void column_put_json_strings(struct json *json, const struct column *column,
                             const struct task *task, const struct column_context *context);

#endif
