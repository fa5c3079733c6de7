/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WAITS_H
#define DOTPROC_SOURCE_BPF_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/ledger/ledger.h"
#include "lib/source/bpf/records.h"
#include "lib/source/bpf/wire.h"
#include "lib/task/snapshot.h"
#include "lib/task/task.h"

/* Waits of many tasks, read by waits.bpf.c and kept. */

/* The groups that it can provide. */
#define NEED_WAITS (NEED_SYSCALL | NEED_WAIT | NEED_RUN_DELAY | NEED_SWITCHES | NEED_WAITED)

/* What is known of a task's wait; a row of the ledger below. */
struct kept_wait {
    struct ledger_id id;
    uint64_t runtime; /* of the task's record, as is the digest */
    uint32_t digest;
    bool has_kind;      /* the kind of the wait is known */
    int32_t sleeps_for; /* as in struct task_details */
    int64_t left_ns;    /* when it last ran, by the scheduler's clock; -1: never */
    struct wire_wait wait;
};

/* Determines the time, by a run that reads no task. 0 or -errno. */
int waits_begin(int program, struct wire_wait_page *page);

/* Reads the first `count` of page->waits, whose TIDs are set. 0 or -errno. */
int waits_run(int program, size_t count, struct wire_wait_page *page);

/*
 * Stores what the program returned for a task, and determines the kind of its wait if it is
 * unambiguous.
 */
void waits_take(const struct wire_wait_page *page, const struct wire_wait *wait,
                struct kept_wait *kept);

/*
 * Sets those of `groups` in the task that are known; the others must be read from procfs. 0 or
 * -ENOMEM.
 */
int waits_put(const struct kept_wait *kept, uint64_t now_ns, need_t groups,
              struct snapshot *snapshot, struct task *task);

/*
 * Waits of many tasks, kept: a wait is still valid for a task that has not run since, so it is not
 * read again. A task must run to begin or end a wait, which changes its runtime and the digest of
 * its record (wire_cached). Both were the same in two passes, and the wait was read between them.
 */

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
