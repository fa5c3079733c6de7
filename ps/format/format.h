/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_FORMAT_FORMAT_H
#define DOTPROC_PS_FORMAT_FORMAT_H

/*
 * A format: the columns of a line, and text between them.
 *
 *   format.c   the list and how to change it
 *   spec.c     reads -o, -O and $PS_FORMAT into it; the macros, which stand for several columns
 *   compose.c  the list for options such as -f, without columns
 */

#include <stdbool.h>
#include <stddef.h>

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

#endif
