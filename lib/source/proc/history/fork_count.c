/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/fork_count.h"

#include "lib/base/kernel.h"
#include "lib/source/hidepid.h"

/*
 * Each fork allocates one PID, so the two counts should grow alike. Many more forks than PIDs: the
 * PIDs have wrapped around. Many more PIDs than forks: forks failed after their PID was allocated.
 * The margin covers forks between the two reads.
 */
#define FORKS_AHEAD 256

bool fork_count_spare(struct fork_count *forks, uint64_t count)
{
    if (count == 0 || forks->listed.count != count || forks->spared >= FORK_COUNT_SPARED_MAX)
        return false;
    forks->spared++;
    return true;
}

pid_t fork_count_start(const struct fork_count *forks, struct fork_moment now)
{
    const struct fork_moment *start = &forks->start;
    uint64_t made, ids;

    if (now.count == 0 || forks->listed.count == 0 || forks->spared >= FORK_COUNT_SPARED_MAX)
        return 0;
    if (forks->in_namespace || now.last_id < start->last_id)
        return 0;
    made = now.count - start->count;
    ids = (uint64_t)(now.last_id - start->last_id);
    if (made > ids + FORKS_AHEAD || ids > made + FORKS_AHEAD)
        return 0;
    return start->last_id;
}

void fork_count_check(struct fork_count *forks, uint64_t known, uint64_t count)
{
    if (forks->tasks > known || forks->listed.count != count)
        forks->spared = FORK_COUNT_SPARED_MAX;
    forks->tasks = 0;
}

void fork_count_forget(struct fork_count *forks)
{
    forks->listed = (struct fork_moment){0};
    forks->tasks = 0;
}

void fork_count_note_whole(struct fork_count *forks, int dir, struct fork_moment before)
{
    if (before.count > 0 && !forks->asked) {
        forks->hides = hidepid_is_set(dir) != 0; /* unknown counts as hidden */
        forks->in_namespace = !kernel_has_namespace(KERNEL_FIRST_PID);
        forks->asked = true;
    }
    forks->start = forks->listed;
    forks->listed = before;
    forks->spared = 0;
    forks->tasks = 0;
    if (forks->hides)
        fork_count_forget(forks);
}

void fork_count_note_end(struct fork_count *forks, struct fork_moment before, uint64_t tasks)
{
    forks->listed = before;
    forks->spared++;
    forks->tasks = tasks;
}
