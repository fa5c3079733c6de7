/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_LEDGER_LEDGER_H
#define DOTPROC_LEDGER_LEDGER_H

/*
 * A row for each task, kept from scan to scan.
 *
 *     ledger_begin    before the tasks of a scan; drops rows not met in the last scan
 *     ledger_meet     for each task: its row, as the last scan left it
 *     ledger_add      if that is NULL: a new row; ledger_take does both
 *     ledger_end      merges the new rows; rows not met are those of exited tasks ("gone")
 *     ledger_find, ledger_find_gone, ledger_at
 *     ledger_clear    if rows of earlier scans must not be found
 *
 * Rows are structs of the caller that begin with a struct ledger_id. A pointer to a row is valid
 * until the next ledger_add(), ledger_end(), ledger_begin() or ledger_clear(). O(n) for tasks in
 * the order of a snapshot, O(n log n) in any other order.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Identifies the task of a row: a PID alone may be reused. */
struct ledger_id {
    uint64_t key; /* the caller's sort key, such as task_key() */
    uint64_t start_ns : 63;
    uint64_t is_odd : 1; /* parity of the scan that met it last */
};

/* Zero-initialise. */
struct ledger {
    void *rows; /* sorted by key; of two with the same key the first is gone */
    size_t count, capacity;
    void *added; /* rows added in the current scan */
    size_t added_count, added_capacity;
    size_t row_size;
    const char *name;        /* for --debug; set by the caller, may be NULL */
    uint64_t start_error_ns; /* maximum difference of one task's start times; set by the caller */
    size_t met;              /* rows met in this scan; added ones count from ledger_end() on */
    size_t next;             /* index of the row expected next */
    bool is_odd;             /* parity of the current scan */
    bool is_open;
    bool is_unordered; /* added rows are not in ascending order */
};

void ledger_fini(struct ledger *ledger);

/* Drops all rows, also those of a scan that is still open, which ends. */
void ledger_clear(struct ledger *ledger);

/* Begins a scan; ends the last one if it is still open. `row_size` is the same in all scans. */
void ledger_begin(struct ledger *ledger, size_t row_size);

/* The row of a task, which is marked as met; NULL if it has none. */
void *ledger_meet(struct ledger *ledger, uint64_t key, uint64_t start_ns);

/*
 * Adds a row for a task that was not met, all zero but for its ID. NULL when memory is short. If a
 * task is added twice in one scan, ledger_end() keeps one of the rows.
 */
void *ledger_add(struct ledger *ledger, uint64_t key, uint64_t start_ns);

/* The row of a task, met or added; *is_new: it was added. NULL when memory is short. */
void *ledger_take(struct ledger *ledger, uint64_t key, uint64_t start_ns, bool *is_new);

void ledger_end(struct ledger *ledger);

/*
 * The row with this key that was met in the current scan, or NULL. Includes added rows only after
 * ledger_end().
 */
void *ledger_find(struct ledger *ledger, uint64_t key);

/* The same for a row that was not met, or not yet. */
void *ledger_find_gone(struct ledger *ledger, uint64_t key);

/* The index of the first row whose key is not less than `key`; `count` if there is none. */
size_t ledger_from(struct ledger *ledger, uint64_t key);

/* Whether two start times may belong to the same task. */
bool ledger_is_start(const struct ledger *ledger, uint64_t one_ns, uint64_t other_ns);

static inline void *ledger_at(const struct ledger *ledger, size_t index)
{
    return (char *)ledger->rows + index * ledger->row_size;
}

/* Whether the task of a row was not met in the current scan. */
static inline bool ledger_is_gone(const struct ledger *ledger, const struct ledger_id *id)
{
    return id->is_odd != ledger->is_odd;
}

#endif
