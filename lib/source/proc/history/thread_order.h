/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_THREAD_ORDER_H
#define DOTPROC_SOURCE_PROC_HISTORY_THREAD_ORDER_H

/*
 * The threads of a process in the order in which the kernel lists them, to be listed again from
 * where they have changed.
 *
 * To list 16,000 threads takes 13 ms, and in a process that makes and ends threads all the time it
 * has to be done for each scan. But the kernel appends new threads (copy_process() in
 * kernel/fork.c), and an entry's position in PID/task is its place in that list
 * (proc_task_readdir() in fs/proc/base.c). So if the same thread is at the same place as before,
 * all threads before it are still there. Mostly it is the youngest threads that end, and only these
 * are listed again. Now and then all are: a thread that a listing has missed, because another ended
 * at that moment, would else be missing for as long as what is behind it fits.
 */

#include <stddef.h>
#include <sys/types.h>

#include "lib/source/proc/listing.h"

/* So many listings in a row at most are of the last threads alone. */
#define THREAD_ORDER_TAILS_MAX 50

/* Zero-initialise. */
struct thread_order {
    pid_t *tids;
    size_t count, capacity;
    unsigned tails; /* listings since the last whole one */
};

void thread_order_fini(struct thread_order *order);

/*
 * Lists the threads in the open directory `task_dir`, a process's PID/task, of which `order` has
 * those of the last time, if any. `listing` is scratch space. 0; or -errno, and then there are
 * none.
 */
int thread_order_list(struct thread_order *order, int task_dir, struct listing *listing);

#endif
