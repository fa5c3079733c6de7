/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_FORK_COUNT_H
#define DOTPROC_SOURCE_PROC_HISTORY_FORK_COUNT_H

/*
 * When the list of processes from an earlier scan is still complete, so that /proc need not be
 * listed.
 *
 * To list /proc the kernel looks at the id of every thread, and most lead no group: with 16,000
 * threads this is a fifth of a scan. But a new process appears in a listing only after a fork, and
 * forks are counted (scan_request::forks). The kernel raises the count (total_forks) after it has
 * made the new task visible, both under one lock (copy_process() in kernel/fork.c). So if the count
 * read before a listing equals the count read before a later scan, every process alive at the later
 * scan was in that listing. Besides:
 *
 *   death    leaves an id in the list whose files return ENOENT or ESRCH: no row.
 *   reuse    of an id takes a fork. An open file belongs to a task, not to an id.
 *   exec     by a thread that is not the leader creates no task and no id: the thread takes the
 *            leader's id, and its own id goes as if it had died.
 *   clone3   with a chosen id (set_tid) is counted like any other.
 *   pid namespaces do not matter: the count is of the whole kernel.
 *   hidepid= lets a change of owner reveal a process without a fork. There the list is not used.
 *
 * The count has 64 bits on 64-bit machines; with 32 bits it takes four billion forks between two
 * scans to wrap around. As a safeguard /proc is listed anew every few scans anyway.
 */

#include <stdbool.h>
#include <stdint.h>

/* Zero-initialise. */
struct fork_count {
    uint64_t listed; /* the count before the last listing; 0: there is no list */
    unsigned spared; /* listings skipped since then */
    bool asked;
    bool hides; /* the procfs hides processes from us; valid once asked */
};

/* The most consecutive scans without a listing. */
#define FORK_COUNT_SPARED_MAX 9

/* Whether the list is still complete, given the fork count read just now; 0: unknown. */
bool fork_count_spares(struct fork_count *forks, uint64_t count);

/*
 * Notes that the procfs open on `dir` was just listed; `count` is the fork count read before that.
 */
void fork_count_note(struct fork_count *forks, int dir, uint64_t count);

/* The list is no longer valid. */
void fork_count_forget(struct fork_count *forks);

#endif
