/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_COLUMN_H
#define DOTPROC_TOP_TABLE_COLUMN_H

/* A window as a table of cells, and how wide its columns are. */

#include "top/base/limits.h"
#include "top/model/model.h"

struct table {
    const struct model *model;
    const struct window *window;
    struct column_context context; /* for the values of its cells */
};

struct table_column {
    enum field_id id;
    const struct field *field;
    const struct column *column;
    bool left; /* how it is justified */
    size_t width;
    size_t skip; /* cells of the text that are out of sight to the left */
};

struct table table_of(const struct model *model, const struct window *window);

/*
 * The column of a field as wide as it is at least; `false` where it is not served. What is left
 * of the line comes to fields of flexible width in addition.
 */
bool table_place_column(const struct table *table, enum field_id id, struct table_column *out);

#endif
