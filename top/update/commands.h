/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_COMMANDS_H
#define DOTPROC_TOP_UPDATE_COMMANDS_H

/*
 * What rows of keys.c name, other than questions and searches. Commands act on the current window,
 * and on the task that window_target() returns.
 */

#include "top/base/events.h"
#include "top/model/model.h"

/*
 * Sort by an enum field_id, from high to low; reverse the order; sort by the previous (-1) or the
 * next (1) field.
 */
void command_sort_by(struct model *model, int field);
void command_sort_reverse(struct model *model);
void command_sort_move(struct model *model, int by);

/* Step to the next unit, and from the last to the first. */
void command_scale_summary(struct model *model);
void command_scale_tasks(struct model *model);
void command_scale_times(struct model *model);

/* Tab: the next (1) or previous (-1) set of fields; in a pane of details its next element. */
void command_next_fields(struct model *model, int by);

void command_toggle_threads(struct model *model);
void command_toggle_colours(struct model *model);

/*
 * Scroll up (-1) or down (1), or move the cursor: by a number of tasks, at most to the last page;
 * by one row or one screen, also beyond the last page until the last task is the first on the
 * screen; to the first task and field or to the last ones.
 */
void command_scroll_rows(struct model *model, int direction, size_t rows);
void command_scroll_row(struct model *model, int direction);
void command_scroll_page(struct model *model, int direction);
void command_scroll_to_end(struct model *model, int direction);

/*
 * Scroll left (-1) or right (1) by one field; through its text, if the first one on the screen is
 * flexible.
 */
void command_scroll_columns(struct model *model, int direction);

/* forest_commands.c */
void command_toggle_forest(struct model *model); /* V */
void command_collapse(struct model *model);      /* v, in the forest or in groups */
void command_focus(struct model *model);         /* F */

/* %: by pool if there are no groups yet, and a menu of all groupings. */
void command_group(struct model *model);
void command_group_by_pool_and_wait(struct model *model); /* *: or no longer */

/* task_commands.c */

/* Space: tags the task under the cursor, or removes its tag; without a cursor reads all tasks. */
void command_tag_or_read(struct model *model, struct effects *effects);
void command_tag_subtree(struct model *model); /* K: the same for it and its descendants */
void command_untag_all(struct model *model);   /* ; */
void command_nice_down(struct model *model, struct effects *effects); /* F7: by one */
void command_nice_up(struct model *model, struct effects *effects);   /* F8 */

/* window_commands.c */
void command_choose_window(struct model *model);    /* g */
void command_rename_window(struct model *model);    /* G */
void command_hide_window(struct model *model);      /* - */
void command_hide_all_windows(struct model *model); /* _: swaps hidden and shown */
void command_lift_limits(struct model *model);      /* = */
void command_lift_all_limits(struct model *model);  /* +: of all windows */

/* summary_commands.c */
void command_next_cpu_mode(struct model *model);    /* t */
void command_next_memory_mode(struct model *model); /* m */
void command_each_cpu(struct model *model);         /* 1 */
void command_each_node(struct model *model);        /* 2 */
void command_choose_node(struct model *model);      /* 3 */
void command_adjoin_cpus(struct model *model);      /* 4: one more cell on each line */
void command_next_core_kind(struct model *model);   /* 5 */
void command_toggle_pressure(struct model *model);  /* 6 */
void command_combine_cpus(struct model *model);     /* ! */
void command_toggle_cores(struct model *model);     /* ^ */

/* lookback_commands.c */

/* The keys [ and ]: back (1) or forward (-1) by one sample; { and }: by a minute. */
void lookback_step(struct model *model, int direction);
void lookback_step_minute(struct model *model, int direction);

/*
 * @: marks the shown sample, and gives the current window fields for the differences from it.
 * Pressed again, it removes the mark, and these fields from all windows.
 */
void lookback_mark(struct model *model);

/* Escape: shows the newest sample again. */
void lookback_end(struct model *model);

#endif
