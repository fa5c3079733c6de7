/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_GROUP_VALUE_H
#define DOTPROC_TOP_TABLE_GROUP_VALUE_H

#include "top/model/fields.h"
#include "top/model/window.h"

/*
 * What a field shows of a group: the sum or maximum of a figure that has one, otherwise the value
 * that all members share, or VALUE_NONE. PID is that of the only process. A text lives as long as
 * the sample and the names of the context.
 */
struct value group_value(const struct group_row *group, enum field_id id,
                         const struct column *column, const struct column_context *context);

/* The value to sort groups by. */
struct value group_sort_value(const struct group_row *group, enum field_id id,
                              const struct column *column, const struct column_context *context);

#endif
