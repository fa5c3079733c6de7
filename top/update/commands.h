/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_COMMANDS_H
#define DOTPROC_TOP_UPDATE_COMMANDS_H

/* What keys of the task screen do to the model: functions for rows of keys.c. */

#include "top/model/model.h"

/* By an enum field_id from high to low; the other way round; by the field beside: -1 or 1. */
void command_sort_by(struct model *model, int field);
void command_sort_reverse(struct model *model);
void command_sort_move(struct model *model, int by);

/* The next unit, and from the last to the first. */
void command_scale_summary(struct model *model);
void command_scale_tasks(struct model *model);
void command_scale_times(struct model *model);

void command_toggle_colours(struct model *model);

/* Up (-1) or down (1): by so many tasks, by one, by a screen; to the first task and field or the
 * last ones. */
void command_scroll_rows(struct model *model, int direction, size_t rows);
void command_scroll_row(struct model *model, int direction);
void command_scroll_page(struct model *model, int direction);
void command_scroll_to_end(struct model *model, int direction);

/* Field by field, and when a flexible one comes first, through its text. */
void command_scroll_columns(struct model *model, int direction);

#endif
