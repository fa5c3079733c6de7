/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_SYSCALL_H
#define DOTPROC_SOURCE_PROC_PARSE_SYSCALL_H

/* A pure parser of /proc/PID/syscall: proc(5), proc_pid_syscall() in fs/proc/base.c. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/task/task.h"

/* The stack of a 32-bit program is below this address. */
#define SYSCALL_STACK_LOW (UINT64_C(1) << 32)

/*
 * Sets `*call` except for its `bits`, and the user stack pointer, 0 if there is none. False for any
 * other text. The text ends in a NUL.
 */
bool syscall_parse(const char *text, struct task_syscall *call, uint64_t *stack_pointer);

/*
 * The user stack pointer and program counter of a task in a system call or in user space; false for
 * any other text.
 */
bool syscall_parse_place(const char *text, uint64_t *stack_pointer, uint64_t *program_counter);

#endif
