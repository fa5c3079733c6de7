/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_FUTEXES_H
#define DOTPROC_SOURCE_PROC_FUTEXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/resources.h"
#include "lib/source/proc/read.h"

/* Where a futex is: in which mapping, and in which thread's record. */

struct call_futex;
struct shared_mapping;

/* Zero-initialise, but for the first three members. */
struct futexes {
    int dir;              /* the procfs, borrowed */
    bool live, same_pids; /* as in struct source */

    /* The shared mappings of the process that was looked up last. */
    pid_t tgid; /* 0: none */
    int64_t until_ns;
    struct shared_mapping *list; /* by ascending address */
    size_t count, capacity;

    struct cpu_budget searches; /* by joined_check() */
};

void futexes_fini(struct futexes *futexes);

/*
 * The identity of a shared futex: processes may map the same file at different addresses. The
 * kernel uses the same key (get_futex_key() in kernel/futex/core.c).
 */
struct futex_place {
    bool shared; /* else it is private to one process, and the rest is 0 */
    uint64_t device, inode, offset;
};

/*
 * The place of the futex at an address of a task of this process. An address in no shared mapping
 * counts as private. The mappings of a process are read once and used for all its threads for 0.1
 * s, or longer if reading took long. 0; -ENOENT if the mappings cannot be read; or -errno.
 */
int futex_place_find(struct futexes *futexes, const struct task_folder *folder, pid_t tgid,
                     uint64_t address, struct futex_place *place);

bool futex_place_is_same(const struct futex_place *a, const struct futex_place *b);

/* --- threads that are joined --- */

/*
 * pthread_join() waits at a futex in glibc's record of the joined thread (struct pthread,
 * nptl/descr.h): at the thread's TID there or, from version 2.43 on, at a state of the thread.
 *
 * The record also has the head of the thread's robust list, whose address the kernel returns
 * (get_robust_list(2)). So the record can be located.
 */

/*
 * The address of the head of a thread's robust list, in its record; 0 if there is none, the caller
 * lacks permission, or the thread has exited.
 */
uint64_t joined_list_head(pid_t tid);

/* Whether the address is that of the TID in the record of the thread. */
bool joined_has_id(pid_t tid, uint64_t address);

/*
 * Finds the thread of the process in whose record the address is, after the robust list, where the
 * state is. Its TID; 0 if there is none or the caller lacks permission; or -errno of a shortage.
 * Does not disturb a scan in progress, during which rows may be filled.
 */
pid_t joined_find(const struct futexes *futexes, pid_t tgid, uint64_t address);

/*
 * Whether a shared futex, for which the task in this folder waits, is one at which a thread of its
 * process is joined: either it expects the TID of such a thread, in the PID namespace
 * of the process, and is in that thread's record; or it expects 2 and is after the robust list in a
 * record. 1; 0, also without permission; or -errno.
 */
int joined_check(struct futexes *futexes, const struct task_folder *folder, pid_t tgid,
                 const struct call_futex *futex);

#endif
