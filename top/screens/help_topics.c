/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/help_topics.h"

#include <stddef.h>

#include "lib/text/i18n.h"

/* With the head of the screen these are 24 lines. */
const struct help_topic help_topics[] = {
    {.text = N_("Find")},
    {"/ L", N_("a text in the table: while it is typed, in all fields"), false},
    {"o u p", N_("rows by the text of a field; of one user; pause to read them"), false},
    {"H V F", N_("threads; the forest; one subtree of it"), false},
    {"% * 7", N_("pools of threads; pools by wait; a map of all threads"), false},
    {.text = N_("Explain")},
    {"^W", N_("why a task waits: call, lock, owner, stacks"), false},
    {"Tab", N_("rates and figures about I/O, memory, waits, CPU, in turn"), false},
    {"D ^D 6", N_("exited tasks: rows, a list; pressure on the host"), false},
    {"^K ^N ^G", N_("command line, environment, control groups of a task"), false},
    {.text = N_("Act")},
    {"Space K ;", N_("tag tasks, so that the next keys act on all of them"), true},
    {"k F9", N_("send a signal"), true},
    {"r F7 F8", N_("change the nice value: to a number, by one"), true},
    {.text = N_("Look")},
    {"P M T < > R", N_("sort by CPU, memory, time, another field; reverse"), false},
    {"f c i", N_("choose fields; command lines; hide idle tasks"), false},
    {"t m 1 z 9", N_("processors, memory, each processor; colours; function keys"), false},
    {"A a g", N_("four windows on the screen; the next, another one"), false},
    {.text = N_("Save")},
    {"W", N_("save settings"), true},
    {.text = NULL},
};
