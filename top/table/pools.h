/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_POOLS_H
#define DOTPROC_TOP_TABLE_POOLS_H

/*
 * The pool view, key %: threads of one process with like names are one row, which v opens.
 *
 * Keys act on the first thread of such a row; what it shows is a struct pool_row: a copy of that
 * task with the name of the pool and the sums of all its threads.
 */

#include "lib/query/sort.h"
#include "top/model/window.h"

/*
 * Folds the order of the window, which holds the tasks that it shows, and sorts rows, and those
 * of opened pools below them, by `order` where its key has a column. False when memory is short.
 */
bool pools_arrange(struct window *window, const struct sort_order *order);

#endif
