/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_FAMILY_H
#define DOTPROC_COLUMN_FAMILY_H

/*
 * The families of the table of columns, for the files of this folder alone.
 *
 * A family's rows are in ascending order of their codes, by strcmp(3), and no code is in two
 * families: column_find() and column_at() rely on it.
 */

#include "lib/base/array.h"
#include "lib/column/column.h"

struct column_family {
    const struct column *columns;
    size_t count;
};

#define COLUMN_FAMILY(rows)       \
    {                             \
        (rows), ARRAY_COUNT(rows) \
    }

/* A command line, or the name if there is none; sorts like `args`. */
extern const struct figure column_line;

/* Puts a duration in seconds, to the millisecond: figure::put of figures with UNIT_NS. */
void column_put_seconds(struct buf *out, const struct value *value, const struct cell *cell);

extern const struct column_family column_command;   /* names and command lines */
extern const struct column_family column_container; /* namespaces, control groups, units, labels */
extern const struct column_family column_legacy;    /* accepted, but always "-"; samples */
extern const struct column_family column_mask;      /* capabilities, signals */
extern const struct column_family column_mem;       /* sizes, faults; input and output */
extern const struct column_family column_owner;     /* ids of tasks, groups and owners; names */
extern const struct column_family column_start;     /* start times */
extern const struct column_family column_state;     /* state, terminal, waits, scheduling */
extern const struct column_family column_summary;   /* counts and pools; exited tasks */
extern const struct column_family column_time;      /* CPU time and age */

/* The unlisted columns: of figures for which ps has no specifiers. */
extern const struct column_family column_unlisted;

#endif
