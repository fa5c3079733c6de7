/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_FORK_COUNT_H
#define DOTPROC_SOURCE_PROC_FORK_COUNT_H

/*
 * When the list of processes from an earlier scan is still whole, so that /proc need not be listed.
 *
 * To list /proc the kernel looks at the number of every thread, only to find that most lead no
 * group: with 16,000 threads a fifth of what a scan takes. But a process can only come up in a
 * listing after a task was made, and tasks made are counted (scan_request::forks). The kernel
 * raises that count (total_forks) when it has put the new task where listings find it, both under
 * one lock (copy_process() in kernel/fork.c). So, if the count was read before a listing and again
 * before a later scan, and is the same, then whatever lives at the later scan was there to be
 * listed. Beside that:
 *
 *   death    leaves a number too many in the list, whose files answer ENOENT or ESRCH: no row.
 *   reuse    of a number is a birth. A file that is open belongs to a task, not to a number.
 *   exec     by another thread than the leader makes no task and no number: the thread takes the
 *            leader's, and its own goes, as if it had died.
 *   a clone  with a chosen number (clone3(2), set_tid) is counted as any other.
 *   other pid namespaces are no matter: the count is of the whole kernel.
 *   hidepid= makes processes come into sight by a change of owner, without a birth. There the list
 *            is not relied on.
 *
 * The count is a 64-bit one on 64-bit machines; where it has 32 bits it would take four billion
 * forks between two scans to come round. For all that was not thought of, /proc is listed anew
 * every few scans anyway.
 */

#include <stdbool.h>
#include <stdint.h>

/* Zero-initialise. */
struct fork_count {
    uint64_t listed; /* the count before the listing that the list in hand is from; 0: no list */
    unsigned spared; /* listings since then that were not made */
    bool asked;      /* whether `hides` is known */
    bool hides;      /* the procfs does not list every process to us */
};

/* So many scans in a row go without a listing, at most. */
#define FORK_COUNT_SPARED_MAX 9

/* Whether the list in hand is whole when `count` forks were counted just now; 0: unknown. */
bool fork_count_spares(struct fork_count *forks, uint64_t count);

/* Notes that the procfs open on `dir` has just been listed; `count` as above, read before that. */
void fork_count_note(struct fork_count *forks, int dir, uint64_t count);

/* The list in hand is one no more. */
void fork_count_forget(struct fork_count *forks);

#endif
