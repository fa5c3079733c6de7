/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/keys.h"

#include "top/base/i18n.h"
#include "top/base/keys.h"
#include "top/model/bottom.h"
#include "top/model/fields.h"
#include "top/model/model.h"
#include "top/model/prompt.h"
#include "top/update/summary_acts.h"
#include "top/update/window_acts.h"

/* clang-format off */
static const struct binding bindings[] = {
    {'q', ACTION_QUIT, 0, false, "q", N_("quit")},
    {'?', ACTION_OPEN, SCREEN_HELP, false, "? h", N_("this help")},
    {'h', ACTION_OPEN, SCREEN_HELP, false, NULL, NULL},
    {' ', ACTION_REFRESH, 0, false, N_("Space Enter"), N_("read all tasks now")},
    {PRESS_ENTER, ACTION_REFRESH, 0, false, NULL, NULL},
    {'p', ACTION_TOGGLE, TOGGLE_PAUSE, false, "p", N_("pause: read no tasks until then")},

    {'P', ACTION_SORT_BY, FIELD_CPU, false, "P", N_("sort by %CPU")},
    {'M', ACTION_SORT_BY, FIELD_MEM, false, "M", N_("sort by %MEM")},
    {'N', ACTION_SORT_BY, FIELD_PID, false, "N", N_("sort by PID")},
    {'T', ACTION_SORT_BY, FIELD_TIME_PLUS, false, "T", N_("sort by TIME+")},
    {'<', ACTION_SORT_MOVE, -1, false, "< >", N_("sort by the next field to the left, right")},
    {'>', ACTION_SORT_MOVE, 1, false, NULL, NULL},
    {'R', ACTION_SORT_REVERSE, 0, false, "R", N_("reverse the order")},

    {'H', ACTION_TOGGLE, TOGGLE_THREADS, false, "H", N_("threads or processes")},
    {'c', ACTION_TOGGLE, TOGGLE_COMMAND_LINES, false, "c", N_("command lines or names")},
    {'i', ACTION_TOGGLE, TOGGLE_IDLE, false, "i", N_("hide idle tasks")},
    {'S', ACTION_TOGGLE, TOGGLE_CUMULATIVE, false, "S", N_("times with reaped children")},
    {'I', ACTION_TOGGLE, TOGGLE_SOLARIS, false, "I", N_("%CPU of one processor or of all")},
    {'u', ACTION_ASK, PROMPT_EFFECTIVE_USER, false, "u U", N_("tasks of one user: effective, any id")},
    {'U', ACTION_ASK, PROMPT_ANY_USER, false, NULL, NULL},
    {'o', ACTION_ASK, PROMPT_FILTER_ANY_CASE, false, "o O", N_("tasks by the text of a field; O minds the case")},
    {'O', ACTION_ASK, PROMPT_FILTER_CASE, false, NULL, NULL},
    {PRESS_CTRL_O, ACTION_ASK, PROMPT_FILTERS_SHOWN, false, "^O", N_("the filters in use")},
    {'n', ACTION_ASK, PROMPT_MAX_TASKS, false, "n #", N_("show so many tasks at most")},
    {'#', ACTION_ASK, PROMPT_MAX_TASKS, false, NULL, NULL},
    {'=', ACTION_WINDOW, WINDOW_LIFT_LIMITS, false, "= +", N_("lift all limits, scroll back: one window, all windows")},
    {'+', ACTION_WINDOW, WINDOW_LIFT_ALL, false, NULL, NULL},

    {'A', ACTION_WINDOW, WINDOW_ALTERNATE, false, "A", N_("alternate display: all windows share the screen")},
    {'a', ACTION_WINDOW, WINDOW_NEXT, false, "a w", N_("next, previous window")},
    {'w', ACTION_WINDOW, WINDOW_PREVIOUS, false, NULL, NULL},
    {'g', ACTION_WINDOW, WINDOW_CHOOSE, false, "g G", N_("choose a window, name the current one")},
    {'G', ACTION_WINDOW, WINDOW_RENAME, false, NULL, NULL},
    {'-', ACTION_WINDOW, WINDOW_HIDE, false, "- _", N_("hide or show the window, hidden for shown")},
    {'_', ACTION_WINDOW, WINDOW_HIDE_ALL, false, NULL, NULL},
    {'L', ACTION_ASK, PROMPT_LOCATE, false, "L &", N_("look for a text, look for it again")},
    {'&', ACTION_LOCATE_NEXT, 0, false, NULL, NULL},
    {'/', ACTION_ASK, PROMPT_SEARCH, false, "/", N_("look for a text while it is typed")},
    {'V', ACTION_FOREST, 0, false, "V", N_("children below their parents")},
    {'v', ACTION_COLLAPSE, 0, false, "v F", N_("there: hide the first task's children, see no others")},
    {'F', ACTION_FOCUS, 0, false, NULL, NULL},

    {'l', ACTION_TOGGLE, TOGGLE_LOAD_LINE, false, "l ~", N_("load line, what reading the tasks costs")},
    {'~', ACTION_TOGGLE, TOGGLE_SCAN_LINE, false, NULL, NULL},
    {'t', ACTION_SUMMARY, SUMMARY_CPU_MODE, false, "t m", N_("processors, memory: figures, bars, blocks, off")},
    {'m', ACTION_SUMMARY, SUMMARY_MEMORY_MODE, false, NULL, NULL},
    {'1', ACTION_SUMMARY, SUMMARY_EACH_CPU, false, "1", N_("each processor or all together")},
    {'2', ACTION_SUMMARY, SUMMARY_NODES, false, "2 3", N_("NUMA nodes, the processors of one node")},
    {'3', ACTION_SUMMARY, SUMMARY_ONE_NODE, false, NULL, NULL},
    {'4', ACTION_SUMMARY, SUMMARY_ADJOIN, false, "4 !", N_("more processors in a line, as one")},
    {'!', ACTION_SUMMARY, SUMMARY_COMBINE, false, NULL, NULL},
    {'5', ACTION_SUMMARY, SUMMARY_CORE_KIND, false, "5 ^", N_("P-cores, E-cores or both; cores, not processors")},
    {'^', ACTION_SUMMARY, SUMMARY_CORES, false, NULL, NULL},
    {'E', ACTION_SCALE, SCALED_SUMMARY, false, "E e", N_("memory unit: summary, tasks")},
    {'e', ACTION_SCALE, SCALED_TASKS, false, NULL, NULL},
    {'x', ACTION_TOGGLE, TOGGLE_MARK_SORT, false, "x y", N_("mark the sort field, running tasks")},
    {'y', ACTION_TOGGLE, TOGGLE_MARK_RUNNING, false, NULL, NULL},
    {'b', ACTION_TOGGLE, TOGGLE_MARK_REVERSE, false, "b B", N_("marks in bold or reverse, no bold text at all")},
    {'B', ACTION_TOGGLE, TOGGLE_BOLD, false, NULL, NULL},
    {'W', ACTION_SAVE, 0, false, "W", N_("save all this as the configuration")},
    {'z', ACTION_TOGGLE, TOGGLE_COLOURS, false, "z Z", N_("colours on or off, choose colours")},
    {'Z', ACTION_OPEN, SCREEN_COLOURS, false, NULL, NULL},
    {'f', ACTION_OPEN, SCREEN_FIELDS, false, "f", N_("choose fields, their order and the sort field")},
    {'J', ACTION_TOGGLE, TOGGLE_NUMBERS_LEFT, false, "J j", N_("justify numbers to the left, text to the right")},
    {'j', ACTION_TOGGLE, TOGGLE_TEXT_RIGHT, false, NULL, NULL},
    {'X', ACTION_ASK, PROMPT_EXTRA_WIDTH, false, "X", N_("make some fields wider")},
    {'0', ACTION_TOGGLE, TOGGLE_ZEROS, false, "0 ^E", N_("leave zeros out, coarser CPU times")},
    {PRESS_CTRL_E, ACTION_SCALE, SCALED_TIMES, false, NULL, NULL},

    {'d', ACTION_ASK, PROMPT_DELAY, true, "d s", N_("change the delay")},
    {'s', ACTION_ASK, PROMPT_DELAY, true, NULL, NULL},
    {'k', ACTION_ASK, PROMPT_KILL_TASK, true, "k", N_("send a signal to a task")},
    {'r', ACTION_ASK, PROMPT_RENICE_TASK, true, "r ^R", N_("change the nice value of a task, of its autogroup")},
    {PRESS_CTRL_R, ACTION_ASK, PROMPT_AUTOGROUP_TASK, true, NULL, NULL},

    {'C', ACTION_TOGGLE, TOGGLE_COORDINATES, false, "C", N_("where the table is scrolled to")},
    {'%', ACTION_POOLS, 0, false, "%", N_("threads with like names as one row, which v opens")},
    {'Y', ACTION_ASK, PROMPT_INSPECT, false, "Y", N_("inspect a task: commands and files of the configuration")},
    {PRESS_CTRL_K, ACTION_BOTTOM, BOTTOM_COMMAND_LINE, false, "^K ^N", N_("of the first task: command line, environment")},
    {PRESS_CTRL_N, ACTION_BOTTOM, BOTTOM_ENVIRONMENT, false, NULL, NULL},
    {PRESS_CTRL_G, ACTION_BOTTOM, BOTTOM_CGROUPS, false, "^G ^P", N_("control groups, namespaces")},
    {PRESS_CTRL_P, ACTION_BOTTOM, BOTTOM_NAMESPACES, false, NULL, NULL},
    {PRESS_CTRL_U, ACTION_BOTTOM, BOTTOM_GROUPS, false, "^U ^A", N_("supplementary groups, capabilities")},
    {PRESS_CTRL_A, ACTION_BOTTOM, BOTTOM_CAPABILITIES, false, NULL, NULL},
    {PRESS_CTRL_L, ACTION_BOTTOM, BOTTOM_MESSAGES, false, "^L", N_("the last messages; draws the screen afresh")},
    {PRESS_TAB, ACTION_BOTTOM_SELECT, 1, false, "Tab", N_("there: mark the next element; with Shift the one before")},
    {PRESS_BACK_TAB, ACTION_BOTTOM_SELECT, -1, false, NULL, NULL},
    {PRESS_UP, ACTION_SCROLL_ROWS, -1, false, N_("Up Down"), N_("scroll by one task")},
    {PRESS_DOWN, ACTION_SCROLL_ROWS, 1, false, NULL, NULL},
    {PRESS_PAGE_UP, ACTION_SCROLL_PAGES, -1, false, N_("PgUp PgDn"), N_("scroll by one screen")},
    {PRESS_PAGE_DOWN, ACTION_SCROLL_PAGES, 1, false, NULL, NULL},
    {PRESS_HOME, ACTION_SCROLL_ENDS, -1, false, N_("Home End"), N_("first, last task and field")},
    {PRESS_END, ACTION_SCROLL_ENDS, 1, false, NULL, NULL},
    {PRESS_LEFT, ACTION_SCROLL_COLUMNS, -1, false, N_("Left Right"), N_("scroll the fields")},
    {PRESS_RIGHT, ACTION_SCROLL_COLUMNS, 1, false, NULL, NULL},
};
/* clang-format on */

static const size_t binding_count = sizeof bindings / sizeof bindings[0];

const struct binding *binding_find(int key)
{
    for (size_t i = 0; i < binding_count; i++)
        if (bindings[i].key == key)
            return &bindings[i];
    return NULL;
}

const struct binding *binding_at(size_t index)
{
    return index < binding_count ? &bindings[index] : NULL;
}
