/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_DUE_ROWS_H
#define DOTPROC_SOURCE_DUE_ROWS_H

/*
 * Which rows a repeated scan reads again though their tasks have not run, as others may have
 * changed them: those that somebody looks at each time, and every other one in its turn.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/lower_bound.h"

/* In scans: at this age all is read again. */
#define DUE_SCANS_MAX 100

struct due_rows {
    const uint64_t *shown; /* as scan_request::shown, borrowed */
    size_t count;
    unsigned scan; /* the number of this scan, of successive ones */
};

static inline uint64_t due_rows_key_of(const void *shown)
{
    return *(const uint64_t *)shown;
}

/* Whether somebody looks at the row with that task_key(). */
static inline bool due_rows_show(const struct due_rows *due, uint64_t key)
{
    const size_t at =
        lower_bound(due->shown, due->count, sizeof(*due->shown), key, due_rows_key_of);

    return at < due->count && due->shown[at] == key;
}

/* Whether it is the turn of a row, which comes once in so many scans: spread by ids. */
static inline bool due_rows_have_turn(const struct due_rows *due, pid_t tid, unsigned scans)
{
    return ((unsigned)tid + due->scan) % scans == 0;
}

#endif
