/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The load of the bench: many threads that do nothing.
 *
 *   threads COUNT [PROCESSES [BUSY]]
 *
 * makes COUNT threads, leaders included, in PROCESSES processes; the first BUSY of them spin.
 * It prints "ready" when all are running, and ends them when its standard input closes or its
 * parent dies. Stacks are as small as possible: 16,000 threads fit into a small machine.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/child.h"

#define THREADS_MAX   4000000
#define PROCESSES_MAX 10000

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

/* Makes `count` threads of which the first `busy` spin. False with errno. */
static bool threads_start(long count, long busy)
{
    static unsigned long turns;
    pthread_attr_t attr;
    int error = pthread_attr_init(&attr);
    if (!error)
        error = pthread_attr_setstacksize(&attr, (size_t)PTHREAD_STACK_MIN);
    if (!error) /* a guard page would be a second mapping a thread, of which there are 65,530 */
        error = pthread_attr_setguardsize(&attr, 0);
    for (long i = 0; i < count && !error; i++) {
        pthread_t thread;
        error = pthread_create(&thread, &attr, i < busy ? busy_run : idle_run, &turns);
    }
    pthread_attr_destroy(&attr);
    errno = error;
    return !error;
}

/* One process of the load; writes a byte to `ready` when its threads are running. */
static int process_run(int ready, long threads, long busy)
{
    /* The leader is one of the threads, and idle. */
    if (!threads_start(threads - 1, busy)) {
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

/* Forks the load, each process with its share of the threads; returns how many were started. */
static long processes_start(pid_t *pids, long processes, long threads, long busy, int ready[2])
{
    for (long i = 0; i < processes; i++) {
        long share = threads / processes + (i < threads % processes);
        long busy_share = busy / processes + (i < busy % processes);
        pids[i] = child_fork();
        if (pids[i] == -1)
            return i;
        if (pids[i] == 0) {
            close(ready[0]);
            _exit(process_run(ready[1], share, busy_share));
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
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "usage: threads COUNT [PROCESSES [BUSY]]\n");
        return EXIT_FAILURE;
    }
    long threads = number_arg(argv[1], 1, THREADS_MAX);
    long processes = 1;
    if (argc > 2)
        processes = number_arg(argv[2], 1, threads < PROCESSES_MAX ? threads : PROCESSES_MAX);
    long busy = argc > 3 ? number_arg(argv[3], 0, threads - processes) : 0;

    int ready[2];
    if (pipe(ready) == -1) {
        perror("threads: pipe");
        return EXIT_FAILURE;
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    long made = processes_start(pids, processes, threads, busy, ready);
    close(ready[1]);
    bool all = made == processes && processes_wait_ready(ready[0], processes);
    if (all) {
        puts("ready");
        fflush(stdout);
        input_wait_end();
    } else {
        fprintf(stderr, "threads: could not make them all\n");
    }
    processes_end(pids, made);
    return all ? EXIT_SUCCESS : EXIT_FAILURE;
}
