/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_SORT_H
#define DOTPROC_BASE_SORT_H

/*
 * Sorting what is in order already but for a few places, as lists of tasks are: the kernel's order
 * is that of the ids until these wrap around, and of 16,000 threads by CPU time nearly all are
 * idle. Runs that are in order are merged as they are: a sorted list takes one look at each
 * element, and any list n log n. Elements that are equal stay in their order.
 *
 * Elements are of any size and alignment: on a machine of 32 bits a key and a pointer may be 12
 * bytes. All becomes part of its caller, where the size is a constant and copies become moves; a
 * comparison by a call would take three times as long.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SORT_INLINE static inline __attribute__((always_inline))

/* By what elements of `size` bytes are sorted. */
struct sort_rule {
    size_t size;
    bool (*precedes)(const void *left, const void *right, const void *context);
    const void *context; /* for precedes() */
};

/* By words, so that nothing as large as an element is in between; then what is left, by bytes. */
SORT_INLINE void sort_swap(char *left, char *right, size_t size)
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

/* Turns the elements [start, end) round. */
SORT_INLINE void sort_reverse(char *elements, size_t start, size_t end, size_t size)
{
    char *low = elements + start * size;
    char *high = elements + end * size;

    while (low < (high -= size)) {
        sort_swap(low, high, size);
        low += size;
    }
}

/* Does element `index` precede the one before it? */
SORT_INLINE bool sort_descends_at(const char *elements, size_t index, const struct sort_rule *rule)
{
    const char *element = elements + index * rule->size;

    return rule->precedes(element, element - rule->size, rule->context);
}

/*
 * Where the run that begins at `start` ends. One that strictly descends is turned round, which
 * changes the order of no equal ones.
 */
SORT_INLINE size_t sort_run_end(char *elements, size_t start, size_t count,
                                const struct sort_rule *rule)
{
    size_t end = start + 1;

    while (end < count && sort_descends_at(elements, end, rule))
        end++;
    if (end > start + 1)
        sort_reverse(elements, start, end, rule->size);
    while (end < count && !sort_descends_at(elements, end, rule))
        end++;
    return end;
}

/*
 * Merges two runs, of `left_bytes` and the rest of `bytes`; the first one is put aside. Which is
 * next cannot be foreseen, so nothing branches on it.
 */
SORT_INLINE void sort_merge(char *elements, size_t left_bytes, size_t bytes, char *spare,
                            const struct sort_rule *rule)
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
SORT_INLINE void sort_elements(void *elements, size_t count, void *spare,
                               const struct sort_rule *rule)
{
    size_t starts[8 * sizeof(size_t) + 1]; /* of the runs that are not merged yet */
    size_t depth = 0;
    size_t end = 0;

    /*
     * The second run is merged with the first, the fourth with the third and both with the two
     * before, the sixth with the fifth: as a binary counter carries. In the end all are merged.
     */
    for (size_t found = 1; end < count; found++) {
        starts[depth++] = end;
        end = sort_run_end(elements, end, count, rule);
        for (size_t carry = end < count ? found : 0; carry % 2 == 0 && depth > 1; carry /= 2) {
            char *left = (char *)elements + starts[depth - 2] * rule->size;
            char *right = (char *)elements + starts[depth - 1] * rule->size;
            char *behind = (char *)elements + end * rule->size;

            sort_merge(left, (size_t)(right - left), (size_t)(behind - left), spare, rule);
            depth--;
        }
    }
}

SORT_INLINE bool sort_key_precedes(const void *left, const void *right, const void *context)
{
    uint64_t left_key, right_key;

    (void)context;
    memcpy(&left_key, left, sizeof(left_key));
    memcpy(&right_key, right, sizeof(right_key));
    return left_key < right_key;
}

/* The same for elements that begin with their key, a uint64_t. */
SORT_INLINE void sort_by_key(void *elements, size_t count, size_t size, void *spare)
{
    const struct sort_rule rule = {size, sort_key_precedes, NULL};

    sort_elements(elements, count, spare, &rule);
}

#endif
