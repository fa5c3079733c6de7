/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads begin to wait with memory of the process's own. Then files are mapped in its place, which
 * nobody touches: a futex is known by its address, and none of the threads is ever woken.
 */
#include "tests/stuck/unread_victim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/waits/look.h"

#define STACK_BYTES ((size_t)256 * BYTES_PER_KIB)

/* As locks of glibc have it: others may wait. */
#define CONTENDED 2

const char *const unread_names[UNREAD_PLACES] = {"word", "stack", "list"};

static struct unread_victim *shared;
static char *code;
static uint32_t *words[UNREAD_PLACES];

/* As a function with a frame pointer leaves it on the stack. */
struct frame_record {
    uintptr_t next, returns_to;
};

/* On the stack is what looks like two callers, in the file that is mapped as code. */
static void *wait_there(void *argument)
{
    const enum unread_place place = *(const enum unread_place *)argument;
    volatile struct frame_record records[3];

    for (int i = 0; i < 2; i++)
        records[i] = (struct frame_record){(uintptr_t)&records[i + 1], (uintptr_t)code + 16};
    records[2] = (struct frame_record){0, 0};
    prctl(PR_SET_NAME, unread_names[place]);
    shared->tids[place] = (int)syscall(SYS_gettid);
    for (;;)
        syscall(SYS_futex, words[place], FUTEX_WAIT_PRIVATE, *words[place], NULL, NULL, 0);
    return NULL;
}

/* A robust mutex, of another C library than glibc: only its list says that it is one. */
static struct {
    _Atomic(struct robust_list_head *) list; /* once it is the thread's */
    pid_t tid;
} holder;

static void *hold(void *list)
{
    holder.tid = (pid_t)syscall(SYS_gettid);
    if (syscall(SYS_set_robust_list, list, sizeof(struct robust_list_head)) < 0)
        fail("set_robust_list: %s", strerror(errno));
    holder.list = list;
    for (;;)
        pause();
    return NULL;
}

static void *map_memory(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, 0, 0);

    if (memory == MAP_FAILED)
        fail("cannot map memory: %s", strerror(errno));
    return memory;
}

static void start(enum unread_place place, void *stack)
{
    pthread_attr_t attributes;
    pthread_t thread;
    int error;

    pthread_attr_init(&attributes);
    error = pthread_attr_setstack(&attributes, stack, STACK_BYTES);
    if (!error)
        error = pthread_create(&thread, &attributes, wait_there, &place);
    if (error)
        fail("cannot start a thread: %s", strerror(error));
    WAIT_UNTIL (shared->tids[place] && look_is_in_call(shared->tids[place], SYS_futex), "thread %d",
                (int)shared->tids[place])
        continue;
}

static void start_holder(void)
{
    pthread_t thread;
    const int error =
        pthread_create(&thread, NULL, hold, map_memory((size_t)sysconf(_SC_PAGESIZE)));

    if (error)
        fail("cannot start a thread: %s", strerror(error));
    WAIT_UNTIL (holder.list, "no list")
        continue;
}

/* A page of a file, over the page at this address; NULL: anywhere. Where it is, to *at. */
static void map_file(const char *directory, const char *name, int protection, char **at)
{
    char path[PATH_MAX];
    void *mapped = MAP_FAILED;
    int file;

    snprintf(path, sizeof(path), "%s/%s", directory, name);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0)
        mapped = mmap(*at, (size_t)sysconf(_SC_PAGESIZE), protection,
                      MAP_PRIVATE | (*at ? MAP_FIXED : 0), file, 0);
    if (mapped == MAP_FAILED)
        fail("cannot map %s: %s", path, strerror(errno));
    *at = mapped;
}

static void map_over(const char *directory, const char *name, void *page)
{
    char *at = page;

    map_file(directory, name, PROT_READ, &at);
}

void unread_be_victim(struct unread_victim *victim, const char *directory)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *stacks[UNREAD_PLACES];

    shared = victim;
    start_holder();
    map_file(directory, UNREAD_CODE, PROT_READ | PROT_EXEC, &code);
    for (unsigned place = 0; place < UNREAD_PLACES; place++) {
        words[place] = map_memory(page);
        *words[place] = place == UNREAD_LIST ? FUTEX_WAITERS | (uint32_t)holder.tid : CONTENDED;
        stacks[place] = map_memory(STACK_BYTES);
        start((enum unread_place)place, stacks[place]);
    }
    map_over(directory, "word", words[UNREAD_WORD]);
    map_over(directory, "list", holder.list);
    for (size_t at = 0; at < STACK_BYTES; at += page)
        map_over(directory, "stack", stacks[UNREAD_STACK] + at);
    shared->is_ready = 1;
    for (;;)
        pause();
}
