/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_SYSCALL_H
#define DOTPROC_SOURCE_PROC_PARSE_SYSCALL_H

/* /proc/PID/syscall (proc(5), proc_pid_syscall() in fs/proc/base.c). A pure parser. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/task/task.h"

/* Programs of 32 bits have their stack below. */
#define SYSCALL_STACK_LOW (UINT64_C(1) << 32)

/*
 * `*call` without its bits, and the stack pointer in user space if it has one; false for any other
 * text. The text is followed by a NUL.
 */
bool syscall_parse(const char *text, struct task_syscall *call, uint64_t *stack_pointer);

/*
 * Where the task is in user space, if it is in a call or in user space: its stack pointer and its
 * program counter; false for any other text.
 */
bool syscall_parse_place(const char *text, uint64_t *stack_pointer, uint64_t *program_counter);

#endif
