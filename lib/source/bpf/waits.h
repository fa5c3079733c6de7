/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WAITS_H
#define DOTPROC_SOURCE_BPF_WAITS_H

/* Waits of many tasks, read by waits.bpf.c. */

#include <stddef.h>

#include "lib/source/bpf/wait_cache.h"
#include "lib/task/snapshot.h"

/* The groups that it can provide. */
#define NEED_WAITS (NEED_SYSCALL | NEED_WAIT | NEED_RUN_DELAY | NEED_SWITCHES | NEED_WAITED)

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
