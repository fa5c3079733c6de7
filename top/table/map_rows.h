/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_MAP_ROWS_H
#define DOTPROC_TOP_TABLE_MAP_ROWS_H

/* The rows of the map of threads: one for each pool. */

#include "top/model/model.h"

/*
 * Makes and sorts the map's rows from the threads that the current window selects. Rows of pools
 * that already had one keep the levels of their last minute. False: out of memory, and the map has
 * no rows.
 */
bool map_rows_arrange(struct model *model);

#endif
