/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_ARRANGE_H
#define DOTPROC_PS_ARRANGE_H

/* From what was read to a listing: tasks in their order, or groups of them. */

#include "ps/groups.h"
#include "ps/listing.h"

/* What the rows of a listing are in. Zero-initialise. */
struct arrangement {
    struct forest_row *rows;
    size_t capacity;
    struct ps_groups groups;
};

/* How the options want columns to be shown; `live` as in struct source. */
struct column_context arrange_context(const struct ps_options *options,
                                      const struct snapshot *snapshot, struct name_cache *names,
                                      bool live);

/*
 * Sets the format and the rows of a listing, whose options and context are set; they are valid as
 * long as both the arrangement and the snapshot. 0 or -ENOMEM.
 */
int arrange(struct arrangement *arrangement, struct snapshot *snapshot, struct listing *listing);
void arrangement_fini(struct arrangement *arrangement);

#endif
