/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/census.h"

#include <stdlib.h>

static int compare_tgid(const void *key, const void *element)
{
    const pid_t tgid = *(const pid_t *)key;
    const struct counted_group *group = element;

    return (tgid > group->tgid) - (tgid < group->tgid);
}

const struct counted_group *census_find(const struct census *census, pid_t tgid)
{
    return bsearch(&tgid, census->groups, census->count, sizeof(*census->groups), compare_tgid);
}
