/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CGROUP_COLUMN_H
#define DOTPROC_CGROUP_COLUMN_H

/* The columns of a table of control groups, which ps and top share, and its order by a column. */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "lib/cgroup/table.h"
#include "lib/column/value.h"
#include "lib/container/labels.h"

enum cgroup_unit {
    CGROUP_UNIT_TEXT,
    CGROUP_UNIT_COUNT,
    CGROUP_UNIT_BYTES,
    CGROUP_UNIT_PERCENT,
    CGROUP_UNIT_CPUS,
    CGROUP_UNIT_SECONDS,
};

struct cgroup_column {
    const char *code;   /* for -o and --sort, and the key in JSON */
    const char *header; /* of at most `width` cells */
    unsigned width;     /* cells of a typical value; 0: any number */
    enum cgroup_unit unit;
    unsigned need;  /* CGROUP_* */
    bool is_change; /* a difference: the first reading has none */

    /* Numbers, of bytes without a fraction: VALUE_NONE if unknown; infinity: a limit is not set. */
    struct value (*value)(const struct cgroup *row);

    /* Texts: appends the raw text, or nothing if there is none. */
    void (*put_text)(const struct cgroup *row, struct container_labels *labels, struct buf *out);
};

/*
 * Appends the cell, indented for a tree, of a column that names the group: of a path the last
 * component.
 */
void cgroup_column_put_branch(const struct cgroup_column *column, const struct cgroup *row,
                              struct container_labels *labels, struct buf *out);

/* The column with this index, NULL past the last one; the column with this code, or NULL. */
const struct cgroup_column *cgroup_column_at(size_t index);
const struct cgroup_column *cgroup_column_find(const char *code);

/*
 * Appends the cell of a row: a scaled number, "-" if it is unknown, or "max" for a limit that is
 * not set. Texts are raw: see escape.h.
 */
void cgroup_column_put(const struct cgroup_column *column, const struct cgroup *row,
                       struct container_labels *labels, struct buf *out);

/* --- the order of rows --- */

/*
 * By a column; equal rows, and all rows if `column` is NULL, by path, a group before its
 * descendants.
 */
struct cgroup_order {
    const struct cgroup_column *column;
    bool descending;
};

/*
 * Sets cgroup_table::order. Columns of texts sort by path: names of containers are looked up by the
 * interface alone. 0 or -ENOMEM.
 */
int cgroup_table_sort(struct cgroup_table *table, const struct cgroup_order *order);

#endif
