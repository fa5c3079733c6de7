/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Paths are made by printf. */
#include <stdio.h>
#include <string.h>

#include "lib/source/proc/place.h"
#include "tests/bench/without/without.h"

WITHOUT(void, place_set, struct place *place, int dir, const char *pattern, struct task_id id)
{
    const size_t size = sizeof(place->prefix);

    place->dir = dir;
    if (strcmp(pattern, "G") == 0)
        snprintf(place->prefix, size, "%d", id.tgid);
    else if (strcmp(pattern, "T") == 0)
        snprintf(place->prefix, size, "%d", id.tid);
    else if (strcmp(pattern, "G/task/T") == 0)
        snprintf(place->prefix, size, "%d/task/%d", id.tgid, id.tid);
    else
        __real_place_set(place, dir, pattern, id);
}
