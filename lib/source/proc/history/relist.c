/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/relist.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/source/procfs.h"

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
        const int hides = hidepid_is_set(dir);

        forks->hides = hides != 0; /* unknown counts as hidden */
        forks->in_namespace = !kernel_has_namespace(KERNEL_FIRST_PID);
        forks->asked = !is_shortage(hides);
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

/* --- threads --- */

/*
 * How many threads at the end are listed first, then second, before all are listed. The kernel only
 * skips the earlier ones, which takes a sixth of the time of listing them.
 */
static const size_t tails[] = {128, 2048};

#define TAILS ARRAY_COUNT(tails)

void thread_order_fini(struct thread_order *order)
{
    free(order->tids);
    *order = (struct thread_order){0};
}

/*
 * Lists the last threads; *place is set to the number of threads before them, which are unchanged.
 * 0; -ENODATA if no tail is known to follow unchanged threads; or -errno.
 */
static int list_tail(const struct thread_order *order, int task_dir, struct listing *listing,
                     size_t *place)
{
    for (size_t i = 0; i < TAILS && tails[i] < order->count; i++) {
        int result;

        *place = order->count - tails[i];
        result = listing_read_fd_from(listing, task_dir, LISTING_POSITION(*place));
        if (result < 0)
            return result;
        if (listing->count > 0 && listing->entries[0].id == order->tids[*place])
            return 0;
    }
    *place = 0;
    return -ENODATA;
}

/* Replaces the threads from `place` on by those of the listing. */
static int replace(struct thread_order *order, size_t place, const struct listing *listing)
{
    order->count = 0;
    if (ARRAY_RESERVE(&order->tids, &order->capacity, place + listing->count) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < listing->count; i++)
        order->tids[place + i] = listing->entries[i].id;
    order->count = place + listing->count;
    return 0;
}

int thread_order_list(struct thread_order *order, int task_dir, struct listing *listing)
{
    size_t place = 0;
    int result = -ENODATA;

    if (order->tails++ < THREAD_ORDER_TAILS_MAX)
        result = list_tail(order, task_dir, listing, &place);
    if (result == -ENODATA) {
        order->tails = 0;
        result = listing_read_fd_from(listing, task_dir, 0);
    }
    if (result == 0)
        result = replace(order, place, listing);
    if (result < 0)
        order->count = 0;
    return result;
}
