/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_MERGE_SORT_H
#define DOTPROC_TASK_MERGE_SORT_H

/*
 * Sorting what is in order already but for a few places, as lists of tasks are: the kernel's order
 * is that of the ids until these wrap around, and of 16,000 threads by CPU time nearly all are
 * idle. Runs that are in order are merged as they are, so that a sorted list takes one look at
 * each.
 *
 * An element is a struct of `size` bytes, of whatever alignment, that begins with its key, a
 * uint64_t: on a machine of 32 bits a key and a pointer may be 12 bytes. All is inline: the size is
 * known where it is called, and copies become moves.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t merge_key(const char *elements, size_t index, size_t size)
{
    uint64_t key;

    memcpy(&key, elements + index * size, sizeof(key));
    return key;
}

static inline bool merge_descends_at(const char *elements, size_t index, size_t size)
{
    return merge_key(elements, index, size) < merge_key(elements, index - 1, size);
}

/* Is there nothing to sort? */
static inline bool merge_is_sorted(const void *elements, size_t count, size_t size)
{
    size_t end = 1;

    while (end < count && !merge_descends_at(elements, end, size))
        end++;
    return end >= count;
}

/* By words, so that nothing as large as an element is in between; then what is left, by bytes. */
static inline void merge_swap(char *left, char *right, size_t size)
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
static inline void merge_reverse(char *elements, size_t start, size_t end, size_t size)
{
    char *low = elements + start * size;
    char *high = elements + end * size;

    while (low < (high -= size)) {
        merge_swap(low, high, size);
        low += size;
    }
}

/*
 * Where the run that begins at `start` ends. One that strictly descends is turned round, which
 * changes the order of no equal ones.
 */
static inline size_t merge_run_end(char *elements, size_t start, size_t count, size_t size)
{
    size_t end = start + 1;

    while (end < count && merge_descends_at(elements, end, size))
        end++;
    if (end > start + 1)
        merge_reverse(elements, start, end, size);
    while (end < count && !merge_descends_at(elements, end, size))
        end++;
    return end;
}

/* Merges two runs of `from`, [0, middle) and [middle, end), into `to`. */
static inline void merge_runs(const char *from, size_t middle, size_t end, size_t size, char *to)
{
    size_t left = 0;
    size_t right = middle;

    for (; left < middle && right < end; to += size) {
        const bool take_left = merge_key(from, left, size) <= merge_key(from, right, size);

        memcpy(to, from + (take_left ? left++ : right++) * size, size);
    }
    memcpy(to, from + left * size, (middle - left) * size);
    to += (middle - left) * size;
    memcpy(to, from + right * size, (end - right) * size);
}

/* Merges all runs of `from` by pairs. */
static inline void merge_pass(char *from, size_t count, size_t size, char *to)
{
    size_t start = 0;

    while (start < count) {
        const size_t middle = merge_run_end(from, start, count, size);
        const size_t end = middle < count ? merge_run_end(from, middle, count, size) : count;

        merge_runs(from + start * size, middle - start, end - start, size, to + start * size);
        start = end;
    }
}

/*
 * Sorts by key, ascending; equal ones stay in their order. `spare` has room for as many, and the
 * sorted elements are in the one of the two that is returned.
 */
static inline void *merge_sort(void *elements, size_t count, size_t size, void *spare)
{
    while (!merge_is_sorted(elements, count, size)) {
        void *sorted = spare;

        merge_pass(elements, count, size, sorted);
        spare = elements;
        elements = sorted;
    }
    return elements;
}

#endif
