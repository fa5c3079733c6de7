/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/base/interrupts.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "top/base/watchdog.h"

static const struct {
    int number;
    unsigned interrupt;
} interrupts[] = {
    {SIGINT, INTERRUPT_BREAK},
    {SIGTERM, INTERRUPT_END},
    {SIGHUP, INTERRUPT_END},
    {SIGQUIT, INTERRUPT_END},
    {SIGPIPE, INTERRUPT_PIPE},
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

/* Set by the handler; read and cleared while the signals are blocked. */
static volatile sig_atomic_t arrived;

static int wait_error;

static void note_interrupt(int number)
{
    for (size_t i = 0; i < ARRAY_COUNT(interrupts); i++) {
        if (interrupts[i].number != number)
            continue;
        arrived |= (sig_atomic_t)interrupts[i].interrupt;
        if (interrupts[i].interrupt == INTERRUPT_END)
            watchdog_note(number);
    }
}

int interrupt_init(void)
{
    struct sigaction action = {.sa_handler = note_interrupt};
    sigset_t blocked;

    sigemptyset(&blocked);
    for (size_t i = 0; i < ARRAY_COUNT(interrupts); i++)
        sigaddset(&blocked, interrupts[i].number);
    if (sigprocmask(SIG_BLOCK, &blocked, NULL) < 0)
        return -errno;
    action.sa_mask = blocked;
    for (size_t i = 0; i < ARRAY_COUNT(interrupts); i++) {
        struct sigaction before;

        /* An ignored signal stays ignored, for nohup(1) and callers without job control. */
        if (sigaction(interrupts[i].number, NULL, &before) == 0 && before.sa_handler == SIG_IGN &&
            interrupts[i].interrupt & (INTERRUPT_END | INTERRUPT_BREAK | INTERRUPT_SUSPEND))
            continue;
        if (sigaction(interrupts[i].number, &action, NULL) < 0)
            return -errno;
    }
    return 0;
}

unsigned interrupt_wait(struct pollfd *fds, nfds_t count, int64_t timeout_ns)
{
    const struct timespec timeout = {
        .tv_sec = (time_t)(timeout_ns / NS_PER_S),
        .tv_nsec = (long)(timeout_ns % NS_PER_S),
    };
    sigset_t open, blocked;
    unsigned taken;
    int ready;

    sigemptyset(&open);
    watchdog_watch(false);
    ready = ppoll(fds, count, timeout_ns < 0 ? NULL : &timeout, &open);
    if (ready < 0) {
        if (errno != EINTR)
            wait_error = -errno;
        for (nfds_t i = 0; i < count; i++)
            fds[i].revents = 0;
    } else if (ready > 0) {
        /* ppoll(2) delivers no pending signal when a descriptor is ready. */
        sigprocmask(SIG_SETMASK, &open, &blocked);
        sigprocmask(SIG_SETMASK, &blocked, NULL);
    }
    watchdog_watch(true);
    taken = (unsigned)arrived | (wait_error ? INTERRUPT_END : 0);
    arrived = 0;
    return taken;
}

int interrupt_error(void)
{
    return wait_error;
}

/*
 * Uses the signal's default action instead of SIGSTOP: the kernel ignores it for an orphaned
 * process group, where no shell could continue the program.
 */
void interrupt_stop(void)
{
    const struct sigaction stop = {.sa_handler = SIG_DFL};
    struct sigaction before;
    sigset_t tstp, mask;

    sigemptyset(&tstp);
    sigaddset(&tstp, SIGTSTP);
    sigaction(SIGTSTP, &stop, &before);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &tstp, &mask); /* stops here */
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
}
