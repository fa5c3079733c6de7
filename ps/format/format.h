/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_FORMAT_FORMAT_H
#define DOTPROC_PS_FORMAT_FORMAT_H

/* A format: the columns of a line, and text between them. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/arena.h"
#include "lib/base/buf.h"
#include "lib/column/column.h"

struct format_item {
    const struct column *column; /* NULL: `header` is text for every line */
    const char *header;          /* borrowed: from a table, or from the options' arena */
    size_t width;                /* cells */
    bool fixed_width;            /* set by the user: not widened for ids */
    bool named;                  /* by the user, and not as part of a named format */
};

struct format {
    struct format_item *items; /* owned */
    size_t count;
    size_t capacity;
};

/* An all-zero struct format is a valid empty list. */
void format_fini(struct format *format);

/* An item with the column's own header and width. */
struct format_item format_item_of(const struct column *column);

/* Adds an item before position `at`, at most format->count. 0 or -ENOMEM. */
int format_insert(struct format *format, size_t at, struct format_item item);
int format_append(struct format *format, struct format_item item);
void format_remove(struct format *format, size_t at);

/* The position of the first column with this specifier, or format->count. */
size_t format_find(const struct format *format, const char *code);

/*
 * The key of a column in JSON: the specifier that the user names. In built-in formats the same fact
 * has the same key, see struct figure.
 */
const char *format_key(const struct format_item *item);

/*
 * Formats as text:
 *
 *   pid,user:20=OWNER,comm   columns; a width after ':', a header after '='
 *   "%p %U %a"               the codes of AIX, mixed with text
 *   F5FMT                    a macro, a format of another system
 */

/* The widest column, to limit the memory for a line. */
#define FORMAT_WIDTH_MAX 131072

/*
 * Appends what `text` specifies. 0, -ENOMEM, or -EINVAL with a line in `error`; then nothing is
 * appended. Headers are copied to the arena.
 */
int format_parse(struct format *format, const char *text, struct arena *arena, struct buf *error);

/* Appends a built-in list of columns. 0 or -ENOMEM. */
int format_parse_plain(struct format *format, const char *columns);

/* One element of a list, split. */
struct format_element {
    const char *code;
    const char *width;  /* NULL: none given */
    const char *header; /* likewise */
};

/* Splits "code:width=header" in place. */
struct format_element format_split(char *text);

/* Appends a column as the user names it. 0, -ENOMEM, or -EINVAL with a line in `error`. */
int format_append_named(struct format *format, struct format_item item,
                        const struct format_element *element, struct buf *error);

/* The columns of a macro such as "F5FMT", separated by commas; NULL: no such macro. */
const char *format_macro_find(const char *name);

/* The name of the macro with this index; NULL past the end. */
const char *format_macro_at(size_t index);

/*
 * compose.c: formats chosen by options such as -f. There are two kinds: Unix formats are composed
 * of the columns that each option adds; all others are macros, in which modifying options insert or
 * remove columns.
 */

/* Effects of options on the format; a set. */
enum {
    WANT_FULL = 1u << 0,       /* -f */
    WANT_EXTRA = 1u << 1,      /* -F, together with WANT_FULL */
    WANT_LONG = 1u << 2,       /* -l */
    WANT_JOBS = 1u << 3,       /* -j */
    WANT_CLASS = 1u << 4,      /* -c */
    WANT_NO_FLAGS = 1u << 5,   /* -y */
    WANT_PROCESSOR = 1u << 6,  /* -P */
    WANT_LABEL = 1u << 7,      /* -M */
    WANT_LWP = 1u << 8,        /* -L */
    WANT_SPID = 1u << 9,       /* -T */
    WANT_BSD = 1u << 10,       /* BSD's time and command columns */
    WANT_COMMANDS = 1u << 11,  /* command lines instead of names */
    WANT_IRIX_LONG = 1u << 12, /* of the personality, as the next two: see grammar/parser.h */
    WANT_P_FOR_ADDR = 1u << 13,
    WANT_USER = 1u << 14,
};

/* Both append to an empty list. 0 or -ENOMEM. */
int format_compose(struct format *format, unsigned wants);
int format_compose_macro(struct format *format, const char *macro, unsigned wants);

#endif
