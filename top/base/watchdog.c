/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/base/watchdog.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

/* Few terminals take longer for a frame, which is cut then. No signal waits longer. */
#define FIRST_LOOK_S 5

/* The timer's signal: by default it is ignored. */
#define TIMER_SIGNAL SIGURG

static struct {
    timer_t timer;
    bool is_open;
    void (*look)(void);
} watchdog;

static void handle(int unused)
{
    const int error = errno;

    watchdog.look();
    errno = error;
}

/* To this thread: the signal interrupts its write(2), which keeps others from the terminal. */
void watchdog_open(void (*look)(void))
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART | SA_ONSTACK};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = TIMER_SIGNAL};
    sigset_t timer;

#ifdef sigev_notify_thread_id
    event.sigev_notify_thread_id = gettid();
#else
    event._sigev_un._tid = gettid(); /* glibc has no name for it */
#endif
    sigfillset(&action.sa_mask);
    sigemptyset(&timer);
    sigaddset(&timer, TIMER_SIGNAL);
    sigprocmask(SIG_UNBLOCK, &timer, NULL); /* which a parent may have blocked */
    watchdog.look = look;
    watchdog.is_open = sigaction(TIMER_SIGNAL, &action, NULL) == 0 &&
                       timer_create(CLOCK_MONOTONIC, &event, &watchdog.timer) == 0;
}

void watchdog_watch(bool works)
{
    const struct itimerspec time = {.it_interval = {.tv_sec = 1},
                                    .it_value = {.tv_sec = works ? FIRST_LOOK_S : 0}};

    if (watchdog.is_open)
        timer_settime(watchdog.timer, 0, &time, NULL);
}
