/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_WAIT_CALLERS_H
#define DOTPROC_WAIT_CALLERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The part of a stack that is looked at, in words of 64 bits, from the stack pointer on. */
#define STACK_WORDS 4096

struct stack {
    uint64_t pointer;
    const uint64_t *words;
    size_t count; /* at most STACK_WORDS */
};

/* Whether there is code at this address. */
typedef bool is_code_at(const void *context, uint64_t address);

/*
 * Finds the callers in a stack, without the frame pointer: the innermost first.
 *
 * A function with a frame pointer leaves two words: that of its caller, which is the address of two
 * such words farther up, and the address to return to. The first chain of at least two of these is
 * taken for the callers; the first word of the last may be anything, since its caller may have no
 * frame pointer. So functions without are left out, and one that returned a while ago may be there
 * still, in front, if nobody has used its words yet.
 *
 * Returns how many addresses to return to it has put into `returns`, at most `room`.
 */
size_t callers_find(const struct stack *stack, is_code_at *is_code, const void *context,
                    uint64_t *returns, size_t room);

#endif
