/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A program for musl-gcc: threads that wait for what others of it hold, each by the name of what it
 * waits for, with the number of the one that holds it behind, if that is one. Prints a line once
 * all are about to wait.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* With a thread for each number from 2 on, as in a pid namespace of its own, one is EBUSY. */
#define NORMAL_WAITERS 24

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER, recursive, checking, shared, inheriting;
static pthread_rwlock_t read_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t write_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t of_condition = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static pthread_t main_thread;

static void wait_normal(void)
{
    pthread_mutex_lock(&normal);
}

static void wait_recursive(void)
{
    pthread_mutex_lock(&recursive);
}

static void wait_checking(void)
{
    pthread_mutex_lock(&checking);
}

static void wait_shared(void)
{
    pthread_mutex_lock(&shared);
}

static void wait_inheriting(void)
{
    pthread_mutex_lock(&inheriting);
}

static void wait_to_write(void)
{
    pthread_rwlock_wrlock(&read_lock);
}

static void wait_to_read(void)
{
    pthread_rwlock_rdlock(&write_lock);
}

static void wait_condition(void)
{
    pthread_mutex_lock(&of_condition);
    for (;;)
        pthread_cond_wait(&condition, &of_condition);
}

static void wait_semaphore(void)
{
    sem_wait(&semaphore);
}

static void wait_join(void)
{
    pthread_join(main_thread, NULL);
}

static const struct kind {
    const char *name;
    void (*wait)(void);
    int count;
} kinds[] = {
    {"normal", wait_normal, NORMAL_WAITERS},
    {"recursive", wait_recursive, 1},
    {"checking", wait_checking, 1},
    {"shared", wait_shared, 1},
    {"inheriting", wait_inheriting, 1},
    {"write", wait_to_write, 1},
    {"read", wait_to_read, 1},
    {"condition", wait_condition, 1},
    {"semaphore", wait_semaphore, 1},
    {"join", wait_join, 1},
};

static void *run(void *argument)
{
    const struct kind *kind = argument;

    prctl(PR_SET_NAME, kind->name);
    kind->wait();
    return NULL;
}

static void init(pthread_mutex_t *mutex, int type, int is_shared, int protocol)
{
    pthread_mutexattr_t attributes;

    if (pthread_mutexattr_init(&attributes) || pthread_mutexattr_settype(&attributes, type) ||
        pthread_mutexattr_setpshared(&attributes, is_shared) ||
        (is_shared && pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST)) ||
        (protocol && pthread_mutexattr_setprotocol(&attributes, protocol)) ||
        pthread_mutex_init(mutex, &attributes) || pthread_mutex_lock(mutex))
        exit(EXIT_FAILURE);
}

/* The first thread holds them all. That of processes has the kernel know of its list. */
int main(void)
{
    main_thread = pthread_self();
    init(&recursive, PTHREAD_MUTEX_RECURSIVE, 0, 0);
    init(&checking, PTHREAD_MUTEX_ERRORCHECK, 0, 0);
    init(&shared, PTHREAD_MUTEX_NORMAL, 1, 0);
    init(&inheriting, PTHREAD_MUTEX_NORMAL, 0, PTHREAD_PRIO_INHERIT);
    if (pthread_mutex_lock(&normal) || pthread_rwlock_rdlock(&read_lock) ||
        pthread_rwlock_wrlock(&write_lock) || sem_init(&semaphore, 0, 0))
        return EXIT_FAILURE;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        for (int j = 0; j < kinds[i].count; j++) {
            pthread_t thread;

            if (pthread_create(&thread, NULL, run, (void *)(uintptr_t)&kinds[i]))
                return EXIT_FAILURE;
        }
    puts(".");
    fflush(stdout);
    for (;;)
        pause();
}
