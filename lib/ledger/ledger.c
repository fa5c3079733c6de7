/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * While a scan is open, new rows are collected in a separate array. Tasks mostly come in the order
 * of the rows, so nearly every row is the one after the last, found without a search and with
 * sequential memory access.
 */
#include "lib/ledger/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "lib/base/sorted.h"
#include "lib/text/debug.h"

void ledger_fini(struct ledger *ledger)
{
    free(ledger->rows);
    free(ledger->added);
    *ledger = (struct ledger){0};
}

bool ledger_is_start(const struct ledger *ledger, uint64_t one_ns, uint64_t other_ns)
{
    return (one_ns < other_ns ? other_ns - one_ns : one_ns - other_ns) <= ledger->start_error_ns;
}

static uint64_t key_of(const void *row)
{
    return ((const struct ledger_id *)row)->key;
}

static bool is_place(const struct ledger *ledger, uint64_t key, size_t place)
{
    return place <= ledger->count &&
           (place == ledger->count || key_of(ledger_at(ledger, place)) >= key) &&
           (place == 0 || key_of(ledger_at(ledger, place - 1)) < key);
}

size_t ledger_from(struct ledger *ledger, uint64_t key)
{
    if (!is_place(ledger, key, ledger->next))
        ledger->next = lower_bound(ledger->rows, ledger->count, ledger->row_size, key, key_of);
    return ledger->next;
}

static void drop_gone(struct ledger *ledger)
{
    size_t count = 0;

    for (size_t i = 0; i < ledger->count; i++) {
        const void *row = ledger_at(ledger, i);

        if (ledger_is_gone(ledger, row))
            continue;
        if (i != count)
            memcpy(ledger_at(ledger, count), row, ledger->row_size);
        count++;
    }
    ledger->count = count;
}

void ledger_begin(struct ledger *ledger, size_t row_size)
{
    INVARIANT(row_size >= sizeof(struct ledger_id));
    INVARIANT(ledger->row_size == row_size || (ledger->count == 0 && ledger->capacity == 0));
    ledger_end(ledger);
    if (ledger->met < ledger->count)
        drop_gone(ledger);
    ledger->row_size = row_size;
    ledger->met = ledger->next = 0;
    ledger->is_odd = !ledger->is_odd;
    ledger->is_open = true;
}

void *ledger_meet(struct ledger *ledger, uint64_t key, uint64_t start_ns)
{
    INVARIANT(ledger->is_open);
    for (size_t at = ledger_from(ledger, key); at < ledger->count; at++) {
        struct ledger_id *id = ledger_at(ledger, at);

        if (id->key != key)
            break;
        ledger->next = at + 1;
        if (!ledger_is_start(ledger, id->start_ns, start_ns))
            continue;
        ledger->met += ledger_is_gone(ledger, id);
        id->start_ns = start_ns;
        id->is_odd = ledger->is_odd;
        return id;
    }
    return NULL;
}

static struct ledger_id *added_at(const struct ledger *ledger, size_t index)
{
    return (void *)((char *)ledger->added + index * ledger->row_size);
}

void *ledger_add(struct ledger *ledger, uint64_t key, uint64_t start_ns)
{
    const size_t added = ledger->added_count, size = ledger->row_size;
    struct ledger_id *id;

    INVARIANT(ledger->is_open);
    /* The first scan's array becomes the array of rows, so no room to merge is needed. */
    if (array_reserve(&ledger->added, &ledger->added_capacity, added + 1, size) < 0 ||
        (ledger->count > 0 &&
         array_reserve(&ledger->rows, &ledger->capacity, ledger->count + added + 1, size) < 0))
        return NULL;
    id = added_at(ledger, added);
    memset(id, 0, size);
    id->key = key;
    id->start_ns = start_ns;
    id->is_odd = ledger->is_odd;
    if (added > 0 && added_at(ledger, added - 1)->key >= key)
        ledger->is_unordered = true;
    ledger->added_count++;
    return id;
}

