/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_GROUP_LABEL_H
#define DOTPROC_TOP_TABLE_GROUP_LABEL_H

/* What a row of a group says in place of a name. */

#include "top/model/groups.h"
#include "top/model/sample.h"
#include "top/model/window.h"

/*
 * Sets group_row::program, and the name of a group's task to the group's label, raw
 * (see escape.h). Names that are not known yet are looked up; until then the label has a number or
 * an ID. False when memory is short.
 */
bool group_label_set(struct group_row *row, enum group_by by, const struct sample *sample,
                     const struct column_context *context);

#endif
