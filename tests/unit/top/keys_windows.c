/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keys about the four windows, and about rows that hide others. */
#include "tests/unit/top/keys.h"

#include "tests/unit/run.h"

static const struct key_case cases[] = {
    {"A", " alternate=yes wants"}, /* Mem and Usr are sorted by what Def does not need */
    {"A A", ""},
    {"a", " window=2"},
    {"a a a w", " window=3 wants"},
    {"a a a a", ""},
    {"w", " window=4 wants"},
    {"A w", " alternate=yes window=4 wants"},
    {"g", " prompt window of 0"},
    {"g 2", " window=2"}, /* without Enter */
    {"g <Enter>", ""},
    {"g <Esc>", ""},
    {"g 0", " says"},
    {"g 5", " says"},
    {"g x", " says"},
    {"G", " says"},
    {"A G", " alternate=yes prompt window-name of 0 wants"},
    {"A G M y <Enter>", " alternate=yes name=My wants"},
    {"A G M i n e <Enter>", " alternate=yes says wants"},
    {"A G <Enter>", " alternate=yes wants"},
    {"-", " says"},
    {"_", " says"},
    {"+", " says"},
    {"A -", " alternate=yes tasks-hidden=yes wants"},
    {"A - -", " alternate=yes wants"},
    {"A - _", " alternate=yes 2:tasks-hidden=yes 3:tasks-hidden=yes 4:tasks-hidden=yes"},
    {"A - =", " alternate=yes combined=1 wants"},
    {"A _ =", " alternate=yes combined=1 2:tasks-hidden=yes 3:tasks-hidden=yes 4:tasks-hidden=yes"},
    {"A _ +", " alternate=yes combined=1 2:combined=1 3:combined=1 4:combined=1 wants"},
    {"A i a i + w A", " combined=1 2:combined=1 3:combined=1 4:combined=1"},
    {"A i a i = w A", " idle-hidden=yes 2:combined=1"},
    {"A a <Right> w", " alternate=yes wants"}, /* each window scrolls by itself */
    {"a M a w", " window=2 sort=%MEM wants"},  /* and is sorted by itself */
    {"A - <Down> <PgDn> k <Esc>", " alternate=yes tasks-hidden=yes wants"},

    {"%", " group-by=pool threads prompt group of 0 wants"},
    {"% <Esc>", " group-by=pool threads wants"},
    {"% <Enter>", " group-by=pool threads wants"},
    {"% %", " group-by=program prompt group of 0 wants"}, /* which processes have, too */
    {"% % % % % % % % %", " group-by=pool,wait threads prompt group of 0 wants"},
    {"% % % % % % % % % %", " prompt group of 0"},                   /* all of them, and none */
    {"% <Esc> %", " group-by=pool threads prompt group of 0 wants"}, /* a look at the menu */
    {"% <Esc> % 0", ""},
    {"H % <Esc> % 0", " threads wants"},
    {"% 2", " group-by=program wants"},
    {"H % 2", " group-by=program threads wants"},
    {"% H H 2", " group-by=pool processor-lines=nodes threads wants"}, /* the menu was left */
    {"% 6", " group-by=container wants"},
    {"% 8 H", " group-by=wait threads says wants"},
    {"% *", " group-by=pool,wait threads says wants"},
    {"% 9",
     " function-keys=yes group-by=pool threads wants"}, /* no answer: the key does what it does */
    {"% H", " group-by=pool threads says wants"},
    {"% 3 H", " group-by=user threads wants"},
    {"H % <Esc> H % 0", " threads wants"},
    {"% <Esc> a", " window=2 1:group-by=pool"},
    {"% <Esc> a w", " group-by=pool threads wants"},
    {"A % <Esc> a", " alternate=yes window=2 1:group-by=pool threads wants"}, /* it is shown, too */
    {"A % <Esc> a H", " alternate=yes window=2 1:group-by=pool threads says wants"},
    {"A % <Esc> - a", " alternate=yes window=2 1:tasks-hidden=yes 1:group-by=pool wants"},
    {"% <Esc> a A", " alternate=yes window=2 1:group-by=pool threads wants"},
    {"% u", " group-by=pool threads prompt effective-user of 300 wants"},
    {"% v", " group-by=pool threads says wants"}, /* the first is no pool */
    {"% 2 v", " group-by=program open 1 wants"},
    {"% 2 v v", " group-by=program wants"},
    {"% V", " forest=yes"},
    {"V %", " group-by=pool threads prompt group of 0 wants"},
    {"*", " group-by=pool,wait threads says wants"},
    {"* *", " says"},
    {"* %", " group-by=pool,wait threads prompt group of 0 wants"},
    {"* % 1", " group-by=pool threads wants"},
    {"* V", " forest=yes"},
    {"* < < < <", " sort=avTH group-by=pool,wait threads wants"},
    {"* < < < < *", " says"}, /* tasks have no such field: the order is that of %CPU again */
    {"* < < < < R V", " forest=yes"},
    {"% <Esc> < < % 0", ""},
    {"* f", " group-by=pool,wait threads at 6 wants"},
    {"* f d q",
     " wait-fields=PID COUNT avTH WAIT WAITED %RUNQ COMMAND group-by=pool,wait threads wants"},

    {"V", " forest=yes"},
    {"V V", ""},
    {"V P", ""},
    {"V R", " ascending=yes"},
    {"V <", " sort=S"},
    {"V f <Home> s q", " sort=PID"},
    {"v", " says"},
    {"F", " says"},
    {"V v", " forest=yes collapsed 1"},
    {"V v v", " forest=yes"},
    {"V <Down> v", " forest=yes row 1"}, /* it has no children */
    {"V F", " forest=yes focus 1"},
    {"V F F", " forest=yes"},
    {"V <Down> F", " forest=yes focus 300"},
    {"V <Down> F F", " forest=yes row 1"},
    {"V <Down> F v =", " forest=yes combined=1"},
};

const struct key_table keys_of_windows = {cases, COUNT_OF(cases)};
