/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_CGROUP_TEXT_H
#define DOTPROC_TOP_SCREENS_CGROUP_TEXT_H

/* The part of the detail pane about the control group of its task. */

#include "top/screens/detail_writing.h"

/*
 * Adds the task's container, and of its group of version 2 the PSI, throttling, limits and number
 * of other processes, as far as they are known.
 */
void cgroup_text_write(struct writing *writing, const struct model *model);

#endif
