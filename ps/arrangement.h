/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_ARRANGEMENT_H
#define DOTPROC_PS_ARRANGEMENT_H

/*
 * A listing, to be written as lines of text or as JSON, and how a snapshot becomes its rows:
 * sorted, as a forest, or grouped.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/query/forest.h"
#include "lib/query/group.h"
#include "lib/task/snapshot.h"
#include "ps/environment.h"
#include "ps/options.h"

struct listing {
    const struct ps_options *options;
    const struct column_context *context;
    struct screen screen;
    const struct format *format;

    /*
     * The rows: tasks or, unless `groups` is NULL, groups with a value for each item of the format.
     * Then `rows` is NULL or, of control groups, has only their depths: tasks are NULL.
     */
    const struct forest_row *rows;
    const struct group_list *groups;
    size_t count;
};

/* Whether a row of this kind shows the column: with m some columns are only for the other kind. */
static inline bool listing_shows(const struct listing *listing, const struct column *column,
                                 enum task_kind kind)
{
    if (listing->options->rows != SHOW_BOTH)
        return true;
    return column->figure->row_class != (kind == TASK_THREAD ? ROW_PROCESS : ROW_THREAD);
}

/* Sorted groups of tasks or, with --cgroups, control groups; and their format. Zero-initialise. */
struct ps_groups {
    struct group_list list; /* rows begin with the values of the format's items */
    struct format format;   /* that of the options, widened to the contents */
};

/*
 * Widens the format: sums may be wider than the columns are by themselves, and texts, up to `most`
 * cells. Longer texts are cut on a screen only, see layout.h. 0 or -ENOMEM.
 */
int groups_fit(struct ps_groups *groups, const struct column_context *context, size_t most);
void groups_fini(struct ps_groups *groups);

/* Owns the rows of a listing. Zero-initialise. */
struct arrangement {
    struct forest_row *rows;
    size_t capacity;
    struct ps_groups groups;
};

/* The column context for these options; `live` as in struct source. */
struct column_context arrangement_context(const struct ps_options *options,
                                          const struct snapshot *snapshot, struct name_cache *names,
                                          bool live);

/*
 * Sets the format and the rows of a listing, whose options and context are set; they are valid as
 * long as both the arrangement and the snapshot. 0 or -ENOMEM.
 */
int arrangement_make(struct arrangement *arrangement, struct snapshot *snapshot,
                     struct listing *listing);
void arrangement_fini(struct arrangement *arrangement);

/*
 * Puts all tasks of the snapshot into `rows`, which has room for them; without a tree every depth
 * is 0. Threads that are shown below their process stay there. 0 or -ENOMEM.
 */
int arrangement_order(struct snapshot *snapshot, const struct ps_options *options,
                      const struct column_context *context, struct forest_row *rows);

#endif
