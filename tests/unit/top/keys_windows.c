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

    {"%", " pools threads says wants"},
    {"% %", " threads says wants"},
    {"% H", " pools"},
    {"% v", " pools threads wants"}, /* the first is no pool */
    {"% V", " forest threads wants"},
    {"V %", " pools threads says wants"},
    {"*", " pools-by-wait threads says wants"},
    {"* *", " threads says wants"},
    {"* %", " pools threads says wants"},
    {"% *", " pools-by-wait threads says wants"},
    {"* V", " forest threads wants"},
    {"* f", " pools-by-wait threads says wants"},

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
