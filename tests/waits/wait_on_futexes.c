/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Futexes, by what the C library makes of them, and by calls as other versions and libraries make
 * them.
 */
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "tests/common/wait.h"
#include "tests/waits/recorded.h"
#include "tests/waits/wait_functions.h"

static void wait_on_word(struct waiter *self, uint32_t *word, int operation)
{
    waiter_at_address(self, word);
    waiter_say_ready(self);
    for (;;)
        syscall(SYS_futex, word, operation, *word, NULL, NULL, FUTEX_BITSET_MATCH_ANY);
}

static struct timespec in_a_day(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    time.tv_sec += 86400;
    return time;
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

/* A word of a file, for each of the callers at another address. */
void wait_mapped(struct waiter *self)
{
    static int file = -1;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct stat status;
    char *memory;

    if (file < 0)
        file = memfd_create("futexes", MFD_CLOEXEC);
    waiter_check(self, file);
    waiter_check(self, ftruncate(file, (off_t)page * 2));
    waiter_check(self, fstat(file, &status));
    memory = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)page);
    if (memory == MAP_FAILED)
        waiter_check(self, -1);
    snprintf(self->wkey, sizeof(self->wkey), "%02x:%02x:%ju+0x%zx", major(status.st_dev),
             minor(status.st_dev), (uintmax_t)status.st_ino, page + 64);
    wait_on_word(self, (uint32_t *)(void *)(memory + 64), FUTEX_WAIT);
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
    WAIT_UNTIL (has_inheriting, "nobody holds it")
        continue;
    waiter_at_address(self, &inheriting);
    waiter_say_ready(self);
    pthread_mutex_lock(&inheriting);
}

void wait_robust(struct waiter *self)
{
    static pthread_mutex_t mutex;
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutex_lock(&mutex);
    waiter_say_ready(self);
    pthread_mutex_lock(&mutex);
}

/* As a condition of glibc 2.41 could wait, too. */
void wait_timed_mutex(struct waiter *self)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    const struct timespec time = in_a_day(CLOCK_REALTIME);

    pthread_mutex_lock(&mutex);
    waiter_say_ready(self);
    pthread_mutex_timedlock(&mutex, &time);
}

void wait_write_lock(struct waiter *self)
{
    static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

    pthread_rwlock_rdlock(&lock);
    waiter_say_ready(self);
    pthread_rwlock_wrlock(&lock);
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

/* As runtimes wait that mind no change of the time of day, such as a JVM. */
void wait_clock_condition(struct waiter *self)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition;
    const struct timespec time = in_a_day(CLOCK_MONOTONIC);
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&condition, &attributes);
    pthread_mutex_lock(&mutex);
    waiter_say_ready(self);
    for (;;)
        pthread_cond_timedwait(&condition, &mutex, &time);
}

void wait_futex_semaphore(struct waiter *self)
{
    static sem_t semaphore;

    sem_init(&semaphore, 0, 0);
    waiter_say_ready(self);
    for (;;)
        sem_wait(&semaphore);
}

/*
 * A word of its stack, which looks like a mutex of glibc. The address sanitizer of gcc 13 and later
 * would have it on the heap.
 */
__attribute__((no_sanitize("address"))) void wait_musl_condition(struct waiter *self)
{
    uint32_t word = 2;

    wait_on_word(self, &word, FUTEX_WAIT_PRIVATE);
}

void wait_join(struct waiter *self)
{
    static struct recorded joined;

    recorded_start(&joined);
    waiter_say_ready(self);
    pthread_join(joined.thread, NULL);
}

void wait_recorded(struct waiter *self)
{
    static struct recorded joined;

    recorded_start(&joined);
    if (joined.word)
        wait_on_word(self, joined.word, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME);
    else
        waiter_leave_out(self, RECORDED_NOWHERE);
}

/* For a change of a thread's number, but not where that is cleared. */
void wait_number(struct waiter *self)
{
    static uint32_t word;

    word = (uint32_t)gettid(); /* the PID may be 2, which is a word of locks */
    wait_on_word(self, &word, FUTEX_WAIT);
}
