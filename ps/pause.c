/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/pause.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "ps/i18n.h"

/* SIGINT, unless it is ignored: then nobody waits for it. */
static sigset_t interrupt(void)
{
    struct sigaction action;
    sigset_t set;

    sigemptyset(&set);
    if (sigaction(SIGINT, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(&set, SIGINT);
    return set;
}

/* Threads that are made later hold it, too. */
void pause_hold_interrupt(void)
{
    const sigset_t set = interrupt();

    sigprocmask(SIG_BLOCK, &set, NULL);
}

void pause_release_interrupt(void)
{
    const sigset_t set = interrupt();

    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* What stands on the terminal is written over by the next, and in the end by blanks. */
static void show_progress(int64_t waited_ns, int64_t whole_ns, bool done)
{
    char text[128];
    int len;

    if (!isatty(STDERR_FILENO))
        return;
    len = snprintf(text, sizeof(text), _("%lld of %lld s; ^C shows what there is"),
                   (long long)(waited_ns / NS_PER_S), (long long)(whole_ns / NS_PER_S));
    if (done)
        fprintf(stderr, "\r%*s\r", len, "");
    else
        fprintf(stderr, "\r%s", text);
}

/* Waits for a second or what is left of the time. False after ^C. */
static bool wait_a_little(int64_t left_ns)
{
    const int64_t ns = left_ns < NS_PER_S ? left_ns : NS_PER_S;
    const struct timespec pause = {(time_t)(ns / NS_PER_S), (long)(ns % NS_PER_S)};
    const sigset_t set = interrupt();

    return sigtimedwait(&set, NULL, &pause) < 0;
}

void pause_for(int64_t ns)
{
    const int64_t begun_ns = clock_ns(CLOCK_MONOTONIC);
    int64_t waited_ns = 0;

    do {
        show_progress(waited_ns, ns, false);
        if (!wait_a_little(ns - waited_ns))
            break;
        waited_ns = clock_ns(CLOCK_MONOTONIC) - begun_ns;
    } while (waited_ns < ns);
    show_progress(waited_ns, ns, true);
}
