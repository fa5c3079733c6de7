/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_CGROUP_TEXT_H
#define DOTPROC_TOP_SCREENS_CGROUP_TEXT_H

/* What the pane of control groups says of the pressure on them: a function of the model. */

#include "top/model/model.h"

/*
 * Appends the element with this index, counted from 0: for each kind its pressure, then how often
 * the group was throttled. False, and nothing, behind the last one of what the sample has.
 */
bool cgroup_text_put(const struct model *model, size_t index, struct buf *out);

#endif
