/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/small_thread.h"

#include <limits.h>
#include <unistd.h>

bool small_thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    pthread_attr_t attr;
    bool good;

    if (pthread_attr_init(&attr) != 0)
        return false;
    good = pthread_attr_setstacksize(&attr, (size_t)PTHREAD_STACK_MIN + 65536) == 0 &&
           pthread_create(thread, &attr, run, argument) == 0;
    pthread_attr_destroy(&attr);
    return good;
}

int tiny_thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    pthread_attr_t attr;
    int error = pthread_attr_init(&attr);

    if (error)
        return error;
    error = pthread_attr_setstacksize(&attr, (size_t)PTHREAD_STACK_MIN);
    if (!error)
        error = pthread_attr_setguardsize(&attr, 0);
    if (!error)
        error = pthread_create(thread, &attr, run, argument);
    pthread_attr_destroy(&attr);
    return error;
}

void *small_thread_sleep_on(void *unused)
{
    for (;;)
        pause();
    return unused;
}
