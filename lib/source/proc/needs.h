/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_NEEDS_H
#define DOTPROC_SOURCE_PROC_NEEDS_H

#include "lib/source/proc/proc_source.h"
#include "lib/source/proc/task_reader.h"

/* Reads the files of one task, by need: needs_read() calls the others. */

struct task_field;

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

#endif
