/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_ORDER_H
#define DOTPROC_PS_ORDER_H

/* The order of rows: as found, sorted, or as a forest. */

#include "lib/query/forest.h"
#include "lib/task/snapshot.h"
#include "ps/options.h"

/*
 * Puts all tasks of the snapshot into `rows`, which has room for them; without a tree every depth
 * is 0. Threads that are shown below their process stay there. 0 or -ENOMEM.
 */
int order_rows(struct snapshot *snapshot, const struct ps_options *options,
               const struct column_context *context, struct forest_row *rows);

#endif
