/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/fork_count.h"

#include "lib/source/hidepid.h"

/*
 * Each fork takes an id, so with many more forks than ids ahead these have gone round. Some more
 * are made between the readings of both.
 */
#define FORKS_AHEAD 256

bool fork_count_spares(struct fork_count *forks, uint64_t count)
{
    if (count == 0 || forks->listed.count != count || forks->spared >= FORK_COUNT_SPARED_MAX)
        return false;
    forks->spared++;
    return true;
}

pid_t fork_count_start(const struct fork_count *forks, struct fork_moment now)
{
    const struct fork_moment *start = &forks->start;

    if (now.count == 0 || forks->listed.count == 0 || forks->spared >= FORK_COUNT_SPARED_MAX)
        return 0;
    if (now.last_id < start->last_id ||
        now.count - start->count > (uint64_t)(now.last_id - start->last_id) + FORKS_AHEAD)
        return 0;
    return start->last_id;
}

void fork_count_forget(struct fork_count *forks)
{
    forks->listed = (struct fork_moment){0};
}

void fork_count_note_whole(struct fork_count *forks, int dir, struct fork_moment before)
{
    if (before.count > 0 && !forks->asked) {
        forks->hides = hidepid_is_set(dir) != 0; /* unknown counts as hidden */
        forks->asked = true;
    }
    forks->start = forks->listed;
    forks->listed = before;
    forks->spared = 0;
    if (forks->hides)
        fork_count_forget(forks);
}

void fork_count_note_end(struct fork_count *forks, struct fork_moment before)
{
    forks->listed = before;
    forks->spared++;
}
