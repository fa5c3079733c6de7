/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_POOLS_H
#define DOTPROC_TOP_TABLE_POOLS_H

/*
 * The pool view: threads of one process with similar names share a row, which v opens; by the key *
 * only those that also wait for the same kind of thing.
 *
 * Keys act on the first thread of such a row. The row shows a struct pool_row: a copy of that task
 * with the pool's name and the sums of all its threads.
 */

#include "lib/query/sort.h"
#include "top/model/sample.h"
#include "top/model/window.h"

/*
 * Folds the window's rows, which are the selected tasks of the sample, into pools, and sorts them,
 * and the threads of open pools below them, by `order` if its first key has a column. False when
 * memory is short.
 */
bool pools_arrange(struct window *window, const struct sample *sample,
                   const struct sort_order *order);

#endif
