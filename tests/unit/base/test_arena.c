/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much memory an arena keeps that is filled again and again. */
#include <stdlib.h>

#include "lib/base/arena.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

/* Blocks, by what the arena does: check allocates, too. */
static bool is_arena;
static size_t taken, kept;

TAKE_OVER(void *, malloc, size_t size)
{
    taken += is_arena;
    kept += is_arena;
    return __real_malloc(size);
}

TAKE_OVER(void, free, void *memory)
{
    kept -= is_arena && memory;
    __real_free(memory);
}

static const char text[1 << 20];
static struct arena arena;

/* As much as many small texts take, and one of this length. */
static void fill(size_t len)
{
    bool filled = true;

    is_arena = true;
    arena_clear(&arena);
    for (int i = 0; i < 2000; i++)
        filled = filled && arena_copy(&arena, text, 100);
    filled = filled && arena_copy(&arena, text, len);
    is_arena = false;
    ck_assert(filled);
}

CASE(a_usual_size_takes_memory_once)
{
    size_t before;

    fill(100);
    before = taken;
    fill(100);
    ck_assert_uint_gt(before, 1);
    ck_assert_uint_eq(taken, before);
    arena_fini(&arena);
}

/* As the command line of a process that starts itself with another argument. */
CASE(a_text_that_grows_leaves_no_blocks)
{
    size_t before;

    fill(sizeof(text) / 2);
    before = kept;
    for (size_t len = sizeof(text) / 2; len < sizeof(text); len += sizeof(text) / 64) {
        fill(len);
        ck_assert_uint_eq(kept, before);
    }
    arena_fini(&arena);
}
