/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_TASK_FILES_H
#define DOTPROC_SOURCE_PROC_TASK_FILES_H

/* The readers of the files of one task. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/proc_source.h"
#include "lib/source/proc/task_reader.h"

struct call_futex;
struct mapping;
struct task_field;

/* --- by need: needs_read() calls the others --- */

/*
 * Reads those groups of `need` that the task lacks. Strings are allocated in the snapshot's arena.
 * 0; -ENOMEM, -EMFILE or -ENFILE; or an error for which task_is_lost() is true, if one of the
 * NEED_SCANNED groups could not be read.
 */
int needs_read(const struct task_reader *reader, need_t need);

/*
 * For needs_read(): reads a task's stat, in the units of struct task, and records it in
 * repeated scans (recall.h). `need`: NEED_STAT or NEED_ADDRESSES. Sets the name too. Returns as
 * needs_read().
 */
int task_stat_read(const struct task_reader *reader, need_t need);

/*
 * For needs_read(): what is read only for rows that show it, since it has any length or may block
 * the reader: command lines, wait channels, and by details.c the groups of NEED_DETAILS. A string
 * that cannot be read is empty, and the row stays. 0, or an error for which task_is_lost() is
 * false.
 */
int lazy_read(const struct task_reader *reader, need_t need);

/*
 * For needs_read(): reads these groups of NEED_DETAILS, figures that few columns show; the task
 * must have its struct task_details. 0, or an error for which task_is_lost() is false.
 */
int details_read(const struct task_reader *reader, need_t need);

/* --- waits --- */

/*
 * What a task waits for. For the table in details.c: each reads the group of its field. 0 or
 * -errno; without permission a detail keeps its default.
 */
int waits_read_syscall(const struct task_reader *reader, const struct task_field *field);
int waits_read_wait(const struct task_reader *reader, const struct task_field *field);
int waits_read_file(const struct task_reader *reader, const struct task_field *field);
int waits_read_key(const struct task_reader *reader, const struct task_field *field);
int waits_read_run_delay(const struct task_reader *reader, const struct task_field *field);
int waits_read_switches(const struct task_reader *reader, const struct task_field *field);
int waits_read_lock_holder(const struct task_reader *reader, const struct task_field *field);

/* --- the thread that another one joins --- */

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
uint64_t joined_record(pid_t tid);

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

/* --- mappings, and the futexes in them --- */

/*
 * Calls `see` for each mapping of the task, in ascending order, until it returns false. Reads in
 * pieces, since a process with thousands of threads has a mapping for each stack. 0 or -errno.
 */
int maps_each(const struct task_reader *reader,
              bool (*see)(void *context, const struct mapping *mapping), void *context);

/*
 * The identity of a shared futex: processes may map the same file at different addresses. The
 * kernel uses the same key (get_futex_key() in kernel/futex/core.c).
 */
struct futex_place {
    bool shared; /* else it is private to one process, and the rest is 0 */
    uint64_t device, inode, offset;
};

/*
 * Searches the task's mappings. 0; -ENOENT if nothing is mapped at the address, or the mappings
 * cannot be read; or -errno.
 */
int futex_place_find(const struct task_reader *reader, uint64_t address, struct futex_place *place);

/*
 * The same for many rows: the mappings of a process are read once and used for all its threads for
 * 0.1 s. An address in no shared mapping counts as private. Release with futex_place_fini().
 */
int futex_place_find_kept(const struct task_reader *reader, uint64_t address,
                          struct futex_place *place);
void futex_place_fini(struct proc_source *source);

bool futex_place_is_same(const struct futex_place *a, const struct futex_place *b);

#endif
