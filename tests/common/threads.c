/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A load of many threads that do nothing, or little; for bench and for tests.
 *
 *   threads COUNT [PROCESSES [BUSY [WAKING [MAKING]]]]
 *
 * makes COUNT threads, leaders included, in PROCESSES processes; the first BUSY of them spin, the
 * next WAKING wake every 20 to 80 ms and work for 20 us, and the next MAKING make another thread as
 * often, which ends after as long. It prints "ready" when all are running, and exits when its
 * standard input is closed or its parent exits. Stacks are as small as possible: 16,000 threads fit
 * into a small machine.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/small_thread.h"

#define THREADS_MAX   4000000
#define PROCESSES_MAX 10000

/* Of a waking thread: how long it sleeps, and works. */
#define NAP_MIN_MS 20
#define NAP_MAX_MS 80
#define WORK_NS    20000

static void *idle_run(void *arg)
{
    for (;;)
        pause();
    return arg;
}

static void *busy_run(void *arg)
{
    volatile unsigned long *turns = arg;
    for (;;)
        ++*turns;
    return arg;
}

static void nap(unsigned *seed)
{
    long ms;

    *seed = *seed * 1103515245 + 12345;
    ms = NAP_MIN_MS + *seed / 65536 % (NAP_MAX_MS - NAP_MIN_MS);
    nanosleep(&(struct timespec){.tv_nsec = ms * NS_PER_MS}, NULL);
}

static void *waking_run(void *arg)
{
    unsigned seed = (unsigned)(uintptr_t)&seed; /* another one in each thread */

    for (;;) {
        nap(&seed);
        use_cpu_ns(WORK_NS);
    }
    return arg;
}

static void *nap_once(void *arg)
{
    unsigned seed = (unsigned)(uintptr_t)&seed;

    nap(&seed);
    return arg;
}

static void *making_run(void *arg)
{
    unsigned seed = (unsigned)(uintptr_t)&seed;

    for (;;) {
        pthread_t thread;

        nap(&seed);
        if (small_thread_start(&thread, nap_once, NULL))
            pthread_detach(thread);
    }
    return arg;
}

/* The active threads of a process; the others are idle. */
struct share {
    long threads, busy, waking, making;
};

static void *(*routine_of(const struct share *share, long index))(void *)
{
    if (index < share->busy)
        return busy_run;
    if (index < share->busy + share->waking)
        return waking_run;
    return index < share->busy + share->waking + share->making ? making_run : idle_run;
}

/* Makes all threads besides the leader, which is idle. False with errno. */
static bool threads_start(const struct share *share)
{
    static unsigned long turns;
    pthread_t thread;

    errno = 0;
    for (long i = 0; i < share->threads - 1 && !errno; i++)
        errno = tiny_thread_start(&thread, routine_of(share, i), &turns);
    return !errno;
}

/* One process of the load; writes a byte to `ready` when its threads are running. */
static int process_run(int ready, const struct share *share)
{
    if (!threads_start(share)) {
        fprintf(stderr, "threads: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    if (write(ready, "", 1) != 1)
        return EXIT_FAILURE;
    close(ready);
    idle_run(NULL);
    return EXIT_SUCCESS;
}

/* Waits until `count` processes have written; false when one ended before. */
static bool processes_wait_ready(int ready, long count)
{
    while (count > 0) {
        char bytes[256];
        ssize_t got = read(ready, bytes, sizeof(bytes));
        if (got <= 0)
            return false;
        count -= got;
    }
    return true;
}

static void input_wait_end(void)
{
    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0)
        ;
}

static void processes_end(const pid_t *pids, long count)
{
    for (long i = 0; i < count; i++)
        kill(pids[i], SIGKILL);
    for (long i = 0; i < count; i++)
        waitpid(pids[i], NULL, 0);
}

/* The part of `count` that belongs to process `index`. */
static long part_of(long count, long processes, long index)
{
    return count / processes + (index < count % processes);
}

/* Forks the load, each process with its share of it; returns how many were started. */
static long processes_start(pid_t *pids, long processes, const struct share *all, int ready[2])
{
    for (long i = 0; i < processes; i++) {
        const struct share share = {
            .threads = part_of(all->threads, processes, i),
            .busy = part_of(all->busy, processes, i),
            .waking = part_of(all->waking, processes, i),
            .making = part_of(all->making, processes, i),
        };

        pids[i] = child_fork();
        if (pids[i] == -1)
            return i;
        if (pids[i] == 0) {
            close(ready[0]);
            _exit(process_run(ready[1], &share));
        }
    }
    return processes;
}

static long number_arg(const char *text, long min, long max)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno || end == text || *end || value < min || value > max) {
        fprintf(stderr, "threads: not a number from %ld to %ld: %s\n", min, max, text);
        exit(EXIT_FAILURE);
    }
    return value;
}

int main(int argc, char **argv)
{
    static pid_t pids[PROCESSES_MAX];
    struct share all = {0};
    long processes = 1;
    if (argc < 2 || argc > 6) {
        fprintf(stderr, "usage: threads COUNT [PROCESSES [BUSY [WAKING [MAKING]]]]\n");
        return EXIT_FAILURE;
    }
    all.threads = number_arg(argv[1], 1, THREADS_MAX);
    if (argc > 2)
        processes =
            number_arg(argv[2], 1, all.threads < PROCESSES_MAX ? all.threads : PROCESSES_MAX);
    if (argc > 3)
        all.busy = number_arg(argv[3], 0, all.threads - processes);
    if (argc > 4)
        all.waking = number_arg(argv[4], 0, all.threads - processes - all.busy);
    if (argc > 5)
        all.making = number_arg(argv[5], 0, all.threads - processes - all.busy - all.waking);

    int ready[2];
    if (pipe(ready) == -1) {
        perror("threads: pipe");
        return EXIT_FAILURE;
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    long made = processes_start(pids, processes, &all, ready);
    close(ready[1]);
    bool complete = made == processes && processes_wait_ready(ready[0], processes);
    if (complete) {
        puts("ready");
        fflush(stdout);
        input_wait_end();
    } else {
        fprintf(stderr, "threads: could not make them all\n");
    }
    processes_end(pids, made);
    return complete ? EXIT_SUCCESS : EXIT_FAILURE;
}
