/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_SORTED_H
#define DOTPROC_BASE_SORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* --- searching --- */

/*
 * Binary search in a sorted array. Unlike bsearch(3) it finds the first of several equal elements,
 * and the position of a missing one.
 */

/* Returns the sort key of an element. */
typedef uint64_t (*element_key)(const void *element);

/* Whether the keys ascend, with `strictly` without equal ones: for INVARIANT(). */
static inline bool keys_ascend(const void *elements, size_t count, size_t size, element_key key_of,
                               bool strictly)
{
    const char *bytes = elements;

    for (size_t i = 1; i < count; i++) {
        const uint64_t before = key_of(bytes + (i - 1) * size), key = key_of(bytes + i * size);

        if (key < before || (strictly && key == before))
            return false;
    }
    return true;
}

/*
 * The index of the first of `count` elements of `size` bytes whose key is not less than `key`, or
 * `count`. The keys must ascend. Inline, so that the call of key_of is inlined too.
 */
static inline size_t lower_bound(const void *elements, size_t count, size_t size, uint64_t key,
                                 element_key key_of)
{
    const char *bytes = elements;
    size_t low = 0;
    size_t high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (key_of(bytes + middle * size) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* --- sorting --- */

/*
 * A stable merge sort for input that is mostly sorted, like lists of tasks: the kernel lists them
 * by ID until PIDs wrap around, and by CPU time nearly all of 16,000 threads are idle. It merges
 * existing runs: a sorted list takes one comparison per element, any other n log n.
 *
 * Elements may have any size and alignment: on 32-bit machines a key and a pointer may be 12 bytes.
 * Everything is inlined, so that the size is a constant and copies become moves; function calls for
 * comparisons would take three times as long.
 */

#define MERGE_SORT_INLINE static inline __attribute__((always_inline))

/* The size of elements in bytes, and their order. */
struct merge_sort_rule {
    size_t size;
    bool (*precedes)(const void *left, const void *right, const void *context);
    const void *context; /* for precedes() */
};

/* Swaps word by word, then byte by byte, so that no buffer of an element's size is needed. */
MERGE_SORT_INLINE void merge_sort_swap(char *left, char *right, size_t size)
{
    uint64_t word;
    size_t done = 0;

    for (; size - done >= sizeof(word); done += sizeof(word)) {
        memcpy(&word, left + done, sizeof(word));
        memcpy(left + done, right + done, sizeof(word));
        memcpy(right + done, &word, sizeof(word));
    }
    for (; done < size; done++) {
        const char byte = left[done];

        left[done] = right[done];
        right[done] = byte;
    }
}

/* Reverses the elements [start, end). */
MERGE_SORT_INLINE void merge_sort_reverse(char *elements, size_t start, size_t end, size_t size)
{
    char *low = elements + start * size;
    char *high = elements + end * size;

    while (low < (high -= size)) {
        merge_sort_swap(low, high, size);
        low += size;
    }
}

/* Whether element `index` precedes the one before it. */
MERGE_SORT_INLINE bool merge_sort_descends_at(const char *elements, size_t index,
                                              const struct merge_sort_rule *rule)
{
    const char *element = elements + index * rule->size;

    return rule->precedes(element, element - rule->size, rule->context);
}

/*
 * The end of the run that begins at `start`. A strictly descending run is reversed, which moves no
 * equal elements past each other.
 */
MERGE_SORT_INLINE size_t merge_sort_run_end(char *elements, size_t start, size_t count,
                                            const struct merge_sort_rule *rule)
{
    size_t end = start + 1;

    while (end < count && merge_sort_descends_at(elements, end, rule))
        end++;
    if (end > start + 1)
        merge_sort_reverse(elements, start, end, rule->size);
    while (end < count && !merge_sort_descends_at(elements, end, rule))
        end++;
    return end;
}

/*
 * Merges two runs: the first `left_bytes`, which are copied to `spare`, and the rest of `bytes`.
 * The order is unpredictable, so no branch depends on it.
 */
MERGE_SORT_INLINE void merge_sort_merge_runs(char *elements, size_t left_bytes, size_t bytes,
                                             char *spare, const struct merge_sort_rule *rule)
{
    const char *const left_end = spare + left_bytes;
    const char *const right_end = elements + bytes;
    const char *left = spare;
    const char *right = elements + left_bytes;

    memcpy(spare, elements, left_bytes);
    for (; left < left_end && right < right_end; elements += rule->size) {
        const bool takes_right = rule->precedes(right, left, rule->context);

        memcpy(elements, takes_right ? right : left, rule->size);
        right += takes_right ? rule->size : 0;
        left += takes_right ? 0 : rule->size;
    }
    memcpy(elements, left, (size_t)(left_end - left));
}

/* Sorts `count` elements; `spare` has room for as many. */
MERGE_SORT_INLINE void merge_sort(void *elements, size_t count, void *spare,
                                  const struct merge_sort_rule *rule)
{
    size_t starts[8 * sizeof(size_t) + 1]; /* of the runs not merged yet */
    size_t depth = 0;
    size_t end = 0;

    /*
     * The second run is merged with the first, the fourth with the third and then both with the
     * first two, the sixth with the fifth, and so on like the carries of a binary counter. At the
     * end all remaining runs are merged.
     */
    for (size_t found = 1; end < count; found++) {
        starts[depth++] = end;
        end = merge_sort_run_end(elements, end, count, rule);
        for (size_t carry = end < count ? found : 0; carry % 2 == 0 && depth > 1; carry /= 2) {
            char *left = (char *)elements + starts[depth - 2] * rule->size;
            char *right = (char *)elements + starts[depth - 1] * rule->size;
            char *behind = (char *)elements + end * rule->size;

            merge_sort_merge_runs(left, (size_t)(right - left), (size_t)(behind - left), spare,
                                  rule);
            depth--;
        }
    }
}

MERGE_SORT_INLINE bool merge_sort_key_precedes(const void *left, const void *right,
                                               const void *context)
{
    uint64_t left_key, right_key;

    memcpy(&left_key, left, sizeof(left_key));
    memcpy(&right_key, right, sizeof(right_key));
    return left_key < right_key;
}

/* Sorts elements that begin with their key, a uint64_t. */
MERGE_SORT_INLINE void merge_sort_by_key(void *elements, size_t count, size_t size, void *spare)
{
    const struct merge_sort_rule rule = {size, merge_sort_key_precedes, NULL};

    merge_sort(elements, count, spare, &rule);
}

#endif
