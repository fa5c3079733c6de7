/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/thread.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "lib/base/units.h"
#include "top/base/clock.h"
#include "top/signals/crash_handler.h"

/* Enough for any of them: the default is the limit of the program's own, which may be too small. */
#define STACK_BYTES BYTES_PER_MIB

struct start {
    void *(*run)(void *);
    void *argument;
};

/* The handler's stack is at the start of the thread's own, which an overflow does not reach. */
static void *begin(void *argument)
{
    struct start start = *(struct start *)argument;
    char stack[CRASH_STACK_BYTES];

    free(argument);
    crash_handler_use_stack(stack);
    return start.run(start.argument);
}

int thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    struct start *start = malloc(sizeof(*start));
    pthread_attr_t attributes;
    sigset_t blocked, before;
    int result;

    if (!start)
        return -ENOMEM;
    *start = (struct start){run, argument};
    sigfillset(&blocked);
    crash_handler_unblock(&blocked);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    result = pthread_attr_init(&attributes);
    if (result == 0) {
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
        result = pthread_create(thread, &attributes, begin, start);
        pthread_attr_destroy(&attributes);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result)
        free(start);
    return -result;
}

bool thread_join_within(pthread_t thread, int64_t limit_ns)
{
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end); /* the clock of pthread_timedjoin_np(3) */
    limit_ns += end.tv_nsec;
    end.tv_sec += limit_ns / NS_PER_S;
    end.tv_nsec = limit_ns % NS_PER_S;
    return pthread_timedjoin_np(thread, NULL, &end) == 0;
}
