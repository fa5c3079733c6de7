/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_SCALE_H
#define DOTPROC_TOP_TABLE_SCALE_H

/* Numbers in the cells of a column. */

#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "top/model/settings.h"

/*
 * Each scale_ function appends the most exact form of a number that is at most `width` characters
 * long, without padding, or "?" when none fits. The forms are stock top's: 976.6m, 9.5g; 59:59.00,
 * then 16,39 (hours, minutes), 4d+3h, 14w+2d. The text is ASCII, so each character is a cell. Pure
 * functions.
 */

/* A size, at least in this unit; KiB have no letter. */
void scale_memory(struct buf *out, uint64_t kib, enum memory_unit unit, size_t width);

/* A count, divided by 1024 until it fits: 98k. */
void scale_count(struct buf *out, uint64_t count, size_t width);

/* A duration in this form, or in the first later one that fits. */
void scale_time(struct buf *out, uint64_t ns, enum time_form form, size_t width);

/* A percentage with `decimals` places, or with fewer if they do not fit. */
void scale_percent(struct buf *out, double percent, unsigned decimals, size_t width);

#endif
