/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_ACTS_H
#define DOTPROC_TOP_UPDATE_ACTS_H

/* What keys of the task screen do to the model: functions for rows of keys.c. */

#include "top/model/model.h"

/* By an enum field_id from high to low; the other way round; by the field beside: -1 or 1. */
void act_sort_by(struct model *model, int field);
void act_sort_reverse(struct model *model);
void act_sort_move(struct model *model, int by);

/* The next unit, and from the last to the first. */
void act_scale_summary(struct model *model);
void act_scale_tasks(struct model *model);
void act_scale_times(struct model *model);

void act_toggle_colours(struct model *model);

/* Up (-1) or down (1): by so many tasks, by one, by a screen; to the first task and field or the
 * last ones. */
void act_scroll_rows(struct model *model, int direction, size_t rows);
void act_scroll_row(struct model *model, int direction);
void act_scroll_page(struct model *model, int direction);
void act_scroll_to_end(struct model *model, int direction);

/* Field by field, and when a flexible one comes first, through its text. */
void act_scroll_columns(struct model *model, int direction);

#endif
