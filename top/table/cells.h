/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_CELLS_H
#define DOTPROC_TOP_TABLE_CELLS_H

/* One field of one row as text that fits its column. */

#include "lib/base/buf.h"
#include "top/table/table.h"

/* Whether a cell has no figure: not read, not read yet, or a difference in the first scan. */
bool cell_is_missing(const struct table *table, const struct table_column *column,
                     const struct task *task);

/*
 * The value of a field that is a rate, out of the difference in the interval: per second, growth
 * per minute, rounded. Of other fields the value itself.
 */
struct value cell_rate(const struct field *field, const struct value *difference,
                       uint64_t interval_ns);

/*
 * Appends the cell's text: escaped, not padded, at most column->width cells wide; cut text ends in
 * '+'. Returns its width in cells.
 */
size_t cell_put(struct buf *out, const struct table *table, const struct table_column *column,
                const struct table_row *row);

/* Where a cell's own text is in a row's: bytes, and its width in cells. */
struct cell_place {
    size_t at, len, cells;
};

/* As cell_put(), padded to the width of the column and followed by a blank. */
struct cell_place cell_put_padded(struct buf *out, const struct table *table,
                                  const struct table_column *column, const struct table_row *row);

#endif
