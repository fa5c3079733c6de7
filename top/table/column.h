/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_COLUMN_H
#define DOTPROC_TOP_TABLE_COLUMN_H

/* A window as a table of cells, and the width of its columns. */

#include "top/base/limits.h"
#include "top/model/model.h"

struct table {
    const struct model *model;
    const struct window *window;
    struct column_context context; /* values of cells depend on it */
};

struct table_column {
    enum field_id id;
    const struct field *field;
    const struct column *column;
    bool left; /* left-justified */
    size_t width;
    size_t skip; /* cells of the text scrolled past the left edge */
};

/* The window as a table; both are borrowed. */
struct table table_of(const struct model *model, const struct window *window);

/*
 * Makes the column of a field, with its minimum width; false: the field has none. The layout widens
 * columns of flexible width.
 */
bool table_place_column(const struct table *table, enum field_id id, struct table_column *out);

#endif
