/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_WAITS_H
#define DOTPROC_SOURCE_PROC_WAITS_H

#include "lib/source/proc/task_reader.h"
#include "lib/task/fields.h"

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
