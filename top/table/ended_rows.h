/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_ENDED_ROWS_H
#define DOTPROC_TOP_TABLE_ENDED_ROWS_H

/* The rows of exited tasks among those of a window. */

#include "top/model/model.h"
#include "top/table/table.h"

/*
 * Limits the rows of exited tasks, which are the last ones so far, from `first` on: removes those
 * of 0.0 %CPU, sorts them by %CPU and, if they take more than a third of the page, replaces the
 * smallest by one row at the end. Batch mode keeps all rows. False: out of memory.
 */
bool ended_rows_limit(const struct model *model, struct window *window, size_t first);

/*
 * Writes the text of such a row: that of ended_write_name(), or "... 12 more, 0.4 %CPU" for the one
 * at the end. Returns the length of the uncut text.
 */
size_t ended_rows_write(char *text, size_t size, const struct model *model,
                        const struct table_row *row, const struct window_rows *rows);

#endif
