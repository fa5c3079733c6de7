/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/base/watchdog.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "top/base/crash_handler.h"

#define FIRST_LOOK_S 5

/* The timer's signal: by default it is ignored, so it does no harm before or after. */
#define TIMER_SIGNAL SIGURG

static struct {
    timer_t timer;
    bool is_open;
    volatile sig_atomic_t noted; /* a signal; 0: none */
} watchdog;

/* A signal that is ignored and blocked is pending nevertheless. */
static bool waits(const sigset_t *pending, int number)
{
    struct sigaction action;

    return sigismember(pending, number) == 1 && sigaction(number, NULL, &action) == 0 &&
           action.sa_handler != SIG_IGN;
}

static void look(int unused)
{
    static const int ending[] = {SIGTERM, SIGHUP, SIGQUIT, SIGINT};
    const int error = errno;
    sigset_t pending;

    if (watchdog.noted)
        crash_handler_end_by(watchdog.noted);
    sigpending(&pending);
    for (size_t i = 0; i < ARRAY_COUNT(ending); i++)
        if (waits(&pending, ending[i]))
            crash_handler_end_by(ending[i]);
    errno = error;
}

/* Interrupts this thread: the terminal cannot be reset while another one writes to it. */
void watchdog_open(void)
{
    struct sigaction action = {.sa_handler = look, .sa_flags = SA_RESTART | SA_ONSTACK};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = TIMER_SIGNAL};

#ifdef sigev_notify_thread_id
    event.sigev_notify_thread_id = gettid();
#else
    event._sigev_un._tid = gettid(); /* glibc has no name for it */
#endif
    sigfillset(&action.sa_mask);
    watchdog.is_open = sigaction(TIMER_SIGNAL, &action, NULL) == 0 &&
                       timer_create(CLOCK_MONOTONIC, &event, &watchdog.timer) == 0;
}

void watchdog_close(void)
{
    if (watchdog.is_open)
        timer_delete(watchdog.timer);
    watchdog.is_open = false;
}

void watchdog_watch(bool works)
{
    const struct itimerspec time = {.it_interval = {.tv_sec = 1},
                                    .it_value = {.tv_sec = works ? FIRST_LOOK_S : 0}};

    if (watchdog.is_open)
        timer_settime(watchdog.timer, 0, &time, NULL);
}

void watchdog_note(int number)
{
    if (!watchdog.noted)
        watchdog.noted = number;
}
