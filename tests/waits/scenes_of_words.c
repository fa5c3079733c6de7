/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What other libraries than glibc wait for: with their calls, and their words as these are while
 * others wait. None says who holds it, though some have the waiting thread's own number there.
 */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/common/verdict.h"
#include "tests/waits/scenes.h"

#define WORDS 14

#define WAIT        FUTEX_WAIT_PRIVATE
#define WAIT_SHARED FUTEX_WAIT
#define WAIT_BITSET (FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME)

/* Where a number is put that happens to be the thread's own: nowhere. */
#define NOWHERE (-1)

/* Anything that is no number of a thread: the halves of an address. */
#define POINTER 0x00a4c010, 0x7f21

static struct words {
    const char *name;
    unsigned operation;
    unsigned futex; /* which word it is */
    int tid_at;
    _Atomic uint32_t words[WORDS];
} all[] = {
    /* pthread_mutex_t: type, lock, waiters, count, and links to others of the same thread. */
    {"musl: mutex", WAIT, 1, NOWHERE, {0, 0x80000000 | EBUSY, 1}},
    {"musl: number for EBUSY", WAIT, 1, 1, {0, 0x80000000, 1}},
    {"musl: mutex without WAITERS", WAIT_SHARED, 1, 1, {0, 0, 1}},
    {"musl: recursive mutex", WAIT, 1, 1, {1, 0x80000000, 1, 0, 0, 0, POINTER, POINTER}},
    /* pthread_rwlock_t: lock, waiters, shared. */
    {"musl: read lock", WAIT, 0, NOWHERE, {0xffffffff, 1}},
    {"musl: write lock, a reader", WAIT, 0, NOWHERE, {0x80000001, 1}},
    {"musl: write lock, many readers", WAIT, 0, 0, {0x80000000, 1}},
    {"musl: condition", WAIT, 0, NOWHERE, {2, 0}},
    /* struct pthread from detach_state on: cancel, canceldisable, map_base ... */
    {"musl: join", WAIT, 0, NOWHERE, {2, 0, 0, 0, POINTER, 0x20000, 0}},
    {"musl: semaphore", WAIT, 0, NOWHERE, {0x80000000, 1}},
    /* lock, poisoned, and then the value, a struct of the process's number and two more */
    {"Rust: Mutex", WAIT_BITSET, 0, 2, {2, 0, 0, 1, 0, 0, POINTER, 7, 0}},
    {"Rust: Mutex of one number", WAIT_BITSET, 0, 2, {2, 0, 0}},
    {"Rust: RwLock", WAIT_BITSET, 0, NOWHERE, {0x7fffffff, 3}},
    {"Rust: RwLock, readers", WAIT_BITSET, 0, 0, {0x80000000, 3}},
    {"Rust: Condvar", WAIT_BITSET, 0, 0, {0}},
    {"Rust: Once", WAIT_BITSET, 0, 1, {2, 0}},
    {"Rust: parked", WAIT_BITSET, 0, NOWHERE, {0xffffffff}},
    /* runtime.sched from its lock on: midle, nmidle, nmidlelocked, mnext ... */
    {"Go: lock", WAIT, 0, 2, {2, 0, 0, 0xc0, 1, 0, 9, 0, 10000, 0}},
    {"Go: note", WAIT, 0, NOWHERE, {0}},
    /* A pthread_cond_t, and one of a newer glibc. */
    {"Java: monitor", WAIT_BITSET, 0, NOWHERE, {0, 0, 2}},
    {"Java: parked", WAIT_BITSET, 0, 0, {0}},
    {"absl: Mutex", WAIT_BITSET, 0, NOWHERE, {0}},
    {"absl: SpinLock", WAIT, 0, 0, {0x80000000}},
    {"tcmalloc: SpinLock", WAIT, 0, 2, {2, 0, 0, 1, 0, 0, 1}},
    /* lock, count, owner's address: of stdio */
    {"glibc: stdio", WAIT, 0, 2, {2, 1, 0, 0x7f21, 0, 0, POINTER}},
    {"glibc: ceiling", WAIT, 0, 2, {(10u << 19) | 2, 0, 0, 1, 64}},
    {"OpenMP: lock", WAIT, 0, NOWHERE, {0xffffffff, 0, 1}},
    {"counter", WAIT_SHARED, 0, 0, {0}},
    {"counter of processes", FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 0, 0, {0}},
};

static void *wait_there(void *argument)
{
    struct words *words = argument;
    _Atomic uint32_t *futex = &words->words[words->futex];

    if (words->tid_at >= 0)
        words->words[words->tid_at] |= (uint32_t)syscall(SYS_gettid);
    for (;;)
        syscall(SYS_futex, futex, words->operation, *futex, NULL, NULL, FUTEX_BITSET_MATCH_ANY);
    return NULL;
}

void scene_words(struct scene *scene)
{
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (strcmp(all[i].name, scene->name) == 0) {
            scene->tid = scene_thread("words", wait_there, &all[i]);
            return;
        }
    fail("there are no words of %s", scene->name);
}

/* A robust mutex that is not one of glibc's, and the list of who holds it. */
static struct foreign {
    int type;
    _Atomic uint32_t lock;
    struct robust_list link;
    struct robust_list_head list;
    pthread_barrier_t begins;
} foreign;

static void *hold_foreign(void *unused)
{
    foreign.link.next = &foreign.list.list;
    foreign.list.list.next = &foreign.link;
    foreign.list.futex_offset = (long)((intptr_t)&foreign.lock - (intptr_t)&foreign.link);
    if (syscall(SYS_set_robust_list, &foreign.list, sizeof(foreign.list)) < 0)
        fail("set_robust_list: %s", strerror(errno));
    foreign.lock = FUTEX_WAITERS | (uint32_t)syscall(SYS_gettid);
    pthread_barrier_wait(&foreign.begins);
    scene_rest();
    return unused;
}

static void *wait_for_foreign(void *unused)
{
    for (;;)
        syscall(SYS_futex, &foreign.lock, WAIT, foreign.lock, NULL, NULL, 0);
    return unused;
}

void scene_robust_list(struct scene *scene)
{
    pthread_barrier_init(&foreign.begins, NULL, 2);
    scene->owners[0] = scene_thread("foreign", hold_foreign, NULL);
    pthread_barrier_wait(&foreign.begins);
    scene->tid = scene_thread("waiter", wait_for_foreign, NULL);
}

static void *wait_to_requeue(void *unused)
{
    static _Atomic uint32_t condition, mutex;

    for (;;)
        syscall(SYS_futex, &condition, FUTEX_WAIT_REQUEUE_PI_PRIVATE, condition, NULL, &mutex, 0);
    return unused;
}

void scene_pi_condition(struct scene *scene)
{
    scene->tid = scene_thread("condition", wait_to_requeue, NULL);
}
