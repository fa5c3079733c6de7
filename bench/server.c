/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A typical server, for the picture in README.md and for the bench of waits: one process with pools
 * of threads, all of which wait for something.
 *
 *   server [THREADS]
 *
 * Most pools are idle, in different ways: each worker sleeps on a futex of its own, others share a
 * queue, a connection or an epoll instance. The threads of one pool wait for a lock, which the main
 * thread never releases. It prints "ready" when all of them sleep, and exits when its standard
 * input is closed or its parent exits.
 */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/common/small_thread.h"

/* One in each of the other pools. */
#define THREADS_MIN 100
#define THREADS_MAX 1000000

/* Longer than any measurement. */
static const struct timespec ages = {.tv_sec = 1000000};

/* A pool of threads, each called `name` and its number. */
struct pool {
    const char *name;
    long share; /* of all threads, in hundredths; 0: one thread */
    void (*wait)(void);
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int connection[2], events; /* shared: limits on descriptors do not limit the threads */
static atomic_long begun;

static void check(bool good, const char *what)
{
    if (good)
        return;
    perror(what);
    exit(EXIT_FAILURE);
}

/* On a condition of its own: that is how a pool wakes the worker that slept last. */
static void wait_for_work(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t work = PTHREAD_COND_INITIALIZER;

    pthread_mutex_lock(&mutex);
    for (;;)
        pthread_cond_wait(&work, &mutex);
}

static void wait_in_queue(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t queue = PTHREAD_COND_INITIALIZER;

    pthread_mutex_lock(&mutex);
    for (;;)
        pthread_cond_wait(&queue, &mutex);
}

static void wait_for_lock(void)
{
    pthread_mutex_lock(&lock);
    for (;;)
        pause();
}

static void sleep_for_ages(void)
{
    for (;;)
        nanosleep(&ages, NULL);
}

/* A connection whose peer sends nothing. */
static void receive(void)
{
    char byte;

    while (recv(connection[0], &byte, 1, 0) < 0 && errno == EINTR)
        continue;
}

static void wait_for_events(void)
{
    struct epoll_event event;

    for (;;)
        epoll_wait(events, &event, 1, -1);
}

static void wait_for_lines(void)
{
    int ends[2];
    char byte;

    check(pipe(ends) == 0, "server: pipe");
    while (read(ends[0], &byte, 1) < 0 && errno == EINTR)
        continue;
}

static void wait_for_signal(void)
{
    sigset_t set;
    int signal;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (;;)
        sigwait(&set, &signal);
}

static const struct pool pools[] = {
    {"worker", 62, wait_for_work}, {"conn", 20, receive},           {"request", 12, wait_for_lock},
    {"io", 4, wait_for_events},    {"gc", 1, wait_in_queue},        {"expire", 1, sleep_for_ages},
    {"log", 0, wait_for_lines},    {"signals", 0, wait_for_signal},
};

#define POOLS (sizeof(pools) / sizeof(pools[0]))

/* The role of a thread, which frees it. */
struct task {
    const struct pool *pool;
    long number;
};

static void *run(void *argument)
{
    const struct task task = *(struct task *)argument;
    char name[16];

    free(argument);
    if (task.pool->share > 0)
        snprintf(name, sizeof(name), "%s-%ld", task.pool->name, task.number);
    else
        snprintf(name, sizeof(name), "%s", task.pool->name);
    pthread_setname_np(pthread_self(), name);
    begun++;
    task.pool->wait();
    return NULL;
}

static void start(const struct pool *pool, long count)
{
    for (long i = 1; i <= count; i++) {
        struct task *task = malloc(sizeof(*task));
        pthread_t thread;

        check(task != NULL, "server: malloc");
        *task = (struct task){pool, i};
        errno = tiny_thread_start(&thread, run, task);
        check(errno == 0, "server: a thread");
    }
}

/* Starts all threads besides this one; the first pool has the rest. Returns their number. */
static long start_all(long threads)
{
    const long others = threads - 1;
    long left = others;

    for (size_t i = POOLS; i-- > 1;) {
        const long count = pools[i].share > 0 ? threads * pools[i].share / 100 : 1;

        start(&pools[i], count);
        left -= count;
    }
    start(&pools[0], left);
    return others;
}

/* The main thread, which "/proc/self/task/.." stands for too, runs in the meantime. */
static long count_sleeping(void)
{
    DIR *tasks = opendir("/proc/self/task");
    long count = 0;

    check(tasks != NULL, "server: /proc/self/task");
    for (const struct dirent *task; (task = readdir(tasks)) != NULL;) {
        char path[64], state;
        FILE *stat;

        snprintf(path, sizeof(path), "/proc/self/task/%.20s/stat", task->d_name);
        stat = fopen(path, "r");
        if (!stat)
            continue;
        count += fscanf(stat, "%*d (%*[^)]) %c", &state) == 1 && state == 'S';
        fclose(stat);
    }
    closedir(tasks);
    return count;
}

int main(int argc, char **argv)
{
    const long threads = argc > 1 ? strtol(argv[1], NULL, 10) : 16000;
    const struct timespec moment = {.tv_nsec = 1000000};
    long others;
    char byte;

    if (threads < THREADS_MIN || threads > THREADS_MAX) {
        fprintf(stderr, "usage: server [THREADS], %d to %d\n", THREADS_MIN, THREADS_MAX);
        return EXIT_FAILURE;
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    check(socketpair(AF_UNIX, SOCK_STREAM, 0, connection) == 0, "server: socketpair");
    events = epoll_create1(EPOLL_CLOEXEC);
    check(events >= 0, "server: epoll_create1");
    pthread_mutex_lock(&lock);
    others = start_all(threads);
    while (begun < others || count_sleeping() < others)
        nanosleep(&moment, NULL);
    puts("ready");
    fflush(stdout);
    while (read(STDIN_FILENO, &byte, 1) > 0)
        continue;
    return EXIT_SUCCESS;
}
