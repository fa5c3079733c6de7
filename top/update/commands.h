/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_COMMANDS_H
#define DOTPROC_TOP_UPDATE_COMMANDS_H

/*
 * The commands behind keys of the task screen: functions for rows of keys.c. They act on the
 * current window, and on the first task on the screen.
 */

#include "top/model/model.h"

/* Sort by an enum field_id from high to low; reverse the order; by the next field (-1 or 1). */
void command_sort_by(struct model *model, int field);
void command_sort_reverse(struct model *model);
void command_sort_move(struct model *model, int by);

/* Step to the next unit, and from the last to the first. */
void command_scale_summary(struct model *model);
void command_scale_tasks(struct model *model);
void command_scale_times(struct model *model);

void command_toggle_threads(struct model *model);
void command_toggle_colours(struct model *model);

/*
 * Scroll up (-1) or down (1): by a number of tasks, to the last page; by one or by a screen, also
 * beyond that page to the last task; to the first task and field or to the last ones.
 */
void command_scroll_rows(struct model *model, int direction, size_t rows);
void command_scroll_row(struct model *model, int direction);
void command_scroll_page(struct model *model, int direction);
void command_scroll_to_end(struct model *model, int direction);

/* Scrolls field by field; when the first one is flexible, through its text. */
void command_scroll_columns(struct model *model, int direction);

/* forest_commands.c */
void command_toggle_forest(struct model *model); /* V */
void command_collapse(struct model *model);      /* v, in the forest or in pools */
void command_focus(struct model *model);         /* F */

/* % *: pools by names alone (0), or apart by what their threads wait for (1). */
void command_toggle_pools(struct model *model, int by_wait);

/* window_commands.c */
void command_choose_window(struct model *model);    /* g */
void command_rename_window(struct model *model);    /* G */
void command_hide_window(struct model *model);      /* - */
void command_hide_all_windows(struct model *model); /* _: hides the shown, shows the hidden ones */
void command_lift_limits(struct model *model);      /* = */
void command_lift_all_limits(struct model *model);  /* +: of all windows */

/* summary_commands.c */
void command_next_cpu_mode(struct model *model);    /* t */
void command_next_memory_mode(struct model *model); /* m */
void command_each_cpu(struct model *model);         /* 1 */
void command_each_node(struct model *model);        /* 2 */
void command_choose_node(struct model *model);      /* 3 */
void command_adjoin_cpus(struct model *model);      /* 4: one more in a line */
void command_next_core_kind(struct model *model);   /* 5 */
void command_toggle_pressure(struct model *model);  /* 6 */
void command_combine_cpus(struct model *model);     /* ! */
void command_toggle_cores(struct model *model);     /* ^ */

#endif
