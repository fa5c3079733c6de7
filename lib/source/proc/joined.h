/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_JOINED_H
#define DOTPROC_SOURCE_PROC_JOINED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/listing.h"

/* The thread that another one joins. */

struct call_futex;
struct proc_source;
struct task_reader;

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
 * state is. 0 with *id; -ENOENT if there is none or the caller lacks permission; or -errno. Does
 * not disturb a scan in progress, during which rows may be filled.
 */
int joined_find(const struct proc_source *source, pid_t tgid, uint64_t address, struct task_id *id);

/*
 * Whether a shared futex is one at which a thread of the task's process is joined: either it
 * expects the TID of such a thread, in the PID namespace of the process, and is in that thread's
 * record; or it expects 2 and is after the robust list in a record. 1; 0, also without permission;
 * or -errno.
 */
int joined_check(const struct task_reader *reader, const struct call_futex *futex);

#endif
