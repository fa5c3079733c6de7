/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/worker_thread.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/thread.h"
#include "lib/base/units.h"
#include "top/base/clock.h"
#include "top/base/signals.h"

/* Enough for any of them. */
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

int worker_thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    struct start *start = malloc(sizeof(*start));
    int result;

    if (!start)
        return -ENOMEM;
    *start = (struct start){run, argument};
    result = thread_start(thread, STACK_BYTES, begin, start);
    if (result < 0)
        free(start);
    return result;
}

bool worker_thread_join_within(pthread_t thread, int64_t limit_ns)
{
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end); /* the clock of pthread_timedjoin_np(3) */
    limit_ns += end.tv_nsec;
    end.tv_sec += limit_ns / NS_PER_S;
    end.tv_nsec = limit_ns % NS_PER_S;
    if (pthread_timedjoin_np(thread, NULL, &end) == 0)
        return true;
    pthread_detach(thread); /* it frees its stack if it ends before the program */
    return false;
}
