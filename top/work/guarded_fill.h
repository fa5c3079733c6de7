/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_GUARDED_FILL_H
#define DOTPROC_TOP_WORK_GUARDED_FILL_H

/*
 * Some files look into the memory of a task, and keep their reader waiting for as long as somebody
 * else has that locked.
 */

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "top/work/worker_pool.h"

/* So long one of them is waited for before its process counts as stuck. */
#define STUCK_AFTER_NS NS_PER_S

/* So long whatever else reads tasks is waited for in the end. */
#define CLOSE_LIMIT_NS (2 * NS_PER_S)

/*
 * source_fill() by a worker, or NULL where nobody minds waiting. Of a process that another worker
 * is stuck with, the groups that may block are left empty.
 */
int guarded_fill(struct worker *worker, struct source *source, struct snapshot *snapshot,
                 struct task *task, need_t need);

#endif
