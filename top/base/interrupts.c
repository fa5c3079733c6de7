/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/base/interrupts.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/resources.h"
#include "lib/base/units.h"
#include "top/base/terminal_reset.h"
#include "top/base/watchdog.h"

/*
 * Who ends top by a signal. The main loop does when it next waits, in order and with status 0:
 * interrupt_take_end(). Where it does not get round to that, top resets the terminal and ends by
 * the signal itself:
 *
 *     the loop has been at work too long, as in a write(2) that blocks   watchdog.c
 *     top waits for the terminal, in the background                      foreground_await()
 *     the signal is none of interrupts[]                                 terminal_reset.c, at once
 *
 * An inspection that runs takes SIGINT before the loop: inspector_interrupt(), and top goes on.
 *
 * Batch mode has no screen to give back: it does not call terminal_reset_open(), so a signal of the
 * last line ends it by default. It waits for the terminal only under stty(1)'s tostop; without that
 * the loop ends it in the background, too.
 */

#define ENDS (INTERRUPT_END | INTERRUPT_BREAK)

static const struct {
    int number;
    unsigned interrupt;
} interrupts[] = {
    {SIGINT, INTERRUPT_BREAK},
    {SIGTERM, INTERRUPT_END},
    {SIGHUP, INTERRUPT_END},
    {SIGQUIT, INTERRUPT_END},
    {SIGPIPE, INTERRUPT_END},
    {SIGTSTP, INTERRUPT_SUSPEND},
    {SIGWINCH, INTERRUPT_RESIZE},
    {SIGCONT, INTERRUPT_RESUME},
    /*
     * Not sent to top as a rule, but by default they would end it without a reset of the terminal.
     */
    {SIGALRM, INTERRUPT_END},
    {SIGUSR1, INTERRUPT_END},
    {SIGUSR2, INTERRUPT_END},
    {SIGVTALRM, INTERRUPT_END},
    {SIGPROF, INTERRUPT_END},
    {SIGIO, INTERRUPT_END},
    {SIGXCPU, INTERRUPT_END},
    {SIGPWR, INTERRUPT_END},
};

/* INTERRUPT_* bits, set by the handler; read and cleared while the signals are blocked. */
static volatile sig_atomic_t arrived;

/* The first signal taken that ends the program, which may not get round to it; 0: none yet. */
static volatile sig_atomic_t ending_signal;

static int wait_error;

static void note_end(int number)
{
    if (!ending_signal)
        ending_signal = number;
}

/* INTERRUPT_BREAK ends the program only when interrupt_take_end() takes it. */
static void note_interrupt(int number)
{
    for (size_t i = 0; i < ARRAY_COUNT(interrupts); i++) {
        if (interrupts[i].number != number)
            continue;
        arrived |= (sig_atomic_t)interrupts[i].interrupt;
        if (interrupts[i].interrupt & INTERRUPT_END)
            note_end(number);
    }
}

int interrupt_init(void)
{
    struct sigaction action = {.sa_handler = note_interrupt};
    sigset_t blocked;

    sigemptyset(&blocked);
    for (size_t i = 0; i < ARRAY_COUNT(interrupts); i++)
        sigaddset(&blocked, interrupts[i].number);
    if (is_first_of_namespace()) {
        sigaddset(&blocked, SIGTTIN);
        sigaddset(&blocked, SIGTTOU);
    }
    if (sigprocmask(SIG_BLOCK, &blocked, NULL) < 0)
        return -errno;
    action.sa_mask = blocked;
    for (size_t i = 0; i < ARRAY_COUNT(interrupts); i++) {
        /*
         * One that would end or stop top stays ignored, for nohup(1) and callers without job
         * control; but not PIPE, which programs ignore for themselves and their children inherit.
         */
        if (interrupts[i].number != SIGPIPE &&
            interrupts[i].interrupt & (ENDS | INTERRUPT_SUSPEND) &&
            signal_is_ignored(interrupts[i].number))
            continue;
        if (sigaction(interrupts[i].number, &action, NULL) < 0)
            return -errno;
    }
    return 0;
}

unsigned interrupt_wait(struct pollfd *fds, nfds_t count, int64_t timeout_ns)
{
    const struct timespec timeout = timespec_of(timeout_ns);
    sigset_t none, blocked;
    unsigned taken;
    int ready;

    sigemptyset(&none);
    watchdog_watch(false);
    ready = ppoll(fds, count, timeout_ns < 0 ? NULL : &timeout, &none);
    if (ready < 0) {
        if (errno != EINTR)
            wait_error = -errno;
        for (nfds_t i = 0; i < count; i++)
            fds[i].revents = 0;
    } else if (ready > 0) {
        /* ppoll(2) delivers no pending signal when a descriptor is ready. */
        sigprocmask(SIG_SETMASK, &none, &blocked);
        sigprocmask(SIG_SETMASK, &blocked, NULL);
    }
    watchdog_watch(true);
    taken = (unsigned)arrived | (wait_error ? INTERRUPT_END : 0);
    arrived = 0;
    return taken;
}

bool interrupt_take_end(unsigned taken)
{
    if (taken & INTERRUPT_BREAK)
        note_end(SIGINT);
    return taken & ENDS;
}

int interrupt_error(void)
{
    return wait_error;
}

/* SIGINT counts, also if an inspection would have taken it: the loop did not get round to that. */
void interrupt_end_if_signalled(void)
{
    sigset_t pending;

    if (ending_signal)
        terminal_reset_end_by(ending_signal);
    sigpending(&pending);
    for (size_t i = 0; i < ARRAY_COUNT(interrupts); i++) {
        const int number = interrupts[i].number;

        /* One that is ignored is pending, too, if it is blocked. */
        if (interrupts[i].interrupt & ENDS && sigismember(&pending, number) == 1 &&
            !signal_is_ignored(number))
            terminal_reset_end_by(number);
    }
}
