/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/thread.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "top/base/clock.h"
#include "top/signals/crash_handler.h"

struct beginning {
    void *(*run)(void *);
    void *argument;
};

/* The other stack stands at the far end of its own, where an overflow does not come. */
static void *begin(void *argument)
{
    struct beginning beginning = *(struct beginning *)argument;
    char stack[CRASH_STACK_BYTES];

    free(argument);
    crash_handler_use_stack(stack);
    return beginning.run(beginning.argument);
}

int thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    struct beginning *beginning = malloc(sizeof(*beginning));
    sigset_t blocked, before;
    int result;

    if (!beginning)
        return -ENOMEM;
    *beginning = (struct beginning){run, argument};
    sigfillset(&blocked);
    crash_handler_unblock(&blocked);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    result = pthread_create(thread, NULL, begin, beginning);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result)
        free(beginning);
    return -result;
}

bool thread_join_within(pthread_t thread, int64_t limit_ns)
{
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end); /* the one that the call goes by */
    limit_ns += end.tv_nsec;
    end.tv_sec += limit_ns / NS_PER_S;
    end.tv_nsec = limit_ns % NS_PER_S;
    return pthread_timedjoin_np(thread, NULL, &end) == 0;
}
