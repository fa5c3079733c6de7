/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GROUPS_H
#define DOTPROC_PS_GROUPS_H

/* --group-by: tasks as groups, in order, and the format that fits them. */

#include "lib/query/group.h"
#include "lib/task/snapshot.h"
#include "ps/options.h"

/* Zero-initialise. */
struct ps_groups {
    struct group_list list; /* the first values of a row are those of the format's items */
    struct format format;   /* the options', its columns as wide as what they have to hold */
};

/*
 * Groups what the snapshot has, by options->group_keys, the last items of the format; the others
 * are sums. The order is the one asked for, else the largest groups come first; groups that are
 * equal in it follow their keys. 0 or -ENOMEM.
 */
int groups_make(const struct snapshot *snapshot, const struct ps_options *options,
                const struct column_context *context, struct ps_groups *groups);
void groups_fini(struct ps_groups *groups);

#endif
