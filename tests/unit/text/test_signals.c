/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <signal.h>

#include "lib/text/signals.h"
#include "tests/unit/run.h"

static const struct {
    int number;
    const char *name;
} names[] = {
    {SIGHUP, "HUP"},   {SIGKILL, "KILL"},   {SIGTERM, "TERM"}, {SIGCHLD, "CHLD"},
    {SIGPOLL, "POLL"}, {SIGWINCH, "WINCH"}, {SIGSYS, "SYS"},
};

LOOP(classic_names, COUNT_OF(names))
{
    ck_assert_str_eq(signal_name(names[_i].number), names[_i].name);
    ck_assert_int_eq(signal_by_name(names[_i].name), names[_i].number);
}

CASE(no_such_signal)
{
    static const int numbers[] = {-1, 0, 1000};

    for (int i = 0; i < COUNT_OF(numbers); i++)
        ck_assert_ptr_null(signal_name(numbers[i]));
    ck_assert_ptr_null(signal_name(SIGRTMAX + 1));
}

CASE(realtime_names)
{
    ck_assert_str_eq(signal_name(SIGRTMIN), "RTMIN");
    ck_assert_str_eq(signal_name(SIGRTMIN + 3), "RTMIN+03");
    ck_assert_str_eq(signal_name(SIGRTMIN + 12), "RTMIN+12");
    ck_assert_str_eq(signal_name(SIGRTMAX), "RTMAX");
}

/* Every signal has a name that leads back to it; only the C library's own ones have none. */
CASE(there_and_back)
{
    for (int number = 1; number < 32; number++)
        ck_assert_int_eq(signal_by_name(signal_name(number)), number);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
        ck_assert_int_eq(signal_by_name(signal_name(number)), number);
}

static const struct {
    const char *name;
    int number;
} spellings[] = {
    {"15", SIGTERM},
    {"0", 0},
    {"term", SIGTERM},
    {"SIGTERM", SIGTERM},
    {"sigTerm", SIGTERM},
    {"IO", SIGPOLL},
    {"CLD", SIGCHLD},
    {"SIGIOT", SIGABRT},
    {"", -1},
    {"SIG", -1},
    {"TERMS", -1},
    {"TER", -1},
    {"-1", -1},
    {"+9", -1},
    {" 9", -1},
    {"9x", -1},
    {"1000", -1},
    {"99999999999999999999", -1},
    {"RTMIN-1", -1},
    {"RTMAX+1", -1},
    {"RTMIN+", -1},
    {"RTMIN+100", -1},
    {"RTMAXX", -1},
};

LOOP(by_name, COUNT_OF(spellings))
{
    ck_assert_int_eq(signal_by_name(spellings[_i].name), spellings[_i].number);
}

CASE(realtime_by_name)
{
    ck_assert_int_eq(signal_by_name("rtmin"), SIGRTMIN);
    ck_assert_int_eq(signal_by_name("RTMIN+3"), SIGRTMIN + 3);
    ck_assert_int_eq(signal_by_name("SIGRTMIN+03"), SIGRTMIN + 3);
    ck_assert_int_eq(signal_by_name("RTMAX-2"), SIGRTMAX - 2);
}
