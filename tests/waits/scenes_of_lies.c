/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words that look like locks, and say what is not so; and some of which the kernel knows more. */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/waits/look.h"
#include "tests/waits/scenes.h"

/* As glibc's mutex begins. */
struct words {
    _Atomic uint32_t lock;
    uint32_t count;
    _Atomic uint32_t owner;
#if UINTPTR_MAX > UINT32_MAX
    uint32_t users, kind;
#else
    uint32_t kind, users;
#endif
    uint32_t rest[5];
};

#define CONTENDED 2

/* No task has so high a number: PID_MAX_LIMIT. */
#define NEVER_A_TASK (4 * 1024 * 1024 - 1)

/* Whatever the word is. */
static void *wait_there(void *argument)
{
    _Atomic uint32_t *word = argument;

    for (;;)
        syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, *word, NULL, NULL, 0);
    return NULL;
}

static void lie(struct scene *scene, struct words *words)
{
    scene->tid = scene_thread("lied to", wait_there, words);
}

void scene_absent(struct scene *scene)
{
    static struct words words = {.lock = CONTENDED, .owner = NEVER_A_TASK, .users = 1};

    lie(scene, &words);
}

/* It is there, but no thread of this process, and the futex is private. */
void scene_stranger(struct scene *scene)
{
    static struct words words = {.lock = CONTENDED, .users = 1};

    words.owner = (uint32_t)getppid();
    lie(scene, &words);
}

static void *end_at_once(void *unused)
{
    return unused;
}

void scene_ended(struct scene *scene)
{
    static struct words words = {.lock = CONTENDED, .users = 1};

    words.owner = (uint32_t)scene_thread("ended", end_at_once, NULL);
    lie(scene, &words);
}

void scene_robust_lie(struct scene *scene)
{
    static struct words words = {.lock = FUTEX_WAITERS | NEVER_A_TASK};

    lie(scene, &words);
}

static void *wait_for_itself(void *argument)
{
    struct words *words = argument;

    words->owner = (uint32_t)syscall(SYS_gettid);
    return wait_there(words);
}

void scene_liar(struct scene *scene)
{
    static struct words words = {.lock = CONTENDED, .users = 1};

    scene->tid = scene_thread("liar", wait_for_itself, &words);
}

/* The thread's own number, which only its robust list, or where it ends, could confirm. */
static struct own_number {
    uint32_t flags;
    int operation;
    _Atomic uint32_t word;
} own_numbers[] = {{FUTEX_WAITERS, FUTEX_WAIT_PRIVATE, 0}, {0, FUTEX_WAIT, 0}};

static void *wait_for_own_number(void *argument)
{
    struct own_number *own = argument;

    own->word = own->flags | (uint32_t)syscall(SYS_gettid);
    for (;;)
        syscall(SYS_futex, &own->word, own->operation, own->word, NULL, NULL, 0);
    return NULL;
}

void scene_own_number(struct scene *scene)
{
    static size_t made;

    scene->tid = scene_thread("own number", wait_for_own_number, &own_numbers[made++]);
}

static void wait_on_page(struct scene *scene, char **pages)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint32_t *word;

    *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, 0, 0);
    if (*pages == MAP_FAILED || munmap(*pages + page, page) < 0)
        fail("cannot map a page: %s", strerror(errno));
    word = (uint32_t *)(void *)(*pages + page - sizeof(*word));
    *word = CONTENDED;
    scene->tid = scene_thread("at the end", wait_there, word);
}

/* Only the word itself is there. */
void scene_last_word(struct scene *scene)
{
    char *pages;

    wait_on_page(scene, &pages);
}

/* It waits before the memory is taken away. */
void scene_unmapped(struct scene *scene)
{
    char *pages;

    wait_on_page(scene, &pages);
    WAIT_UNTIL (look_is_in_call(scene->tid, SYS_futex), "thread %d", (int)scene->tid)
        continue;
    munmap(pages, (size_t)sysconf(_SC_PAGESIZE));
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
        syscall(SYS_futex, &foreign.lock, FUTEX_WAIT_PRIVATE, foreign.lock, NULL, NULL, 0);
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

/* Two names in turn, as fast as it can. */
struct restless {
    struct words words;
    pid_t names[2];
};

static void *change(void *argument)
{
    struct restless *restless = argument;

    for (unsigned i = 0;; i++) {
        restless->words.owner = (uint32_t)restless->names[i % 2];
        restless->words.lock = i % 3; /* free, taken, contended */
        restless->words.lock = CONTENDED;
    }
    return NULL;
}

/* Also where it waits, so that its arguments change, too. */
static void *wait_restlessly(void *argument)
{
    struct restless *restless = argument;
    const struct timespec moment = {.tv_nsec = 1000};

    for (unsigned i = 0;; i++)
        syscall(SYS_futex, &restless->words.lock, i % 2 ? FUTEX_WAIT_PRIVATE : FUTEX_WAIT,
                CONTENDED, &moment, NULL, 0);
    return NULL;
}

pid_t scenes_restless(const pid_t names[2])
{
    static struct restless restless = {.words = {.lock = CONTENDED, .users = 1}};

    memcpy(restless.names, names, sizeof(restless.names));
    scene_thread("changing", change, &restless);
    return scene_thread("restless", wait_restlessly, &restless);
}
