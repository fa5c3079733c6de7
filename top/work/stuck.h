/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_STUCK_H
#define DOTPROC_TOP_WORK_STUCK_H

/*
 * Some files look into the memory of a task, and keep their reader waiting for as long as somebody
 * else has that locked.
 */

#include "lib/base/units.h"
#include "lib/task/need.h"

/* What may be asked of a task that is known to be stuck: these files do not look there. */
#define NEED_NEVER_BLOCKS (NEED_SCANNED | NEED_CGROUP | NEED_WCHAN)

/* So long a file is waited for before its task counts as stuck. */
#define STUCK_AFTER_NS NS_PER_S

#endif