void *ledger_take(struct ledger *ledger, uint64_t key, uint64_t start_ns, bool *is_new)
{
    void *row = ledger_meet(ledger, key, start_ns);

    *is_new = !row;
    return row ? row : ledger_add(ledger, key, start_ns);
}

static int compare(const void *left, const void *right)
{
    return (key_of(left) > key_of(right)) - (key_of(left) < key_of(right));
}

static void sort_added(struct ledger *ledger)
{
    size_t count = 0;

    qsort(ledger->added, ledger->added_count, ledger->row_size, compare);
    for (size_t i = 0; i < ledger->added_count; i++) {
        const struct ledger_id *id = added_at(ledger, i);
        const struct ledger_id *last = count > 0 ? added_at(ledger, count - 1) : NULL;

        if (last && last->key == id->key && ledger_is_start(ledger, last->start_ns, id->start_ns))
            continue;
        if (i != count)
            memcpy(added_at(ledger, count), id, ledger->row_size);
        count++;
    }
    ledger->added_count = count;
}

/* Merges from the back, so that no row is overwritten before it has been moved. */
static void merge(struct ledger *ledger)
{
    size_t rows = ledger->count, added = ledger->added_count;

    INVARIANT(added == 0 || rows + added <= ledger->capacity);
    while (added > 0) {
        const struct ledger_id *id = added_at(ledger, added - 1);
        void *to = ledger_at(ledger, rows + added - 1);

        if (rows > 0 && key_of(ledger_at(ledger, rows - 1)) > id->key) {
            memcpy(to, ledger_at(ledger, rows - 1), ledger->row_size);
            rows--;
        } else {
            memcpy(to, id, ledger->row_size);
            added--;
        }
    }
    ledger->count += ledger->added_count;
}

/* The number of rows met in the current scan. */
static size_t count_met(const struct ledger *ledger)
{
    size_t met = 0;

    for (size_t i = 0; i < ledger->count; i++)
        met += !ledger_is_gone(ledger, ledger_at(ledger, i));
    return met;
}

void ledger_end(struct ledger *ledger)
{
    if (!ledger->is_open)
        return;
    ledger->is_open = false;
    ledger->next = 0;
    DEBUG(LEDGER, "%s: %zu rows of %zu bytes, %zu added, %zu gone",
          ledger->name ? ledger->name : "unnamed", ledger->count + ledger->added_count,
          ledger->row_size, ledger->added_count, ledger->count - ledger->met);
    if (ledger->is_unordered)
        sort_added(ledger);
    ledger->met += ledger->added_count;
    if (ledger->count > 0) {
        merge(ledger);
        free(ledger->added);
    } else if (ledger->added_count > 0) {
        free(ledger->rows);
        ledger->rows = ledger->added;
        ledger->count = ledger->added_count;
        ledger->capacity = ledger->added_capacity;
    }
    ledger->added = NULL;
    ledger->added_count = ledger->added_capacity = 0;
    ledger->is_unordered = false;
    INVARIANT(ledger->count <= ledger->capacity && ledger->met == count_met(ledger));
    INVARIANT(keys_ascend(ledger->rows, ledger->count, ledger->row_size, key_of, false));
}

void ledger_clear(struct ledger *ledger)
{
    ledger_end(ledger);
    ledger->count = ledger->met = ledger->next = 0;
}

static void *find(struct ledger *ledger, uint64_t key, bool is_gone)
{
    for (size_t i = ledger_from(ledger, key); i < ledger->count; i++) {
        struct ledger_id *id = ledger_at(ledger, i);

        if (id->key != key)
            break;
        ledger->next = i + 1;
        if (ledger_is_gone(ledger, id) == is_gone)
            return id;
    }
    return NULL;
}

void *ledger_find(struct ledger *ledger, uint64_t key)
{
    return find(ledger, key, false);
}

void *ledger_find_gone(struct ledger *ledger, uint64_t key)
{
    return find(ledger, key, true);
}
