/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Signals as flags; some stay ignored where they were. */
#include <check.h>
#include <signal.h>

#include "tests/unit/run.h"
#include "top/base/interrupts.h"

static const struct {
    int number;
    unsigned interrupt, where_ignored;
} signals[] = {
    {SIGINT, INTERRUPT_BREAK, 0},
    {SIGHUP, INTERRUPT_END, 0},
    {SIGTSTP, INTERRUPT_SUSPEND, 0},
    {SIGPIPE, INTERRUPT_PIPE, INTERRUPT_PIPE},
    {SIGWINCH, INTERRUPT_RESIZE, INTERRUPT_RESIZE},
};

static unsigned interrupt_of(int number)
{
    ck_assert_int_eq(interrupt_init(), 0);
    raise(number);
    return interrupt_wait(NULL, 0, 0);
}

START_TEST(signals_are_flags)
{
    signal(signals[_i].number, SIG_DFL); /* whoever runs this may ignore it */
    ck_assert_uint_eq(interrupt_of(signals[_i].number), signals[_i].interrupt);
    ck_assert_uint_eq(interrupt_wait(NULL, 0, 0), 0);
}
END_TEST

START_TEST(some_stay_ignored)
{
    signal(signals[_i].number, SIG_IGN);
    ck_assert_uint_eq(interrupt_of(signals[_i].number), signals[_i].where_ignored);
}
END_TEST

TESTS("interrupts", LOOP(signals_are_flags, COUNT_OF(signals)),
      LOOP(some_stay_ignored, COUNT_OF(signals)))
