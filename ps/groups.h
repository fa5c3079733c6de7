/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GROUPS_H
#define DOTPROC_PS_GROUPS_H

/* --group-by: sorted groups of tasks, and their format. */

#include "lib/query/group.h"
#include "lib/task/snapshot.h"
#include "ps/options.h"

/* Zero-initialise. */
struct ps_groups {
    struct group_list list; /* rows begin with the values of the format's items */
    struct format format;   /* that of the options, widened to the contents */
};

/*
 * Groups the snapshot by options->group_keys, the last items of the format; the other items are
 * sums. Sorted as requested, else by descending size; equal groups by their keys. 0 or -ENOMEM.
 */
int groups_make(const struct snapshot *snapshot, const struct ps_options *options,
                const struct column_context *context, struct ps_groups *groups);
void groups_fini(struct ps_groups *groups);

#endif
