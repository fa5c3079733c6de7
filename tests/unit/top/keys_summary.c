/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keys about the summary, and about when and in which units things are shown. */
#include "tests/unit/top/keys.h"

#include "tests/unit/run.h"

static const struct key_case cases[] = {
    {"l", " load=no"},
    {"~", " scan=yes"},
    {"~ ~", ""},
    {"D", " ended=yes says wants"},
    {"D D", " says"},
    {"6", " pressure=no"},
    {"6 6", " says"}, /* it is not measured there */
    {"p", " paused"},
    {"p p", " SCAN"}, /* what is shown may be old */
    {"p <Space>", " paused SCAN"},
    {"t", " processors=bars"},
    {"t t t", " processors=off"},
    {"t t t t", ""},
    {"m", " memory=bars"},
    {"m m m", " memory=off"},
    {"m m m m", ""},
    {"1", " processor-lines=each"},
    {"1 1", ""},
    {"2", " processor-lines=nodes"},
    {"2 2", ""},
    {"2 1", " processor-lines=each"},
    {"3", " prompt node of 0"},
    {"3 1 <Enter>", " processor-lines=one-node node=1"},
    {"3 1 <Enter> 2", " processor-lines=nodes node=1"},
    {"3 <Enter>", ""},
    {"3 2 <Enter>", " says"},
    {"3 x <Enter>", " says"},
    {"3 - 1 <Enter>", " says"},
    {"4", " processor-lines=each adjoining=2"},
    {"4 4", " processor-lines=each"}, /* there is no room for three */
    {"4 1", ""},
    {"2 4", " processor-lines=each adjoining=2"},
    {"3 1 <Enter> 4", " processor-lines=each node=1 adjoining=2"},
    {"4 2", " processor-lines=nodes"},
    {"4 3 1 <Enter>", " processor-lines=one-node node=1"},
    {"!", " processor-lines=each combined=2"},
    {"2 !", " processor-lines=nodes says"},
    {"1 !", " processor-lines=each combined=2"},
    {"1 ! !", " processor-lines=each combined=1"},
    {"1 ! ! !", " processor-lines=each combined=2"},
    {"1 ! =", " processor-lines=each combined=1"},
    {"^", " processor-lines=each cores=yes"},
    {"1 ^", " processor-lines=each cores=yes"},
    {"1 ^ ^", " processor-lines=each"},
    {"5", " says"},
    {"1 5", " processor-lines=each says"}, /* all cores are of a kind here */
    {"E", " summary-unit=GiB"},
    {"E E E E E", " summary-unit=KiB"},
    {"E E E E E E", ""},
    {"e", " task-unit=MiB"},
    {"e e e e", " task-unit=PiB"},
    {"e e e e e", ""},
};

const struct key_table keys_of_summary = {cases, COUNT_OF(cases)};
