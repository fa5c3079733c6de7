/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_DUE_ROWS_H
#define DOTPROC_SOURCE_DUE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/sorted.h"

/*
 * Which rows a repeated scan reads again although their tasks have not run, since other tasks may
 * have changed them: visible rows in each scan, all others in every nth scan.
 */

/* The maximum age, in scans, of any kept figure or list. */
#define DUE_SCANS_MAX 100

struct due_rows {
    const uint64_t *shown; /* as in scan_request::shown, borrowed */
    size_t count;
    unsigned scan; /* the number of the current scan */
};

static inline uint64_t due_rows_key_of(const void *shown)
{
    return *(const uint64_t *)shown;
}

/* Whether the row with that task_key() is visible. */
static inline bool due_rows_show(const struct due_rows *due, uint64_t key)
{
    const size_t at =
        lower_bound(due->shown, due->count, sizeof(*due->shown), key, due_rows_key_of);

    return at < due->count && due->shown[at] == key;
}

/* Whether this is the one scan in `scans` that reads the row. Rows are spread over scans by TID. */
static inline bool due_rows_have_turn(const struct due_rows *due, pid_t tid, unsigned scans)
{
    return ((unsigned)tid + due->scan) % scans == 0;
}

#endif
