/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/group_counts.h"

#include <stdlib.h>

static int compare_tgid(const void *key, const void *element)
{
    const pid_t tgid = *(const pid_t *)key;
    const struct counted_group *group = element;

    return (tgid > group->tgid) - (tgid < group->tgid);
}

const struct counted_group *group_counts_find(const struct group_counts *counts, pid_t tgid)
{
    return bsearch(&tgid, counts->groups, counts->count, sizeof(*counts->groups), compare_tgid);
}
