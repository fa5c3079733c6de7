/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include "lib/text/i18n.h"
#include "top/screens/detail_pane.h"
#include "top/screens/screens.h"

static const struct effects quit = {.quit = true};
static const struct effects scan = {.scan = true};
static const struct effects redraw = {.redraw = true};
static const struct effects save = {.action = ACTION_SAVE};

static void open_help(struct model *model);
static void open_keys(struct model *model);

/* clang-format off */
const struct binding task_keys[] = {
    {.key = 'q', .label = "q", .help = N_("quit"), .effects = &quit},
    {.key = '?', .label = "? h", .help = N_("help by what keys are for, all keys"), .act = open_help},
    {.key = 'h', .act = open_keys},
    {.key = ' ', .label = N_("Space Enter"), .help = N_("read all tasks now; Space with a cursor: tag its task"), .act_outside = command_tag_or_read},
    {.key = PRESS_ENTER, .effects = &scan},
    {.key = 'K', .label = "K ;", .help = N_("tag a task with its descendants; remove all tags"), .act = command_tag_subtree},
    {.key = ';', .act = command_untag_all},
    {.key = 'p', .label = "p", .help = N_("pause: read no tasks until then"), .toggle = {OF_MODEL(paused)}},

    {.key = 'P', .label = "P", .help = N_("sort by %CPU"), .act_on = command_sort_by, .argument = FIELD_CPU},
    {.key = 'M', .label = "M", .help = N_("sort by %MEM"), .act_on = command_sort_by, .argument = FIELD_MEM},
    {.key = 'N', .label = "N", .help = N_("sort by PID"), .act_on = command_sort_by, .argument = FIELD_PID},
    {.key = 'T', .label = "T", .help = N_("sort by TIME+"), .act_on = command_sort_by, .argument = FIELD_TIME_PLUS},
    {.key = '<', .label = "< >", .help = N_("sort by the next field to the left, right"), .act_on = command_sort_move, .argument = -1},
    {.key = '>', .act_on = command_sort_move, .argument = 1},
    {.key = 'R', .label = "R", .help = N_("reverse the order"), .act = command_sort_reverse},

    {.key = 'H', .label = "H", .help = N_("threads or processes"), .act = command_toggle_threads},
    {.key = 'c', .label = "c", .help = N_("command lines or names"), .toggle = {OF_WINDOW(command_lines)}},
    {.key = 'i', .label = "i", .help = N_("hide idle tasks"), .toggle = {OF_WINDOW(idle_hidden)}},
    {.key = 'S', .label = "S", .help = N_("times with reaped children"), .toggle = {OF_WINDOW(cumulative), N_("Cumulative time On"), N_("Cumulative time Off")}},
    {.key = 'I', .label = "I", .help = N_("%CPU of one processor or of all"), .toggle = {OF_MODEL(settings.solaris), N_("Irix mode Off"), N_("Irix mode On")}},
    {.key = 'u', .label = "u U", .help = N_("tasks of one user: effective, any id"), .ask = &questions[QUESTION_EFFECTIVE_USER]},
    {.key = 'U', .ask = &questions[QUESTION_ANY_USER]},
    {.key = 'o', .label = "o O", .help = N_("filter by column (O: match case)"), .ask = &questions[QUESTION_FILTER_ANY_CASE]},
    {.key = 'O', .ask = &questions[QUESTION_FILTER_CASE]},
    {.key = PRESS_CTRL_O, .label = "^O", .help = N_("the filters in use"), .ask = &questions[QUESTION_FILTERS_SHOWN]},
    {.key = '\\', .label = "\\", .help = N_("filter by name, command line or PID as you type"), .act = filter_question_ask},
    {.key = 'n', .label = "n #", .help = N_("limit the number of rows"), .ask = &questions[QUESTION_MAX_TASKS]},
    {.key = '#', .ask = &questions[QUESTION_MAX_TASKS]},
    {.key = '=', .label = "= +", .help = N_("lift all limits, scroll back: one window, all windows"), .act = command_lift_limits},
    {.key = '+', .act = command_lift_all_limits},

    {.key = 'A', .label = "A", .help = N_("alternate display: all windows share the screen"), .toggle = {OF_MODEL(settings.alternate)}},
    {.key = 'a', .label = "a w", .help = N_("next, previous window"), .act_on = model_step_window, .argument = 1},
    {.key = 'w', .act_on = model_step_window, .argument = -1},
    {.key = 'g', .label = "g G", .help = N_("choose a window, name the current one"), .act = command_choose_window},
    {.key = 'G', .act = command_rename_window},
    {.key = '-', .label = "- _", .help = N_("show/hide window; swap shown and hidden"), .act = command_hide_window},
    {.key = '_', .act = command_hide_all_windows},
    {.key = 'L', .label = "L &", .help = N_("look for a text, look for it again"), .ask = &question_locate},
    {.key = '&', .act = locate_next},
    {.key = '/', .label = "/", .help = N_("look for a text while it is typed"), .act = locate_ask},
    {.key = '[', .label = "[ ]", .help = N_("look back by one refresh, forward; Esc: now"), .act_on = command_look_back, .argument = 1},
    {.key = ']', .act_on = command_look_back, .argument = -1},
    {.key = '{', .label = "{ }", .help = N_("look back by one minute, forward"), .act_on = command_look_back_minute, .argument = 1},
    {.key = '}', .act_on = command_look_back_minute, .argument = -1},
    {.key = '@', .label = "@", .help = N_("show what differs from now on: CPU time, memory, new tasks"), .act = command_mark},
    {.key = 'V', .label = "V", .help = N_("children below their parents"), .act = command_toggle_forest},
    {.key = 'v', .label = "v F", .help = N_("forest, groups: collapse, open; show only this subtree"), .act = command_collapse},
    {.key = 'F', .act = command_focus},

    {.key = 'l', .label = "l ~", .help = N_("load line; top's own cost"), .toggle = {OF_WINDOW(show_load)}},
    {.key = '~', .toggle = {OF_WINDOW(show_scan)}},
    {.key = 't', .label = "t m", .help = N_("processors, memory: figures, bars, blocks, off"), .act = command_next_cpu_mode},
    {.key = 'm', .act = command_next_memory_mode},
    {.key = '1', .label = "1", .help = N_("each processor or all together"), .act = command_each_cpu},
    {.key = '2', .label = "2 3", .help = N_("NUMA nodes, the processors of one node"), .act = command_each_node},
    {.key = '3', .act = command_choose_node},
    {.key = '4', .label = "4 !", .help = N_("CPUs per line; merge CPUs"), .act = command_adjoin_cpus},
    {.key = '!', .act = command_combine_cpus},
    {.key = '5', .label = "5 ^", .help = N_("P-cores, E-cores or both; cores, not processors"), .act = command_next_core_kind},
    {.key = '^', .act = command_toggle_cores},
    {.key = '6', .label = "6", .help = N_("PSI: time stalled on CPU, memory, I/O"), .act = command_toggle_pressure},
    {.key = 'E', .label = "E e", .help = N_("memory unit: summary, tasks"), .act = command_scale_summary},
    {.key = 'e', .act = command_scale_tasks},
    {.key = 'x', .label = "x y", .help = N_("mark the sort field, running tasks"), .toggle = {OF_WINDOW(mark_sort)}},
    {.key = 'y', .toggle = {OF_WINDOW(mark_running)}},
    {.key = 'b', .label = "b B", .help = N_("marks in bold or reverse, no bold text at all"), .toggle = {OF_WINDOW(mark_reverse)}},
    {.key = 'B', .toggle = {OF_WINDOW(bold_off)}},
    {.key = 'W', .label = "W", .help = N_("save settings"), .outside = true, .effects = &save},
    {.key = 'z', .label = "z Z", .help = N_("colours on or off, choose colours"), .act = command_toggle_colours},
    {.key = 'Z', .act = colours_open},
    {.key = 'f', .label = "f", .help = N_("choose fields, their order and the sort field"), .act = fields_open},
    {.key = 'J', .label = "J j", .help = N_("justify numbers to the left, text to the right"), .toggle = {OF_WINDOW(numbers_left)}},
    {.key = 'j', .toggle = {OF_WINDOW(text_right)}},
    {.key = 'X', .label = "X", .help = N_("make some fields wider"), .ask = &questions[QUESTION_EXTRA_WIDTH]},
    {.key = '0', .label = "0 ^E", .help = N_("leave zeros out, coarser CPU times"), .toggle = {OF_MODEL(settings.zeros_hidden)}},
    {.key = PRESS_CTRL_E, .act = command_scale_times},

    {.key = 'd', .label = "d s", .help = N_("change the delay"), .outside = true, .ask = &questions[QUESTION_DELAY]},
    {.key = 's', .outside = true, .ask = &questions[QUESTION_DELAY]},
    {.key = 'k', .label = "k", .help = N_("send a signal to a task"), .outside = true, .act_on = questions_ask_task, .argument = QUESTION_KILL_TASK},
    {.key = 'r', .label = "r ^R", .help = N_("change the nice value of a task, of its autogroup"), .outside = true, .act_on = questions_ask_task, .argument = QUESTION_RENICE_TASK},
    {.key = PRESS_CTRL_R, .outside = true, .act_on = questions_ask_task, .argument = QUESTION_AUTOGROUP_TASK},

    {.key = PRESS_F1, .label = "F1 F2 F3", .help = N_("as in htop: help, fields, search"), .act = open_help},
    {.key = PRESS_F1 + 1, .act = fields_open},
    {.key = PRESS_F1 + 2, .act = locate_ask},
    {.key = PRESS_F1 + 3, .label = "F4 F5 F6", .help = N_("filter, tree, field to sort by"), .act = filter_question_ask},
    {.key = PRESS_F1 + 4, .act = command_toggle_forest},
    {.key = PRESS_F1 + 5, .act = fields_open},
    {.key = PRESS_F1 + 6, .label = "F7 F8", .help = N_("decrease, increase the nice value by one"), .outside = true, .act_outside = command_nice_down},
    {.key = PRESS_F1 + 7, .outside = true, .act_outside = command_nice_up},
    {.key = PRESS_F1 + 8, .label = "F9 F10", .help = N_("signal, quit"), .outside = true, .act = questions_ask_signal},
    {.key = PRESS_F10, .effects = &quit},
    {.key = '\'', .label = "'", .help = N_("the mouse for top, or for the terminal to select text"), .toggle = {OF_MODEL(settings.mouse), N_("Mouse On"), N_("Mouse Off: the terminal selects text")}},
    {.key = '9', .label = "9", .help = N_("line about the function keys"), .toggle = {OF_MODEL(settings.key_bar)}},

    {.key = 'C', .label = "C", .help = N_("where the table is scrolled to"), .toggle = {OF_WINDOW(show_coordinates)}},
    {.key = 'D', .label = "D ^D", .help = N_("exited tasks: rows; list of the last minute"), .toggle = {OF_MODEL(settings.ended), N_("Exited tasks On"), N_("Exited tasks Off")}},
    {.key = PRESS_CTRL_D, .act_on = detail_pane_toggle, .argument = DETAIL_ENDED},
    {.key = '%', .label = "% *", .help = N_("group by pool, program, container ...; pools by wait"), .act = command_group},
    {.key = '*', .act = command_group_by_pool_and_wait},
    {.key = '7', .label = "7", .help = N_("map of all threads: a letter for each state or wait"), .act = map_open},
    {.key = '8', .label = "8", .help = N_("control groups: CPU, throttling, memory, I/O, pressure"), .act = cgroups_open},
    {.key = 'Y', .label = "Y", .help = N_("inspect a task: commands and files of the configuration"), .outside = true, .ask = &questions[QUESTION_INSPECT]},
    {.key = PRESS_CTRL_K, .label = "^K ^N", .help = N_("of the first task: command line, environment"), .act_on = detail_pane_toggle, .argument = DETAIL_COMMAND_LINE},
    {.key = PRESS_CTRL_N, .act_on = detail_pane_toggle, .argument = DETAIL_ENVIRONMENT},
    {.key = PRESS_CTRL_G, .label = "^G ^P", .help = N_("control groups, namespaces"), .act_on = detail_pane_toggle, .argument = DETAIL_CGROUPS},
    {.key = PRESS_CTRL_P, .act_on = detail_pane_toggle, .argument = DETAIL_NAMESPACES},
    {.key = PRESS_CTRL_U, .label = "^U ^A", .help = N_("supplementary groups, capabilities"), .act_on = detail_pane_toggle, .argument = DETAIL_GROUPS},
    {.key = PRESS_CTRL_A, .act_on = detail_pane_toggle, .argument = DETAIL_CAPABILITIES},
    {.key = PRESS_CTRL_W, .label = "^W", .help = N_("why this task waits: call, owner, stack"), .act_on = detail_pane_toggle, .argument = DETAIL_WAIT},
    {.key = PRESS_CTRL_L, .label = "^L", .help = N_("the last messages; draws the screen afresh"), .act_on = detail_pane_toggle, .argument = DETAIL_MESSAGES, .effects = &redraw},
    {.key = PRESS_TAB, .label = "Tab", .help = N_("fields about I/O, memory, waits, CPU; in a pane: next element"), .act_on = command_next_fields, .argument = 1},
    {.key = PRESS_BACK_TAB, .act_on = command_next_fields, .argument = -1},
    {.key = PRESS_UP, .label = N_("Up Down"), .help = N_("move the cursor, which stays on its task; Esc: none"), .act_on = command_scroll_row, .argument = -1},
    {.key = PRESS_DOWN, .act_on = command_scroll_row, .argument = 1},
    {.key = PRESS_PAGE_UP, .label = N_("PgUp PgDn"), .help = N_("scroll by one screen"), .act_on = command_scroll_page, .argument = -1},
    {.key = PRESS_PAGE_DOWN, .act_on = command_scroll_page, .argument = 1},
    {.key = PRESS_HOME, .label = N_("Home End"), .help = N_("first, last task and field"), .act_on = command_scroll_to_end, .argument = -1},
    {.key = PRESS_END, .act_on = command_scroll_to_end, .argument = 1},
    {.key = PRESS_LEFT, .label = N_("Left Right"), .help = N_("scroll the fields"), .act_on = command_scroll_columns, .argument = -1},
    {.key = PRESS_RIGHT, .act_on = command_scroll_columns, .argument = 1},
    {.key = 0},
};
/* clang-format on */

static void open_help(struct model *model)
{
    help_open(model, task_keys, false);
}

static void open_keys(struct model *model)
{
    help_open(model, task_keys, true);
}
