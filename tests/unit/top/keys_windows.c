/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keys about the four windows, and about rows that hide others. */
#include "tests/unit/top/keys.h"

#include "tests/unit/run.h"

static const struct key_case cases[] = {
    {"A", " alternate wants"}, /* Mem and Usr are sorted by what Def does not need */
    {"A A", ""},
    {"a", " window 2"},
    {"a a a w", " window 3 wants"},
    {"a a a a", ""},
    {"w", " window 4 wants"},
    {"A w", " window 4 alternate wants"},
    {"g", " prompt window of 0"},
    {"g 2", " window 2"}, /* without Enter */
    {"g <Enter>", ""},
    {"g <Esc>", ""},
    {"g 0", " says"},
    {"g 5", " says"},
    {"g x", " says"},
    {"G", " says"},
    {"A G", " alternate prompt window-name of 0 wants"},
    {"A G M y <Enter>", " called My alternate wants"},
    {"A G M i n e <Enter>", " alternate says wants"},
    {"A G <Enter>", " alternate wants"},
    {"-", " says"},
    {"_", " says"},
    {"+", " says"},
    {"A -", " hidden 1 alternate wants"},
    {"A - -", " alternate wants"},
    {"A - _", " hidden 2 hidden 3 hidden 4 alternate"},
    {"A - =", " alternate wants"},
    {"A _ =", " hidden 2 hidden 3 hidden 4 alternate"},
    {"A _ +", " alternate wants"},
    {"A i a i + w A", ""},
    {"A i a i = w A", " busy"},
    {"A a <Right> w", " alternate wants"},    /* each window scrolls by itself */
    {"a M a w", " window 2 sort %MEM wants"}, /* and is sorted by itself */
    {"A - <Down> <PgDn> k <Esc>", " hidden 1 alternate wants"},

    {"%", " by pool threads prompt group of 0 wants"},
    {"% <Esc>", " by pool threads wants"},
    {"% <Enter>", " by pool threads wants"},
    {"% %", " by program prompt group of 0 wants"}, /* which processes have, too */
    {"% % % % % % % % %", " by pool,wait threads prompt group of 0 wants"},
    {"% % % % % % % % % %", " prompt group of 0"},             /* all of them, and none */
    {"% <Esc> %", " by pool threads prompt group of 0 wants"}, /* a look at the menu */
    {"% <Esc> % 0", ""},
    {"H % <Esc> % 0", " threads wants"},
    {"% 2", " by program wants"},
    {"H % 2", " by program threads wants"},
    {"% H H 2", " cpu-mode by-node by pool threads wants"}, /* the menu was left */
    {"% 6", " by container wants"},
    {"% 8 H", " by wait wants"},
    {"% *", " by pool,wait threads says wants"},
    {"% 9", " by pool threads function-keys wants"}, /* no answer: the key does what it does */
    {"% H", " by pool wants"},
    {"% 3 H", " by user threads wants"},
    {"% u", " by pool threads prompt effective-user of 300 wants"},
    {"% v", " by pool threads wants"}, /* the first is no pool */
    {"% 2 v", " by program open 1 wants"},
    {"% 2 v v", " by program wants"},
    {"% V", " forest"},
    {"V %", " by pool threads prompt group of 0 wants"},
    {"*", " by pool,wait threads says wants"},
    {"* *", " says"},
    {"* %", " by pool,wait threads prompt group of 0 wants"},
    {"* % 1", " by pool threads wants"},
    {"* V", " forest"},
    {"* f", " by pool,wait threads at 6 wants"},
    {"* f d q", " by pool,wait threads wants"},

    {"V", " forest"},
    {"V V", ""},
    {"V P", ""},
    {"V R", " ascending"},
    {"V <", " sort S"},
    {"V f <Home> s q", " sort PID"},
    {"v", " says"},
    {"F", " says"},
    {"V v", " forest collapsed 1"},
    {"V v v", " forest"},
    {"V <Down> v", " row 1 forest"}, /* it has no children */
    {"V F", " forest focus 1"},
    {"V F F", " forest"},
    {"V <Down> F", " forest focus 300"},
    {"V <Down> F F", " row 1 forest"},
    {"V <Down> F v =", " forest"},
};

const struct key_table keys_of_windows = {cases, COUNT_OF(cases)};
