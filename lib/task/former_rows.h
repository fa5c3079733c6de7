/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_FORMER_ROWS_H
#define DOTPROC_TASK_FORMER_ROWS_H

/*
 * Figures of the rows of the snapshot before, to be joined with those of the next: an array of
 * structures that begin with a struct former_id, sorted by its key.
 *
 * Nearly every task is at the current position of the array, or would be, so few are searched for,
 * and memory is accessed sequentially.
 */

#include <stdbool.h>
#include <stdlib.h>

#include "lib/base/lower_bound.h"
#include "lib/task/task.h"

struct former_id {
    uint64_t key;      /* task_key() */
    uint64_t start_ns; /* a number may be reused */
};

static inline uint64_t former_key(const void *row)
{
    return ((const struct former_id *)row)->key;
}

/* Whether `place` is where a row with that key is, or would be. */
static inline bool former_is_place(const char *rows, size_t count, size_t size, uint64_t key,
                                   size_t place)
{
    return (place == count || former_key(rows + place * size) >= key) &&
           (place == 0 || former_key(rows + (place - 1) * size) < key);
}

/*
 * The row of `size` bytes of this task, which has that key, or NULL; looks at *next first, and
 * leaves it behind the row. Inline, as lower_bound() is.
 */
static inline const void *former_find(const void *rows, size_t count, size_t size,
                                      const struct former_id *id, size_t *next)
{
    const char *bytes = rows;
    const struct former_id *found;

    if (!former_is_place(bytes, count, size, id->key, *next))
        *next = lower_bound(rows, count, size, id->key, former_key);
    if (*next == count || former_key(bytes + *next * size) != id->key)
        return NULL;
    found = (const void *)(bytes + (*next)++ * size);
    return found->start_ns == id->start_ns ? found : NULL;
}

static inline int former_compare(const void *left, const void *right)
{
    return (former_key(left) > former_key(right)) - (former_key(left) < former_key(right));
}

/* For rows in another order: groups requested by id come in the order of the request. */
static inline void former_sort(void *rows, size_t count, size_t size)
{
    qsort(rows, count, size, former_compare);
}

#endif
