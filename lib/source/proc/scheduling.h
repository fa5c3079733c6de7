/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SCHEDULING_H
#define DOTPROC_SOURCE_PROC_SCHEDULING_H

#include "lib/source/proc/history/stat_figures.h"

/*
 * Whether a thread that has not run has the policy and the priority that its stat showed, asked by
 * sched_getattr(2): that takes a tenth of the time of reading stat again, and leaves nothing behind
 * in the kernel that the end of the thread would have to let go of. False also where nobody says
 * so.
 */
bool scheduling_is_as_before(pid_t tid, const struct stat_figures *figures);

#endif
