/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_GUARDED_FILL_H
#define DOTPROC_TOP_WORK_GUARDED_FILL_H

/*
 * Some files access the memory of a task, and block their reader while another process holds the
 * lock of that memory (mmap_lock).
 */

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "top/work/worker_pool.h"

/* A process counts as stuck when reading one of these files takes longer than this. */
#define STUCK_AFTER_NS NS_PER_S

/* How long the end of the program waits for other reads of tasks. */
#define CLOSE_LIMIT_NS (2 * NS_PER_S)

/*
 * source_fill() by a worker, or NULL for a caller that may wait. When another worker is stuck with
 * the process, the groups that may block stay empty.
 */
int guarded_fill(struct worker *worker, struct source *source, struct snapshot *snapshot,
                 struct task *task, need_t need);

#endif
