/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cost of a listing to the observed processes.
 *
 *   watched exit THREADS ROUNDS COMMAND...
 *       how long a process of so many threads takes to exit after each command has run once, in
 *       turns
 *   watched births THREADS SECONDS
 *       how long fork and exit, then making and joining a thread take, beside so many that sleep
 *
 * Prints milliseconds, a line for each command; or microseconds: median and 99 % of each.
 */
#include <err.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/births.h"
#include "bench/figures.h"
#include "tests/common/child.h"
#include "tests/common/run_silent.h"
#include "tests/common/small_thread.h"

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

/* The time from SIGKILL until the parent has reaped it. */
static double time_exit_ms(long threads, char *command)
{
    char *const arguments[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, command, NULL};
    struct rusage used;
    double start_ms;
    const pid_t child = child_start(be_crowd, &threads);

    if (child < 0)
        errx(EXIT_FAILURE, "no process of %ld threads", threads);
    if (run_silent(arguments, &used) != 0)
        errx(EXIT_FAILURE, "%s: failed", command);
    start_ms = now_ms();
    child_end(child);
    return now_ms() - start_ms;
}

static void measure_exits(long threads, size_t rounds, char **commands, size_t count)
{
    double *ms = calloc(count * rounds, sizeof(*ms));

    if (!ms)
        err(EXIT_FAILURE, "%zu rounds", rounds);
    for (size_t round = 0; round < rounds; round++)
        for (size_t i = 0; i < count; i++)
            ms[i * rounds + round] = time_exit_ms(threads, commands[i]);
    for (size_t i = 0; i < count; i++)
        printf("%.1f\n", median(ms + i * rounds, rounds));
    free(ms);
}

static void print_births(struct births births)
{
    printf("%.1f %.1f\n", births.median_us, births.p99_us);
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
    print_births(births_measure(birth_of_process_ns, seconds));
    child_end(crowd);
    make_threads(threads);
    print_births(births_measure(birth_of_thread_ns, seconds));
}

int main(int argc, char **argv)
{
    const long threads = argc > 3 ? strtol(argv[2], NULL, 10) : 0;
    const long rounds = argc > 4 ? strtol(argv[3], NULL, 10) : 0;

    if (threads > 0 && strcmp(argv[1], "exit") == 0 && rounds > 0) {
        measure_exits(threads, (size_t)rounds, argv + 4, (size_t)argc - 4);
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
