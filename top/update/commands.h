/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_COMMANDS_H
#define DOTPROC_TOP_UPDATE_COMMANDS_H

/*
 * The keys of the task screen, and what rows of keys.c name: commands, questions and searches. They
 * act on the current window, and on the row that command_row() returns.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "top/model/events.h"
#include "top/model/model.h"
#include "top/screens/screens.h"
#include "top/table/table.h"

/* keys.c: the bindings, which the help shows. */
extern const struct binding task_keys[];

/* scroll_commands.c */

/*
 * Scroll up (-1) or down (1), or move the cursor: by a number of tasks, at most to the last page,
 * as the wheel does, which turns no cursor on; by one row or one screen, also beyond the last page
 * until the last task is the first on the screen; to the first task and field or to the last ones.
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

extern const struct question question_delay; /* d s */

/* Look back (1) or forward (-1): [ and ] by one sample, { and } by a minute. */
void command_look_back(struct model *model, int direction);
void command_look_back_minute(struct model *model, int direction);

/*
 * @: marks the shown sample, and gives the current window fields for the differences from it.
 * Pressed again, it removes the mark, and these fields from all windows.
 */
void command_mark(struct model *model);

/* arrange_commands.c */

/*
 * Sort by an enum field_id, from high to low; reverse the order; sort by the previous (-1) or the
 * next (1) field.
 */
void command_sort_by(struct model *model, int field);
void command_sort_reverse(struct model *model);
void command_sort_move(struct model *model, int by);

void command_toggle_threads(struct model *model); /* H */
void command_toggle_forest(struct model *model);  /* V */
void command_collapse(struct model *model);       /* v, in the forest or in groups */
void command_focus(struct model *model);          /* F */

/* %: by pool if there are no groups yet, and a menu of all groupings. */
void command_group(struct model *model);
void command_group_by_pool_and_wait(struct model *model); /* *: or no longer */

/* task_commands.c */

/* Says that the key is unknown. */
void command_refuse_unknown(struct model *model);

/* True, with a message, while only the first tasks have been read. */
bool command_refuse_partial(struct model *model);

/* Says that the row stands for exited tasks, on which no key acts. */
void command_refuse_ended(struct model *model);

/* The row that keys act on; without a task: there is none, or the cursor's task is lost. */
struct table_row command_row(const struct model *model);

/* Whether it is the row of a group, which stands for several tasks. */
bool command_target_is_group(const struct model *model);

/* The task on which keys act; NULL, with a message: there is no row, or it is of several tasks. */
const struct task *command_target(struct model *model);

/* Space: tags the task under the cursor, or removes its tag; without a cursor reads all tasks. */
void command_tag_or_read(struct model *model, struct effects *effects);
void command_tag_subtree(struct model *model); /* K: the same for it and its descendants */
void command_untag_all(struct model *model);   /* ; */

/* F7, F8: by one; with neither tags nor a cursor as r, since nothing marks the first task. */
void command_nice_down(struct model *model, struct effects *effects);
void command_nice_up(struct model *model, struct effects *effects);

/* window_commands.c */
void command_choose_window(struct model *model); /* g */
void command_rename_window(struct model *model); /* G */

/* Tab: the next (1) or previous (-1) set of fields; in a pane of details its next element. */
void command_next_fields(struct model *model, int by);

void command_hide_window(struct model *model);      /* - */
void command_hide_all_windows(struct model *model); /* _: swaps hidden and shown */

extern const struct question question_max_tasks;   /* n # */
extern const struct question question_extra_width; /* X */

void command_lift_limits(struct model *model);     /* = */
void command_lift_all_limits(struct model *model); /* +: of all windows */

/* summary_commands.c */
void command_each_cpu(struct model *model);        /* 1 */
void command_each_node(struct model *model);       /* 2 */
void command_choose_node(struct model *model);     /* 3 */
void command_adjoin_cpus(struct model *model);     /* 4: one more cell on each line */
void command_next_core_kind(struct model *model);  /* 5 */
void command_combine_cpus(struct model *model);    /* ! */
void command_toggle_cores(struct model *model);    /* ^ */
void command_toggle_pressure(struct model *model); /* 6 */
void command_toggle_ended(struct model *model);    /* D */

/* task_questions.c */
extern const struct question question_inspect; /* Y */

/* Ask which task to signal or renice, or for the value if tasks are tagged. */
void command_kill(struct model *model);             /* k */
void command_renice(struct model *model);           /* r */
void command_renice_autogroup(struct model *model); /* ^R */

/* F9: as k, but asks at once for the signal if there is a cursor. */
void command_signal(struct model *model);

/* filter_questions.c */
extern const struct question question_filter_any_case; /* o */
extern const struct question question_filter_case;     /* O */
extern const struct question question_filters_shown;   /* ^O */

/*
 * \: a filter that applies while it is typed, see table/arrange.c. The prompt begins with the
 * current filter. Enter keeps the new one, which an empty text removes; Escape restores the
 * previous filter and scroll position.
 */
void command_quick_filter(struct model *model);

/* A user, whose name others look up. */
extern const struct question question_effective_user; /* u */
extern const struct question question_any_user;       /* U */

/*
 * Applies the UID found for model->wanted_user, or shows that there is no such user, or the error:
 * 0 or -errno. Ignores a result for another name.
 */
void user_question_take_found(struct model *model, const char *name, bool known, uid_t uid,
                              int error);

/*
 * If model->wanted_user is the beginning of a name: looks for it among the owners of all tasks,
 * with each new sample and when names come. While paused the sample that is shown has to do.
 */
void user_question_find_owner(struct model *model);

/*
 * locate.c: the search for rows by text.
 *
 * The keys L, & and / search the text of a row as it is shown, from its first visible field to its
 * last. The cursor goes to the row found or, without settings.cursor, this becomes the first on the
 * screen.
 *
 * What / searches for may be an expression, see pattern.h; L, which stock top has, takes any text
 * as it is. Matches on the screen stand out until Escape.
 *
 * Fields that are shown but not read for every task, such as command lines, are requested first;
 * the search continues with the next sample.
 */

/* L: searches from the row that keys act on; "" clears the text for &. */
extern const struct question question_locate;

/* &: searches for the same text after the row that keys act on. */
void locate_next(struct model *model);

/* To be called after a new sample: continues a search that has waited for it. */
void locate_resume(struct model *model);

/*
 * /: searches while a text is typed, from the row where the search began to the last one and then
 * from the top. Up and Down go to the previous or the next match, around the ends. Escape restores
 * the position before the search.
 */
void locate_ask(struct model *model);

#endif
