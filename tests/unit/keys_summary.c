/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keys about the summary, and about when and in which units things are shown. */
#include "tests/unit/keys.h"

#include "tests/unit/run.h"

static const struct key_case cases[] = {
    {"l", " no-load"},
    {"~", " scan-line"},
    {"~ ~", ""},
    {"p", " paused"},
    {"p p", ""},
    {"p <Space>", " paused SCAN"},
    {"t", " cpus 1"},
    {"t t t", " cpus 3"},
    {"t t t t", ""},
    {"m", " memory 1"},
    {"m m m", " memory 3"},
    {"m m m m", ""},
    {"1", " cpu-mode 1"},
    {"1 1", ""},
    {"2", " cpu-mode 2"},
    {"2 2", ""},
    {"2 1", " cpu-mode 1"},
    {"3", " prompt node of 0"},
    {"3 1 <Enter>", " cpu-mode 3 node 1"},
    {"3 1 <Enter> 2", " cpu-mode 2 node 1"},
    {"3 <Enter>", ""},
    {"3 2 <Enter>", " says"},
    {"3 x <Enter>", " says"},
    {"3 - 1 <Enter>", " says"},
    {"4", " cpu-mode 1 adjoining 2"},
    {"4 4", " cpu-mode 1"}, /* there is no room for three */
    {"4 1", ""},
    {"2 4", " cpu-mode 1 adjoining 2"},
    {"3 1 <Enter> 4", " cpu-mode 1 node 1 adjoining 2"},
    {"4 2", " cpu-mode 2"},
    {"4 3 1 <Enter>", " cpu-mode 3 node 1"},
    {"!", " says"},
    {"2 !", " cpu-mode 2 says"},
    {"1 !", " cpu-mode 1 combined 2"},
    {"1 ! !", " cpu-mode 1 combined 3"},
    {"1 ! ! !", " cpu-mode 1"},
    {"1 ! =", " cpu-mode 1"},
    {"^", " says"},
    {"1 ^", " cpu-mode 1 cores"},
    {"1 ^ ^", " cpu-mode 1"},
    {"5", " says"},
    {"1 5", " cpu-mode 1 says"}, /* all cores are of a kind here */
    {"E", " summary-unit 2"},
    {"E E E E E", " summary-unit 0"},
    {"E E E E E E", ""},
    {"e", " task-unit 1"},
    {"e e e e", " task-unit 4"},
    {"e e e e e", ""},
};

const struct key_table keys_of_summary = {cases, COUNT_OF(cases)};
