/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_QUICK_FILTER_H
#define DOTPROC_TOP_TABLE_QUICK_FILTER_H

#include "lib/base/buf.h"
#include "top/model/filters.h"
#include "top/table/table.h"

/*
 * The filter of the key \, which applies while it is typed. It keeps rows whose COMMAND matches the
 * pattern, as shown on a wide screen and without branches. A number also keeps the process with
 * this PID and all its threads. If command lines are shown and a task's was not read yet, its name
 * is matched.
 */
struct quick_filter {
    const struct table *table;
    bool is_on; /* false: all rows stay, as there is no pattern or a bad one */
    struct matcher matcher;
    int64_t pid; /* -1: the pattern is not a number */
    struct table_column command;
};

/* Compiles the filter of the table's window; the table has to stay. */
void quick_filter_init(struct quick_filter *filter, const struct table *table);
void quick_filter_fini(struct quick_filter *filter);

/* Whether a row stays. `text` is overwritten; its failure stays. */
bool quick_filter_keeps(const struct quick_filter *filter, const struct table_row *row,
                        struct buf *text);

#endif
