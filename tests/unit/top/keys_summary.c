/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keys about the summary, and about when and in which units things are shown. */
#include "tests/unit/top/keys.h"

#include "tests/unit/run.h"

static const struct key_case cases[] = {
    {"l", " no-load"},
    {"~", " scan-line"},
    {"~ ~", ""},
    {"D", " no-ended says"},
    {"D D", " says"},
    {"6", " no-pressure"},
    {"6 6", " says"}, /* it is not measured there */
    {"p", " paused"},
    {"p p", ""},
    {"p <Space>", " paused SCAN"},
    {"t", " cpus bars"},
    {"t t t", " cpus off"},
    {"t t t t", ""},
    {"m", " memory bars"},
    {"m m m", " memory off"},
    {"m m m m", ""},
    {"1", " cpu-mode each"},
    {"1 1", ""},
    {"2", " cpu-mode by-node"},
    {"2 2", ""},
    {"2 1", " cpu-mode each"},
    {"3", " prompt node of 0"},
    {"3 1 <Enter>", " cpu-mode of-node node 1"},
    {"3 1 <Enter> 2", " cpu-mode by-node node 1"},
    {"3 <Enter>", ""},
    {"3 2 <Enter>", " says"},
    {"3 x <Enter>", " says"},
    {"3 - 1 <Enter>", " says"},
    {"4", " cpu-mode each adjoining 2"},
    {"4 4", " cpu-mode each"}, /* there is no room for three */
    {"4 1", ""},
    {"2 4", " cpu-mode each adjoining 2"},
    {"3 1 <Enter> 4", " cpu-mode each node 1 adjoining 2"},
    {"4 2", " cpu-mode by-node"},
    {"4 3 1 <Enter>", " cpu-mode of-node node 1"},
    {"!", " cpu-mode each combined 2"},
    {"2 !", " cpu-mode by-node says"},
    {"1 !", " cpu-mode each combined 2"},
    {"1 ! !", " cpu-mode each"},
    {"1 ! ! !", " cpu-mode each combined 2"},
    {"1 ! =", " cpu-mode each"},
    {"^", " cpu-mode each cores"},
    {"1 ^", " cpu-mode each cores"},
    {"1 ^ ^", " cpu-mode each"},
    {"5", " says"},
    {"1 5", " cpu-mode each says"}, /* all cores are of a kind here */
    {"E", " summary-unit GiB"},
    {"E E E E E", " summary-unit KiB"},
    {"E E E E E E", ""},
    {"e", " task-unit MiB"},
    {"e e e e", " task-unit PiB"},
    {"e e e e e", ""},
};

const struct key_table keys_of_summary = {cases, COUNT_OF(cases)};
