/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WAITS_H
#define DOTPROC_SOURCE_BPF_WAITS_H

/* Waits of many tasks, read by waits.bpf.c. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/ledger/ledger.h"
#include "lib/source/bpf/wire.h"
#include "lib/task/snapshot.h"

/* The groups that it can provide. */
#define NEED_WAITS (NEED_SYSCALL | NEED_WAIT | NEED_RUN_DELAY | NEED_SWITCHES | NEED_WAITED)

/* What is known of a task's wait; a row of the ledger of wait_cache.h. */
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

#endif
