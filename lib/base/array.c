/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/array.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "lib/base/invariant.h"
#include "lib/base/units.h"

#define FIRST_BYTES BYTES_PER_KIB
#define FIRST_COUNT 16
#define SMALL_BYTES BYTES_PER_MIB

/* An object pointer of any type, accessed as void *. */
typedef void *__attribute__((may_alias)) any_pointer;

/* The capacity after one growth step. */
static size_t next_capacity(size_t capacity, size_t size)
{
    const size_t first = FIRST_BYTES / size;

    if (capacity == 0)
        return first > FIRST_COUNT ? first : FIRST_COUNT;
    return capacity + (capacity * size < SMALL_BYTES ? capacity : capacity / 4);
}

int array_grow(void *array, size_t *capacity, size_t wanted, size_t size)
{
    const size_t most = PTRDIFF_MAX / size;
    size_t grown = next_capacity(*capacity, size);
    any_pointer *elements = array;
    void *moved;

    INVARIANT(*elements || *capacity == 0);
    if (wanted > most)
        return -ENOMEM;
    if (grown < wanted || grown > most)
        grown = wanted;
    moved = realloc(*elements, grown * size);
    if (!moved)
        return -ENOMEM;
    *elements = moved;
    *capacity = grown;
    return 0;
}
