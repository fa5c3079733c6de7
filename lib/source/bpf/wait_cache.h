/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WAIT_CACHE_H
#define DOTPROC_SOURCE_BPF_WAIT_CACHE_H

/*
 * What tasks waited for when last read: for tasks that have not run since it is still valid, so
 * they are not read again. A task must run to begin or end a wait, which changes its runtime and
 * the digest of its record (wire_cached). Both were the same in two passes, and the wait was read
 * between them.
 *
 * For each snapshot: wait_cache_begin(), then for its rows in order wait_cache_find(), and
 * wait_cache_keep() for each row whose wait is known, old or new.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/bpf/records.h"
#include "lib/source/bpf/wire.h"
#include "lib/task/task.h"

struct kept_wait {
    uint64_t key; /* of the record, see record_task */
    uint64_t runtime;
    uint32_t digest;
    bool has_kind;      /* the kind of the wait is known */
    int32_t sleeps_for; /* as in struct task_details */
    int64_t left_ns;    /* when it last ran, by the scheduler's clock; -1: never */
    struct wire_wait wait;
};

struct kept_waits {
    struct kept_wait *list; /* by ascending key; keys may repeat */
    size_t count, capacity;
    size_t at; /* the first entry not passed yet */
};

/* Zero-initialise. */
struct wait_cache {
    struct kept_waits last, coming;
    uint64_t pass;    /* records::clears when `coming` was read; 0: never */
    size_t record_at; /* index in the records of this pass */
};

void wait_cache_fini(struct wait_cache *cache);

/* Called before the rows of a snapshot; `records` are those of its pass. */
void wait_cache_begin(struct wait_cache *cache, const struct records *records);

/*
 * The record of a row, whose key must not be less than that of the last call; NULL if this pass has
 * none, or none that can be compared later.
 */
const struct record_task *wait_cache_record(struct wait_cache *cache, const struct records *records,
                                            const struct task *row);

/* The cached wait of the task with this record; NULL if there is none, or it has run since. */
const struct kept_wait *wait_cache_find(struct wait_cache *cache, const struct record_task *record);

/* Stores a wait for the next snapshot; in the order of rows. 0 or -ENOMEM. */
int wait_cache_keep(struct wait_cache *cache, const struct kept_wait *wait);

/* The entry of a row that was stored for this snapshot; NULL if there is none. */
struct kept_wait *wait_cache_kept(const struct wait_cache *cache, const struct task *row);

#endif
