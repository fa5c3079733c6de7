/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Every row's values are computed once and sorted along with it, because accessors may look up
 * names and each row is compared up to log n times.
 *
 * Most lists are sorted by one number, which is then stored with the row as an unsigned rank.
 */
#include "lib/query/sort.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/sorted.h"

void sort_room_fini(struct sort_room *room)
{
    free(room->memory);
    *room = (struct sort_room){0};
}

/* At least `count` times `size` uninitialised bytes; NULL when memory is short. */
static void *room_take(struct sort_room *room, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes) ||
        array_reserve(&room->memory, &room->bytes, bytes, 1) < 0)
        return NULL;
    return room->memory;
}

struct ranked_row {
    uint64_t rank; /* first, for merge_sort_by_key() */
    struct task *task;
};

/* Maps a number to an unsigned one with the same order; false if it is no number. */
static bool rank_of(const struct value *value, uint64_t *rank)
{
    const uint64_t sign = UINT64_C(1) << 63;
    double real;

    switch (value->kind) {
    case VALUE_INT:
        *rank = (uint64_t)value->as.i ^ sign;
        return true;
    case VALUE_UINT:
        *rank = value->as.u;
        return true;
    case VALUE_REAL:
        real = value->as.real + 0.0; /* turns -0.0 into 0.0 */
        memcpy(rank, &real, sizeof(real));
        *rank = *rank & sign ? ~*rank : *rank | sign;
        return true;
    default:
        return false;
    }
}

/* False when the rows' values are not all numbers of one kind. */
static bool rank_rows(struct task *const *rows, size_t count, const struct sort_order *order,
                      struct ranked_row *ranked)
{
    enum value_kind kind = VALUE_NONE;

    for (size_t i = 0; i < count; i++) {
        struct value value = column_sort_value(order->keys[0].column, rows[i], order->context);
        uint64_t rank;

        if (!rank_of(&value, &rank) || (i > 0 && value.kind != kind))
            return false;
        kind = value.kind;
        ranked[i] = (struct ranked_row){order->keys[0].descending ? ~rank : rank, rows[i]};
    }
    return true;
}

/* For sorting by several keys or by texts. */
struct keyed_row {
    struct task *task;
    const struct value *values; /* one for each key */
};

static bool row_precedes(const void *left, const void *right, const void *context)
{
    const struct keyed_row *a = left, *b = right;
    const struct sort_order *order = context;

    for (size_t i = 0; i < order->key_count; i++) {
        int result = value_compare(&a->values[i], &b->values[i]);

        if (result != 0)
            return order->keys[i].descending ? result > 0 : result < 0;
    }
    return false;
}

static int sort_keyed(struct task **rows, size_t count, const struct sort_order *order,
                      struct sort_room *room)
{
    const struct merge_sort_rule rule = {sizeof(struct keyed_row), row_precedes, order};
    size_t row_size = 2 * sizeof(struct keyed_row) + order->key_count * sizeof(struct value);
    struct keyed_row *keyed = room_take(room, count, row_size);
    struct value *values;

    if (!keyed)
        return -ENOMEM;
    values = (struct value *)(keyed + 2 * count);
    for (size_t row = 0; row < count; row++) {
        struct value *of_row = &values[row * order->key_count];

        for (size_t i = 0; i < order->key_count; i++)
            of_row[i] = column_sort_value(order->keys[i].column, rows[row], order->context);
        keyed[row] = (struct keyed_row){rows[row], of_row};
    }
    merge_sort(keyed, count, keyed + count, &rule);
    for (size_t row = 0; row < count; row++)
        rows[row] = keyed[row].task;
    return 0;
}

int sort_tasks(struct sort_room *room, struct task **rows, size_t count,
               const struct sort_order *order)
{
    struct ranked_row *ranked;

    if (count < 2 || order->key_count == 0)
        return 0;
    if (order->key_count > 1)
        return sort_keyed(rows, count, order, room);
    ranked = room_take(room, count, 2 * sizeof(*ranked));
    if (!ranked)
        return -ENOMEM;
    if (!rank_rows(rows, count, order, ranked))
        return sort_keyed(rows, count, order, room);
    merge_sort_by_key(ranked, count, sizeof(*ranked), ranked + count);
    for (size_t row = 0; row < count; row++)
        rows[row] = ranked[row].task;
    return 0;
}
