/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Every row's values are taken once and sorted along with it: accessors may look up names, and a
 * merge sort asks each row log n times.
 */
#include "lib/query/sort.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct keyed_row {
    struct task *task;
    const struct value *values; /* one for each key */
};

struct sorting {
    const struct sort_key *keys;
    size_t key_count;
};

static int compare_rows(const struct sorting *sorting, const struct keyed_row *a,
                        const struct keyed_row *b)
{
    for (size_t i = 0; i < sorting->key_count; i++) {
        int order = value_compare(&a->values[i], &b->values[i]);

        if (order != 0)
            return sorting->keys[i].descending ? -order : order;
    }
    return 0;
}

/* Merges the sorted halves [0, middle) and [middle, count) of `from` into `to`. */
static void merge(const struct sorting *sorting, const struct keyed_row *from, size_t middle,
                  size_t count, struct keyed_row *to)
{
    size_t left = 0;
    size_t right = middle;

    for (size_t i = 0; i < count; i++) {
        bool take_left = right == count ||
                         (left < middle && compare_rows(sorting, &from[left], &from[right]) <= 0);

        to[i] = from[take_left ? left++ : right++];
    }
}

/*
 * A merge sort from the bottom up: stable, without recursion. `rows` and `spare` have room for
 * `count` each; the sorted rows end up in the one that is returned.
 */
static struct keyed_row *merge_sort(const struct sorting *sorting, struct keyed_row *rows,
                                    struct keyed_row *spare, size_t count)
{
    for (size_t width = 1; width < count; width *= 2) {
        struct keyed_row *swap = rows;

        for (size_t start = 0; start < count; start += 2 * width) {
            size_t left = count - start;
            size_t part = left < 2 * width ? left : 2 * width;

            merge(sorting, rows + start, part < width ? part : width, part, spare + start);
        }
        rows = spare;
        spare = swap;
    }
    return rows;
}

int sort_tasks(struct task **rows, size_t count, const struct sort_key *keys, size_t key_count,
               const struct column_context *context)
{
    const struct sorting sorting = {keys, key_count};
    struct keyed_row *keyed;
    struct value *values;

    if (count < 2 || key_count == 0)
        return 0;
    keyed = calloc(count, 2 * sizeof(*keyed));
    values = key_count <= SIZE_MAX / count ? calloc(count * key_count, sizeof(*values)) : NULL;
    if (!keyed || !values) {
        free(keyed);
        free(values);
        return -ENOMEM;
    }
    for (size_t row = 0; row < count; row++) {
        struct value *of_row = &values[row * key_count];

        for (size_t i = 0; i < key_count; i++) {
            const struct column *column = keys[i].column;

            of_row[i] = column->sort_value ? column->sort_value(rows[row], context)
                                           : column->value(rows[row], context);
        }
        keyed[row] = (struct keyed_row){rows[row], of_row};
    }

    const struct keyed_row *sorted = merge_sort(&sorting, keyed, keyed + count, count);

    for (size_t row = 0; row < count; row++)
        rows[row] = sorted[row].task;
    free(keyed);
    free(values);
    return 0;
}
