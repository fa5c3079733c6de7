/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_THREAD_ORDER_H
#define DOTPROC_SOURCE_PROC_HISTORY_THREAD_ORDER_H

#include <stddef.h>
#include <sys/types.h>

#include "lib/source/proc/listing.h"

/*
 * The threads of a process in the order in which the kernel lists them, so that only the changed
 * end of the list is read again.
 *
 * Listing 16,000 threads takes 13 ms, and a process that starts and ends threads all the time must
 * be listed in each scan. But the kernel appends new threads (copy_process() in kernel/fork.c), and
 * the position of an entry in /proc/PID/task is its index in that list (proc_task_readdir() in
 * fs/proc/base.c). So if the same thread is at the same position as before, all threads before it
 * still exist. Mostly the youngest threads exit, and only these are listed again. Sometimes all are
 * listed: readdir may skip a thread when another exits at that moment, and the skipped thread would
 * stay missing as long as those after it are unchanged.
 */

/* The maximum number of consecutive listings of only the last threads. */
#define THREAD_ORDER_TAILS_MAX 50

/* Zero-initialise. */
struct thread_order {
    pid_t *tids;
    size_t count, capacity;
    unsigned tails; /* listings since the last whole one */
};

void thread_order_fini(struct thread_order *order);

/*
 * Lists the threads in `task_dir`, a process's open /proc/PID/task; `order` has those of the last
 * listing, if any. `listing` is scratch space. 0; or -errno, which empties `order`.
 */
int thread_order_list(struct thread_order *order, int task_dir, struct listing *listing);

#endif
