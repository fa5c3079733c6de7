/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_JOINED_H
#define DOTPROC_SOURCE_PROC_JOINED_H

/*
 * Whose end is waited for at a futex that does not have the thread's number: from version 2.43 on
 * that of pthread_join() is a state of the thread, in glibc's own record of it (struct pthread,
 * nptl/descr.h).
 *
 * Where that record is, the kernel knows: it has the thread's list of robust mutexes in it
 * (get_robust_list(2)).
 */

#include "lib/source/proc/walk.h"

/*
 * The thread of the process in whose record the address is, to *id: 0; -ENOENT if there is none, or
 * the caller may not know; or -errno.
 */
int joined_find(struct proc_source *source, pid_t tgid, uint64_t address, struct task_id *id);

#endif
