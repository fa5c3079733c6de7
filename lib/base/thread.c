/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/thread.h"

#include <signal.h>

static sigset_t all_but_its_own(void)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGXFSZ};
    sigset_t set;

    sigfillset(&set);
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        sigdelset(&set, own[i]);
    return set;
}

int thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *), void *argument)
{
    const sigset_t blocked = all_but_its_own();
    pthread_attr_t attributes;
    sigset_t before;
    int error = pthread_attr_init(&attributes);

    if (error)
        return -error;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    error = pthread_create(thread, &attributes, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return -error;
}
