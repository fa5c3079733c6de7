/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_STACKS_H
#define DOTPROC_SOURCE_PROC_REPORT_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/proc/task_reader.h"
#include "lib/task/wait_report.h"

/*
 * Sets the user and kernel stacks in the report, as far as they can be read without stopping the
 * reader's task. 0 or -errno.
 *
 * The kernel provides the user stack pointer and program counter, but no other register
 * (/proc/PID/syscall). So the caller of the function that made the system call is not known, nor is
 * the frame pointer. The frames above it are found from the frame pointers saved in stack memory,
 * see callers_find().
 */
int stacks_read(const struct task_reader *reader, struct wait_report *report);

/* --- the callers in a stack --- */

/* The part of a stack that is searched, in words of 64 bits, from the stack pointer on. */
#define STACK_WORDS 4096

struct stack {
    uint64_t pointer;
    const uint64_t *words;
    size_t count; /* at most STACK_WORDS */
};

/* Whether there is code at this address. */
typedef bool is_code_at(const void *context, uint64_t address);

/*
 * Finds return addresses in a stack without knowing the frame pointer, the innermost first.
 *
 * A function with a frame pointer pushes a record of two words: the frame pointer of its caller,
 * which points to such a record farther up, and the return address. The first chain of at least two
 * records is taken as the callers; the first word of the last record is not checked, since its
 * caller may have no frame pointer. So functions without frame pointers are missing, and a function
 * that has returned may appear in front if its words have not been overwritten.
 *
 * Writes at most `room` return addresses to `returns`; their number.
 */
size_t callers_find(const struct stack *stack, is_code_at *is_code, const void *context,
                    uint64_t *returns, size_t room);

#endif
