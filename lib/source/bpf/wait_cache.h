/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WAIT_CACHE_H
#define DOTPROC_SOURCE_BPF_WAIT_CACHE_H

/*
 * Waits of many tasks, kept: a wait is still valid for a task that has not run since, so it is not
 * read again. A task must run to begin or end a wait, which changes its runtime and the digest of
 * its record (wire_cached). Both were the same in two passes, and the wait was read between them.
 */

#include <stdint.h>

#include "lib/ledger/ledger.h"
#include "lib/source/bpf/records.h"
#include "lib/source/bpf/waits.h"
#include "lib/task/task.h"

/* Zero-initialise. */
struct wait_cache {
    struct ledger waits;
    uint64_t pass; /* records::clears when they were read; 0: never */
};

void wait_cache_fini(struct wait_cache *cache);

/*
 * Called before the rows of a snapshot; `records` are those of its pass. ledger_end() follows the
 * rows.
 */
void wait_cache_begin(struct wait_cache *cache, const struct records *records);

/*
 * The kept wait of the task with this record; NULL if there is none, if the task has run since, or
 * if it ran when it was read and may have slept since.
 */
const struct kept_wait *wait_cache_find(struct wait_cache *cache, const struct record_task *record);

/* Keeps the wait of the task with this record for the next snapshot. 0 or -ENOMEM. */
int wait_cache_keep(struct wait_cache *cache, const struct record_task *record,
                    const struct kept_wait *wait);

/* The wait of a row that was kept for this snapshot; NULL if there is none. */
struct kept_wait *wait_cache_kept(struct wait_cache *cache, const struct task *row);

#endif
