/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WAIT_CACHE_H
#define DOTPROC_SOURCE_BPF_WAIT_CACHE_H

/*
 * What tasks waited for when they were last asked: of those that have not run since it is still
 * true, so they are not asked again. A task begins and ends a wait by running, which changes its
 * runtime and the digest of its record (wire_cached): both passes saw it with the same ones, and it
 * was asked between them.
 *
 * For each snapshot: wait_cache_begin(), then for its rows in order wait_cache_find(), and
 * wait_cache_keep() of every row that has an answer, old or new.
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
    int64_t left_ns;    /* when it last ran, by the scheduler's clock; -1: it never has */
    struct wire_wait wait;
};

struct kept_waits {
    struct kept_wait *list; /* by ascending key; a key may be there twice */
    size_t count, capacity;
    size_t at; /* the first that has not been passed */
};

/* Zero-initialise. */
struct wait_cache {
    struct kept_waits last, coming;
    uint64_t pass;    /* records::clears when `coming` was asked; 0: nothing was */
    size_t record_at; /* among the records of this pass */
};

void wait_cache_fini(struct wait_cache *cache);

/* Before the rows of a snapshot; the pass is that of these records. */
void wait_cache_begin(struct wait_cache *cache, const struct records *records);

/*
 * The record of a row, whose key must not be less than that of the row before; NULL: this pass
 * brought none, or none that can be compared later.
 */
const struct record_task *wait_cache_record(struct wait_cache *cache, const struct records *records,
                                            const struct task *row);

/* What was kept of the task with this record; NULL if nothing was, or it has run since. */
const struct kept_wait *wait_cache_find(struct wait_cache *cache, const struct record_task *record);

/* Keeps an answer for the next snapshot; in the order of the rows. 0 or -ENOMEM. */
int wait_cache_keep(struct wait_cache *cache, const struct kept_wait *wait);

/* That of a row which was kept in this snapshot; NULL if it was not. */
struct kept_wait *wait_cache_kept(const struct wait_cache *cache, const struct task *row);

#endif
