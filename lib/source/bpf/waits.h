/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WAITS_H
#define DOTPROC_SOURCE_BPF_WAITS_H

/* Waits of many tasks, by runs of waits.bpf.c. */

#include <stddef.h>

#include "lib/source/bpf/wait_cache.h"
#include "lib/task/snapshot.h"

/* The groups that it brings, if need be without some of them. */
#define NEED_WAITS (NEED_SYSCALL | NEED_WAIT | NEED_RUN_DELAY | NEED_SWITCHES | NEED_WAITED)

/* Finds out the time: a run that looks at nothing. 0 or -errno. */
int waits_begin(int program, struct wire_wait_page *page);

/* Looks at the first `count` of page->waits, whose tids are set. 0 or -errno. */
int waits_run(int program, size_t count, struct wire_wait_page *page);

/*
 * Takes what the program has said of a task, which is then looked at no more: finds out the kind of
 * its wait, where that is sure.
 */
void waits_take(const struct wire_wait_page *page, const struct wire_wait *wait,
                struct kept_wait *kept);

/*
 * Puts those of `groups` into the task that are known; procfs has to be asked for the others. 0 or
 * -ENOMEM.
 */
int waits_put(const struct kept_wait *kept, uint64_t now_ns, need_t groups,
              struct snapshot *snapshot, struct task *task);

#endif
