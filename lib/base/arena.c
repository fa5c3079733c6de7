/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/invariant.h"
#include "lib/base/units.h"

/* Holds the strings of some 4,000 tasks; larger allocations get a block of their own. */
#define BLOCK_BYTES (64 * BYTES_PER_KIB)

struct arena_block {
    struct arena_block *next;
    size_t size; /* of bytes[] */
    size_t used;
    alignas(max_align_t) char bytes[];
};

void arena_fini(struct arena *arena)
{
    struct arena_block *block = arena->first;

    while (block) {
        struct arena_block *next = block->next;

        free(block);
        block = next;
    }
    *arena = (struct arena){0};
}

void arena_clear(struct arena *arena)
{
    /* A large block is rarely of use for the next large text, which may be a little longer. */
    for (struct arena_block **at = &arena->first; *at;) {
        struct arena_block *block = *at;

        if (block->size > BLOCK_BYTES) {
            *at = block->next;
            free(block);
        } else {
            at = &block->next;
        }
    }
    /* Later blocks are emptied when allocation reaches them again. */
    arena->current = arena->first;
    if (arena->current)
        arena->current->used = 0;
}

static struct arena_block *block_new(size_t size)
{
    struct arena_block *block;

    if (size < BLOCK_BYTES)
        size = BLOCK_BYTES;
    if (size > SIZE_MAX - sizeof(*block))
        return NULL;
    block = malloc(sizeof(*block) + size);
    if (!block)
        return NULL;
    block->next = NULL;
    block->size = size;
    block->used = 0;
    return block;
}

/* Allocates from the block; NULL if it is too full. */
static void *block_take(struct arena_block *block, size_t size, size_t align)
{
    size_t start = (block->used + align - 1) & ~(align - 1);

    INVARIANT(block->used <= block->size);
    if (start > block->size || size > block->size - start)
        return NULL;
    block->used = start + size;
    return block->bytes + start;
}

/*
 * Allocates `size` bytes at a multiple of `align`, a power of two: from the current block, else the
 * next one, else a new one inserted between the two, so that no emptied block is skipped.
 */
static void *arena_take(struct arena *arena, size_t size, size_t align)
{
    struct arena_block *current = arena->current;
    struct arena_block *next = current ? current->next : NULL;
    void *piece = current ? block_take(current, size, align) : NULL;

    if (piece)
        return piece;
    if (next) {
        next->used = 0;
        arena->current = next;
        piece = block_take(next, size, align);
        if (piece)
            return piece;
        arena->current = current;
    }

    struct arena_block *block = block_new(size);

    if (!block)
        return NULL;
    block->next = next;
    if (current)
        current->next = block;
    else
        arena->first = block;
    arena->current = block;
    return block_take(block, size, align);
}

void *arena_alloc(struct arena *arena, size_t size)
{
    void *piece = arena_take(arena, size, alignof(max_align_t));

    if (piece)
        memset(piece, 0, size);
    return piece;
}

char *arena_copy(struct arena *arena, const char *bytes, size_t len)
{
    char *copy;

    if (len == SIZE_MAX)
        return NULL;
    copy = arena_take(arena, len + 1, 1);
    if (!copy)
        return NULL;
    memcpy(copy, bytes, len);
    copy[len] = '\0';
    return copy;
}
