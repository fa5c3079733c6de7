/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The server that is observed: how long its requests take shows what an observer costs.
 *
 *   requests THREADS
 *
 * Each thread serves requests of its own, one after the other, and each request takes 100 us of CPU
 * time; requests go to the threads in turns. It prints "ready" and then obeys its standard input,
 * by a line each:
 *
 *   paced SECONDS      requests arrive evenly, and take half the CPU time of the CPUs it may use
 *   saturated SECONDS  a request arrives when another has been answered: four for each CPU
 *
 * The answer is a line of requests a second and of the median, 99th and 99.9th percentile of their
 * latency in us, from when a request was due to arrive. It ends with its input or its parent.
 */
#include <err.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "bench/figures.h"
#include "lib/base/units.h"
#include "tests/common/cpu.h"
#include "tests/common/small_thread.h"

#define THREADS_MAX 1000000
#define WORK_NS     100000
#define PER_CPU     4

/* A thread. Requests go to the threads in turns, so that its number and what it has served make the
 * number of its next one. */
struct worker {
    sem_t requests;
    long served;
};

static struct worker *workers;
static long thread_count;
static sem_t answered;

/* By the number of a request: when it is due, and once it is answered, how long that took. */
static double *times_us;
static long times_room;

static double us_of(int64_t ns)
{
    return (double)ns / 1e3;
}

static void *serve(void *argument)
{
    struct worker *worker = argument;

    for (;;) {
        double *time_us;

        while (sem_wait(&worker->requests) < 0)
            continue;
        time_us = &times_us[worker->served++ * thread_count + (worker - workers)];
        use_cpu_ns(WORK_NS);
        *time_us = us_of(clock_ns(CLOCK_MONOTONIC)) - *time_us;
        sem_post(&answered);
    }
    return NULL;
}

static void send_request(long number, int64_t due_ns)
{
    if (number == times_room)
        errx(EXIT_FAILURE, "more than %ld requests", times_room);
    times_us[number] = us_of(due_ns);
    sem_post(&workers[number % thread_count].requests);
}

static void await_answer(void)
{
    while (sem_wait(&answered) < 0)
        continue;
}

static void sleep_until(int64_t when_ns)
{
    const struct timespec when = {.tv_sec = when_ns / NS_PER_S, .tv_nsec = when_ns % NS_PER_S};

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL) != 0)
        continue;
}

/* Returns how many requests were sent; all have been answered. */
static long send_paced(int64_t end_ns, long cpus)
{
    const int64_t gap_ns = 2 * WORK_NS / cpus;
    int64_t due_ns = clock_ns(CLOCK_MONOTONIC);
    long sent = 0;

    for (; due_ns < end_ns; due_ns += gap_ns, sent++) {
        sleep_until(due_ns);
        send_request(sent, due_ns);
    }
    for (long i = 0; i < sent; i++)
        await_answer();
    return sent;
}

static long send_saturated(int64_t end_ns, long cpus)
{
    long sent = 0;

    for (; sent < cpus * PER_CPU; sent++)
        send_request(sent, clock_ns(CLOCK_MONOTONIC));
    while (clock_ns(CLOCK_MONOTONIC) < end_ns) {
        await_answer();
        send_request(sent++, clock_ns(CLOCK_MONOTONIC));
    }
    for (long i = 0; i < cpus * PER_CPU; i++)
        await_answer();
    return sent;
}

static void measure(long (*send_all)(int64_t, long), double seconds)
{
    const int64_t length_ns = (int64_t)(seconds * (double)NS_PER_S);
    const long cpus = count_cpus();
    size_t count;
    int64_t start_ns, took_ns;

    /* What the CPUs can do in that time, and what is under way at its end. */
    times_room = cpus * (length_ns / WORK_NS + PER_CPU + 2);
    times_us = calloc((size_t)times_room, sizeof(*times_us));
    if (!times_us)
        err(EXIT_FAILURE, "%ld requests", times_room);
    for (long i = 0; i < thread_count; i++)
        workers[i].served = 0;
    start_ns = clock_ns(CLOCK_MONOTONIC);
    count = (size_t)send_all(start_ns + length_ns, cpus);
    took_ns = clock_ns(CLOCK_MONOTONIC) - start_ns;
    if (count == 0)
        errx(EXIT_FAILURE, "no requests");
    printf("%.0f %.0f %.0f %.0f\n", (double)count * (double)NS_PER_S / (double)took_ns,
           median(times_us, count), quantile(times_us, count, 990), quantile(times_us, count, 999));
    fflush(stdout);
    free(times_us);
}

static void start_workers(void)
{
    for (long i = 0; i < thread_count; i++) {
        pthread_t thread;

        sem_init(&workers[i].requests, 0, 0);
        if (!small_thread_start(&thread, serve, &workers[i]))
            errx(EXIT_FAILURE, "no thread %ld", i);
    }
}

int main(int argc, char **argv)
{
    char line[64];

    thread_count = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (thread_count < 1 || thread_count > THREADS_MAX)
        errx(EXIT_FAILURE, "usage: requests THREADS");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    workers = calloc((size_t)thread_count, sizeof(*workers));
    if (!workers)
        err(EXIT_FAILURE, "requests");
    sem_init(&answered, 0, 0);
    start_workers();
    puts("ready");
    fflush(stdout);
    while (fgets(line, sizeof(line), stdin)) {
        const char *seconds = strchr(line, ' ');

        if (!seconds)
            errx(EXIT_FAILURE, "for how long? %s", line);
        measure(line[0] == 'p' ? send_paced : send_saturated, strtod(seconds, NULL));
    }
    return EXIT_SUCCESS;
}
