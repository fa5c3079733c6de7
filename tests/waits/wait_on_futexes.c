/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/waits/wait_functions.h"

static void wait_on_word(struct waiter *self, uint32_t *word, int operation)
{
    waiter_at_address(self, word);
    waiter_say_ready(self);
    for (;;)
        syscall(SYS_futex, word, operation, *word, NULL, NULL, 0);
}

void wait_private(struct waiter *self)
{
    static uint32_t word;

    wait_on_word(self, &word, FUTEX_WAIT_PRIVATE);
}

void wait_shared(struct waiter *self)
{
    static uint32_t word;

    wait_on_word(self, &word, FUTEX_WAIT);
}

void wait_mutex(struct waiter *self)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

    waiter_at_address(self, &mutex);
    pthread_mutex_lock(&mutex);
    waiter_say_ready(self);
    pthread_mutex_lock(&mutex);
}

/* By another thread: one that has it itself would be refused. */
static pthread_mutex_t inheriting;
static atomic_int has_inheriting;

static void *hold_inheriting(void *unused)
{
    pthread_mutex_lock(&inheriting);
    has_inheriting = 1;
    for (;;)
        pause();
    return unused;
}

void wait_pi_mutex(struct waiter *self)
{
    pthread_mutexattr_t attributes;
    pthread_t holder;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&inheriting, &attributes);
    pthread_create(&holder, NULL, hold_inheriting, NULL);
    while (!has_inheriting)
        sched_yield();
    waiter_at_address(self, &inheriting);
    waiter_say_ready(self);
    pthread_mutex_lock(&inheriting);
}

void wait_condition(struct waiter *self)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

    pthread_mutex_lock(&mutex);
    waiter_say_ready(self);
    for (;;)
        pthread_cond_wait(&condition, &mutex);
}
