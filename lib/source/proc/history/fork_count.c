/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/fork_count.h"

#include "lib/source/hidepid.h"

bool fork_count_spares(struct fork_count *forks, uint64_t count)
{
    if (count == 0 || forks->listed != count || forks->spared >= FORK_COUNT_SPARED_MAX)
        return false;
    forks->spared++;
    return true;
}

void fork_count_note(struct fork_count *forks, int dir, uint64_t count)
{
    if (count > 0 && !forks->asked) {
        forks->hides = hidepid_is_set(dir) != 0; /* unknown counts as hidden */
        forks->asked = true;
    }
    forks->listed = forks->hides ? 0 : count;
    forks->spared = 0;
}

void fork_count_forget(struct fork_count *forks)
{
    forks->listed = 0;
}
