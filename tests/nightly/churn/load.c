/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/nightly/churn/load.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/small_thread.h"

#define STORMS          2
#define CHILDREN        20
#define LIFE_MS_MAX     50
#define CHANGE_PAUSE_MS 2

static void pause_ms(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static void *stay(void *argument)
{
    if (argument)
        __atomic_store_n((pid_t *)argument, (pid_t)syscall(SYS_gettid), __ATOMIC_RELAXED);
    for (;;)
        pause();
    return NULL;
}

static void be_still(int ready, void *argument)
{
    child_say_ready(ready);
    stay(argument);
}

static void be_many(int ready, void *argument)
{
    pid_t *tids = argument;
    pthread_t thread;

    tids[0] = getpid();
    for (size_t i = 1; i < LOAD_THREADS; i++) {
        if (!small_thread_start(&thread, stay, &tids[i]))
            return;
        while (__atomic_load_n(&tids[i], __ATOMIC_RELAXED) == 0)
            pause_ms(1);
    }
    child_say_ready(ready);
    stay(NULL);
}

static void be_storm(int ready, void *argument)
{
    (void)argument;
    child_say_ready(ready);
    for (;;) {
        for (int i = 0; i < CHILDREN; i++) {
            if (child_fork() == 0)
                _exit(EXIT_SUCCESS);
        }
        while (waitpid(-1, NULL, 0) > 0)
            continue;
    }
}

/* Threads that expire: each is its place in the list. Held until all are there. */
static pthread_t expiring[LOAD_EXPIRING];
static pthread_mutex_t all_there = PTHREAD_MUTEX_INITIALIZER;

static void *expire(void *argument)
{
    pthread_mutex_lock(&all_there);
    pthread_mutex_unlock(&all_there);
    pause_ms((1 + (pthread_t *)argument - expiring) % LIFE_MS_MAX);
    return NULL;
}

/* As many as can be had: a host may allow fewer. */
static void be_expiring(int ready, void *argument)
{
    const size_t wanted = *(const size_t *)argument;

    child_say_ready(ready);
    for (;;) {
        size_t count = 0;

        pthread_mutex_lock(&all_there);
        while (count < wanted && small_thread_start(&expiring[count], expire, &expiring[count]))
            count++;
        pthread_mutex_unlock(&all_there);
        for (size_t i = 0; i < count; i++)
            pthread_join(expiring[i], NULL);
    }
}

static void *become_again(void *argument)
{
    char *const words[] = {argument, (char[]){LOAD_AGAIN}, NULL};

    pause_ms(CHANGE_PAUSE_MS);
    execv(argument, words);
    return NULL;
}

static void start_changing(char *program)
{
    pthread_t thread;

    /* That of the thread before is gone with the leader. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == 1 || !small_thread_start(&thread, become_again, program))
        _exit(EXIT_FAILURE);
    stay(NULL);
}

int load_become_again(const char *program)
{
    char *copy = strdup(program);

    if (copy)
        start_changing(copy);
    return EXIT_FAILURE;
}

static void be_changing(int ready, void *argument)
{
    child_say_ready(ready);
    start_changing(argument);
}

bool load_start(struct load *load, const char *program, size_t expiring_count)
{
    const size_t size = LOAD_THREADS * sizeof(*load->threads);
    char *copy = strdup(program);
    bool good = copy != NULL;

    /* cppcheck-suppress invalidFunctionArg ; no file */
    load->threads = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    good = good && load->threads != MAP_FAILED;
    for (size_t i = 0; good && i < LOAD_PROCESSES; i++) {
        load->processes[i] = child_start(be_still, NULL);
        good = load->processes[i] > 0;
    }
    good = good && child_start(be_many, load->threads) > 0;
    if (good)
        load->changing = child_start(be_changing, copy);
    good = good && load->changing > 0;
    for (int i = 0; good && i < STORMS; i++)
        good = child_start(be_storm, NULL) > 0;
    good = good && child_start(be_expiring, &expiring_count) > 0;
    if (!good)
        perror("the load cannot be started");
    free(copy);
    return good;
}
