/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/thread_order.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"

/*
 * How many threads at the end are listed first, then second, before all are listed. The kernel only
 * skips the earlier ones, which takes a sixth of the time of listing them.
 */
static const size_t tails[] = {128, 2048};

#define TAILS (sizeof(tails) / sizeof(tails[0]))

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
