/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_RELIST_H
#define DOTPROC_SOURCE_PROC_HISTORY_RELIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/listing.h"

/*
 * What need not be listed again: most of /proc, by the count of forks, and most of a directory of
 * threads, by their order.
 */

/* --- processes --- */

/*
 * Decides how much of /proc must be listed when the list of an earlier scan exists: nothing, or
 * only its end.
 *
 * To list /proc the kernel visits the ID of every thread, and most threads are not group leaders:
 * with 16,000 threads this is a fifth of a scan, and 8,000 processes take 8 ms. But a new process
 * appears in a listing only after a fork, and forks are counted (scan_request::forks). The kernel
 * increments the count (total_forks) after it has made the new task visible, both under one lock
 * (copy_process() in kernel/fork.c). So if the count read before a listing equals the count read
 * before a later scan, every process alive at the later scan was in that listing. In detail:
 *
 *     exit     leaves a PID in the list whose files return ENOENT or ESRCH: no row.
 *     reuse    of a PID takes a fork. An open file belongs to a task, not to a PID.
 *     exec     by a thread that is not the leader creates no task and no PID: the thread takes
 *              over the leader's PID, and its own TID disappears as if it had exited.
 *     clone3   with a chosen PID (set_tid) is counted like any other fork.
 *     PID namespaces do not matter: the count covers the whole kernel.
 *     hidepid= lets a change of owner reveal a process without a fork. There the list is not used.
 *
 * After forks, the new processes have PIDs above the last one allocated before an earlier listing,
 * since PIDs are allocated in ascending order and wrap around (alloc_pid() in kernel/pid.c). So the
 * listing starts there. It can miss three kinds of processes:
 *
 *     slow     forks: the kernel allocates the PID first and makes the task visible some 0.1 ms
 *              later. In between it stores the pidfd (CLONE_PIDFD, put_user() in copy_process()),
 *              which may fault on a page that FUSE or userfaultfd delivers arbitrarily late. So
 *              the listing starts at the PID of the listing before the last whole one.
 *     clone3   with a chosen PID, by which checkpoints are restored.
 *     failed   forks, for instance because of pids.max or a bad cgroup file descriptor, use up
 *              PIDs without being counted: after enough of them PIDs wrap around, and new
 *              processes have PIDs below the start.
 *
 * So all of /proc is listed at once if more PIDs were allocated than forks counted, and in the next
 * scan if this listing may be incomplete: if the kernel counted more tasks before it (nr_threads,
 * in /proc/loadavg) than the listed processes have threads, or if it has counted forks since.
 * Without forks no task was created between the two reads, so equal counts mean the same tasks:
 * nobody can hide a process for longer by creating and ending others. In a PID namespace the
 * counts, which cover the whole kernel, are not comparable, and all of /proc is listed after each
 * fork.
 *
 * The count has 64 bits on 64-bit machines; with 32 bits it takes four billion forks between two
 * scans to wrap around. As a safeguard all of /proc is listed every few scans anyway.
 */

/* Read just before a listing. */
struct fork_moment {
    uint64_t count; /* forks since boot; 0: unknown */
    pid_t last_id;  /* the last PID allocated in our PID namespace; 0: unknown */
};

/* Zero-initialise. */
struct fork_count {
    struct fork_moment listed; /* before the last listing; count 0: there is no list */
    struct fork_moment start;  /* before the listing that preceded the last whole one */
    unsigned spared;           /* scans since the last whole listing */
    uint64_t tasks;            /* in the kernel before a listing still to be checked; 0: none */
    bool asked;
    bool hides;        /* the procfs is mounted with hidepid=; valid if `asked` */
    bool in_namespace; /* not in the initial PID namespace; valid if `asked` */
};

/* The maximum number of consecutive scans without a whole listing. */
#define FORK_COUNT_SPARED_MAX 9

/*
 * Whether the list is still complete, given the fork count read just now, so that a listing can be
 * spared; that is counted.
 */
bool fork_count_spare(struct fork_count *forks, uint64_t count);

/* Otherwise: the PID above which all missing processes are; 0: they may be anywhere. */
pid_t fork_count_start(const struct fork_count *forks, struct fork_moment now);

/* Records that the procfs open on `dir` was just listed as a whole. */
void fork_count_note_whole(struct fork_count *forks, int dir, struct fork_moment before);

/*
 * Records a listing from fork_count_start() on, to be checked against the kernel's `tasks` before
 * it.
 */
void fork_count_note_end(struct fork_count *forks, struct fork_moment before, uint64_t tasks);

/*
 * Called after a scan with such a listing: its processes have `known` threads, and the fork count
 * is `count` now, 0 if unknown. If the list may be incomplete, the next listing is a whole one.
 */
void fork_count_check(struct fork_count *forks, uint64_t known, uint64_t count);

/* Invalidates the list. */
void fork_count_forget(struct fork_count *forks);

/* --- threads --- */

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
