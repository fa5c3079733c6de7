/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_FORK_COUNT_H
#define DOTPROC_SOURCE_PROC_HISTORY_FORK_COUNT_H

/*
 * What of /proc has to be listed, when the list of processes from an earlier scan is there:
 * nothing, or its end.
 *
 * To list /proc the kernel looks at the id of every thread, and most lead no group: with 16,000
 * threads this is a fifth of a scan; and 8,000 processes take 8 ms. But a new process appears in a
 * listing only after a fork, and forks are counted (scan_request::forks). The kernel raises the
 * count (total_forks) after it has made the new task visible, both under one lock (copy_process()
 * in kernel/fork.c). So if the count read before a listing equals the count read before a later
 * scan, every process alive at the later scan was in that listing. Besides:
 *
 *   death    leaves an id in the list whose files return ENOENT or ESRCH: no row.
 *   reuse    of an id takes a fork. An open file belongs to a task, not to an id.
 *   exec     by a thread that is not the leader creates no task and no id: the thread takes the
 *            leader's id, and its own id goes as if it had died.
 *   clone3   with a chosen id (set_tid) is counted like any other.
 *   pid namespaces do not matter: the count is of the whole kernel.
 *   hidepid= lets a change of owner reveal a process without a fork. There the list is not used.
 *
 * If there were forks, the new processes are behind the id that was given out last before an
 * earlier listing, as ids are given out in a circle (alloc_pid() in kernel/pid.c); so the listing
 * begins there. Until /proc is listed as a whole it may lack three kinds of processes:
 *
 *   slow     ones: the kernel takes the id first, and makes the task visible some 0.1 ms later.
 *            The listing begins at the id of the listing before the last whole one, so it lacks
 *            only a process that takes longer to make than from one listing to the next.
 *   clone3   with a chosen id, by which checkpoints are restored.
 *   refused  forks, as by pids.max, take ids and do not count: where a fork bomb makes so many that
 *            ids go round unnoticed, new processes with ids before the start.
 *
 * The count has 64 bits on 64-bit machines; with 32 bits it takes four billion forks between two
 * scans to wrap around. As a safeguard /proc is listed as a whole every few scans anyway.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What was read just before a listing. */
struct fork_moment {
    uint64_t count; /* of forks; 0: unknown */
    pid_t last_id;  /* that was given out last in our pid namespace; 0: unknown */
};

/* Zero-initialise. */
struct fork_count {
    struct fork_moment listed; /* before the last listing; without a count there is no list */
    struct fork_moment start;  /* before the one before the last whole listing */
    unsigned spared;           /* whole listings, since the last one */
    bool asked;
    bool hides; /* the procfs hides processes from us; valid once asked */
};

/* The most consecutive scans without a whole listing. */
#define FORK_COUNT_SPARED_MAX 9

/* Whether the list is still complete, given the fork count read just now. */
bool fork_count_spares(struct fork_count *forks, uint64_t count);

/* If it is not: the id behind which all processes are that it lacks; 0: they may be anywhere. */
pid_t fork_count_start(const struct fork_count *forks, struct fork_moment now);

/* Notes that the procfs open on `dir` was just listed as a whole, or behind fork_count_start(). */
void fork_count_note_whole(struct fork_count *forks, int dir, struct fork_moment before);
void fork_count_note_end(struct fork_count *forks, struct fork_moment before);

/* The list is no longer valid. */
void fork_count_forget(struct fork_count *forks);

#endif
