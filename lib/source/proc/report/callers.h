/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_CALLERS_H
#define DOTPROC_SOURCE_PROC_REPORT_CALLERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
