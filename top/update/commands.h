/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_COMMANDS_H
#define DOTPROC_TOP_UPDATE_COMMANDS_H

/* The commands behind keys of the task screen: functions for rows of keys.c. */

#include "top/model/model.h"

/* Sort by an enum field_id from high to low; reverse the order; by the next field (-1 or 1). */
void command_sort_by(struct model *model, int field);
void command_sort_reverse(struct model *model);
void command_sort_move(struct model *model, int by);

/* Step to the next unit, and from the last to the first. */
void command_scale_summary(struct model *model);
void command_scale_tasks(struct model *model);
void command_scale_times(struct model *model);

void command_toggle_colours(struct model *model);

/*
 * Scroll up (-1) or down (1): by a number of tasks, by one, by a screen; to the first task and
 * field or to the last ones.
 */
void command_scroll_rows(struct model *model, int direction, size_t rows);
void command_scroll_row(struct model *model, int direction);
void command_scroll_page(struct model *model, int direction);
void command_scroll_to_end(struct model *model, int direction);

/* Scrolls field by field; when the first one is flexible, through its text. */
void command_scroll_columns(struct model *model, int direction);

#endif
