/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_ARENA_H
#define DOTPROC_BASE_ARENA_H

#include <stddef.h>

/*
 * An arena allocates from large blocks. Allocations never move; arena_clear() invalidates all of
 * them and keeps the blocks, so a program that fills the same arena repeatedly stops calling malloc
 * once the arena has reached its usual size. Only blocks of a single large text are not kept.
 */

struct arena_block;

/* Zero-initialise; an empty arena owns nothing and need not be released. */
struct arena {
    struct arena_block *first;   /* every block, in order of use */
    struct arena_block *current; /* the one being filled */
};

void arena_fini(struct arena *arena);

/* Invalidates all allocations and keeps the blocks of usual size. */
void arena_clear(struct arena *arena);

/* `size` zeroed bytes, aligned for any object; NULL when memory is short. */
void *arena_alloc(struct arena *arena, size_t size);

/* A copy of `len` bytes plus a NUL, unaligned; NULL when memory is short. */
char *arena_copy(struct arena *arena, const char *bytes, size_t len);

#endif
