/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench/births.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/figures.h"
#include "lib/base/units.h"
#include "tests/common/small_thread.h"

#define BIRTHS_MAX 200000
#define PAUSE_NS   200000

int64_t birth_of_process_ns(void)
{
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    const pid_t child = fork();

    if (child == 0)
        _exit(EXIT_SUCCESS);
    if (child < 0 || waitpid(child, NULL, 0) != child)
        err(EXIT_FAILURE, "a process");
    return clock_ns(CLOCK_MONOTONIC) - start_ns;
}

static void *end_at_once(void *argument)
{
    return argument;
}

int64_t birth_of_thread_ns(void)
{
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    pthread_t thread;
    const int error = tiny_thread_start(&thread, end_at_once, NULL);

    if (error)
        errx(EXIT_FAILURE, "a thread: %s", strerror(error));
    pthread_join(thread, NULL);
    return clock_ns(CLOCK_MONOTONIC) - start_ns;
}

struct births births_measure(int64_t (*birth_ns)(void), double seconds)
{
    static double us[BIRTHS_MAX];
    const int64_t end_ns = clock_ns(CLOCK_MONOTONIC) + (int64_t)(seconds * 1e9);
    size_t count = 0;

    do {
        us[count++] = (double)birth_ns() / 1e3;
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    } while (count < BIRTHS_MAX && clock_ns(CLOCK_MONOTONIC) < end_ns);
    return (struct births){median(us, count), quantile(us, count, 990)};
}
