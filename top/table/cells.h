/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_CELLS_H
#define DOTPROC_TOP_TABLE_CELLS_H

/* One field of one task as text that fits its column. */

#include "top/table/column.h"
#include "top/table/row.h"

/*
 * Whether a cell has no figure: it was not read, or not yet, or is a difference of the first scan.
 */
bool cell_is_missing(const struct table *table, const struct table_column *column,
                     const struct task *task);

/*
 * Appends the cell's text: escaped, not padded, at most column->width cells wide; cut text ends in
 * '+'. Returns its width in cells.
 */
size_t cell_put(struct buf *out, const struct table *table, const struct table_column *column,
                const struct table_row *row);

/* The same, padded to the width of the column, with the blank after it. */
void cell_put_padded(struct buf *out, const struct table *table, const struct table_column *column,
                     const struct table_row *row);

#endif
