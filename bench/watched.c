/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cost of a listing to the observed processes.
 *
 *   watched exit THREADS ROUNDS COMMAND...
 *       how long a process of so many threads takes to exit after each command has run once, in
 *       turns, with its PID as $WATCHED
 *   watched births THREADS SECONDS
 *       how long fork and exit, then making and joining a thread take, beside so many that sleep
 *
 * Prints milliseconds, a line for each command; or microseconds: median and 99 % of each.
 */
#include <err.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/median.h"
#include "lib/base/units.h"
#include "tests/common/child.h"
#include "tests/common/run_silent.h"
#include "tests/common/small_thread.h"

#define COMMANDS_MAX 16
#define ROUNDS_MAX   100
#define BIRTHS_MAX   200000

/* Between two forks, so that measuring is no load. */
#define PAUSE_NS 200000

static void *end_at_once(void *argument)
{
    return argument;
}

static void make_threads(long count)
{
    pthread_t thread;

    for (long i = 1; i < count; i++) {
        const int error = tiny_thread_start(&thread, small_thread_sleep_on, NULL);

        if (error)
            errx(EXIT_FAILURE, "thread %ld: %s", i, strerror(error));
    }
}

static void be_crowd(int ready, void *argument)
{
    make_threads(*(const long *)argument);
    child_say_ready(ready);
    small_thread_sleep_on(NULL);
}

static double us_of(int64_t ns)
{
    return (double)ns / 1e3;
}

/* The time from SIGKILL until the parent has reaped it. */
static int64_t time_exit(long threads, char *command)
{
    char *const arguments[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, command, NULL};
    struct rusage used;
    int64_t start_ns;
    char number[16];
    const pid_t child = child_start(be_crowd, &threads);

    if (child < 0)
        errx(EXIT_FAILURE, "no process of %ld threads", threads);
    snprintf(number, sizeof(number), "%d", child);
    setenv("WATCHED", number, 1);
    if (run_silent(arguments, &used) != 0)
        errx(EXIT_FAILURE, "%s: failed", command);
    start_ns = (int64_t)clock_ns(CLOCK_MONOTONIC);
    child_end(child);
    return (int64_t)clock_ns(CLOCK_MONOTONIC) - start_ns;
}

static void measure_exits(long threads, int rounds, char **commands, int count)
{
    static double us[COMMANDS_MAX][ROUNDS_MAX];

    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < count; i++)
            us[i][round] = us_of(time_exit(threads, commands[i]));
    for (int i = 0; i < count; i++)
        printf("%.1f\n", median(us[i], (size_t)rounds) / 1e3);
}

/* 0 if it cannot be created. */
static int64_t time_fork(void)
{
    const int64_t start_ns = (int64_t)clock_ns(CLOCK_MONOTONIC);
    const pid_t child = fork();

    if (child == 0)
        _exit(EXIT_SUCCESS);
    return child > 0 && waitpid(child, NULL, 0) == child
               ? (int64_t)clock_ns(CLOCK_MONOTONIC) - start_ns
               : 0;
}

static int64_t time_thread(void)
{
    const int64_t start_ns = (int64_t)clock_ns(CLOCK_MONOTONIC);
    pthread_t thread;

    if (tiny_thread_start(&thread, end_at_once, NULL) != 0)
        return 0;
    pthread_join(thread, NULL);
    return (int64_t)clock_ns(CLOCK_MONOTONIC) - start_ns;
}

/* Measures for so long; prints the median and the 99th percentile. */
static void measure_births(int64_t (*time_birth)(void), double seconds)
{
    static double us[BIRTHS_MAX];
    const int64_t end_ns = (int64_t)clock_ns(CLOCK_MONOTONIC) + (int64_t)(seconds * 1e9);
    size_t count = 0;

    while (count < BIRTHS_MAX && (int64_t)clock_ns(CLOCK_MONOTONIC) < end_ns) {
        us[count] = us_of(time_birth());
        if (us[count++] == 0)
            errx(EXIT_FAILURE, "nothing can be made");
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    }
    printf("%.1f %.1f\n", median(us, count), quantile(us, count, 990));
}

/* Takes a real-time priority if allowed, so that run queue delay is not measured. */
static void hurry(void)
{
    const struct sched_param first = {.sched_priority = 50};

    if (sched_setscheduler(0, SCHED_FIFO, &first) < 0)
        warn("the times include waits for a processor");
}

/* The small process forks; threads are made in the one that has many. */
static void measure_all_births(long threads, double seconds)
{
    const pid_t crowd = child_start(be_crowd, &threads);

    if (crowd < 0)
        errx(EXIT_FAILURE, "no process of %ld threads", threads);
    hurry();
    measure_births(time_fork, seconds);
    child_end(crowd);
    make_threads(threads);
    measure_births(time_thread, seconds);
}

int main(int argc, char **argv)
{
    const long threads = argc > 3 ? strtol(argv[2], NULL, 10) : 0;

    if (argc > 4 && argc - 4 <= COMMANDS_MAX && threads > 0 && strcmp(argv[1], "exit") == 0) {
        const int rounds = (int)strtol(argv[3], NULL, 10);

        measure_exits(threads, rounds < ROUNDS_MAX ? rounds : ROUNDS_MAX, argv + 4, argc - 4);
    } else if (argc == 4 && threads > 0 && strcmp(argv[1], "births") == 0) {
        measure_all_births(threads, strtod(argv[3], NULL));
    } else {
        fputs("usage: watched exit THREADS ROUNDS COMMAND...\n"
              "       watched births THREADS SECONDS\n",
              stderr);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
