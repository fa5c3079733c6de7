/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/sleeper.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/event.h"
#include "tests/common/verdict.h"

struct sleeper *sleeper;

static void *be_thread(void *tid)
{
    *(pid_t *)tid = gettid();
    use_cpu_ns(USED_TICKS * ns_per_tick());
    sem_post(&sleeper->started);
    event_wait(&sleeper->end);
    return NULL;
}

static pthread_t start_thread(pid_t *tid)
{
    pthread_t thread;

    event_wait(&sleeper->orders);
    if (pthread_create(&thread, NULL, be_thread, tid) != 0)
        _exit(EXIT_FAILURE);
    return thread;
}

static noreturn void be_sleeper(int ready)
{
    pthread_t threads[THREADS];
    pid_t unused;

    sleeper->tids[LEADER] = getpid();
    sleeper->area =
        /* cppcheck-suppress invalidFunctionArg ; no file */
        mmap(NULL, AREA_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (sleeper->area == MAP_FAILED)
        _exit(EXIT_FAILURE);
    child_say_ready(ready);
    pthread_join(start_thread(&unused), NULL);
    for (int i = 0; i < THREADS; i++)
        threads[i] = start_thread(&sleeper->tids[i]);
    event_wait(&sleeper->orders);
    pthread_setname_np(threads[0], NEW_NAME);
    for (;;)
        pause();
}

/* The sleeper is to outlive this process. */
static void have_child(int ready, void *nothing)
{
    (void)nothing;
    if (fork() == 0)
        be_sleeper(ready);
    for (;;)
        pause();
}

pid_t sleeper_start(void)
{
    pid_t parent;

    sleeper = child_share(sizeof(*sleeper));
    sem_init(&sleeper->orders, 1, 0);
    sem_init(&sleeper->started, 1, 0);
    sem_init(&sleeper->end, 1, 0);
    parent = child_start(have_child, NULL);
    if (parent < 0)
        fail("no child can be made that has a child");
    return parent;
}

bool sleeper_has(uint32_t tid)
{
    for (size_t i = 0; sleeper && i <= THREADS; i++)
        if (sleeper->tids[i] == (pid_t)tid)
            return true;
    return false;
}

void sleeper_write_half(int half)
{
    static char bytes[AREA_SIZE / 2];
    const struct iovec from = {bytes, sizeof(bytes)};
    const struct iovec to = {sleeper->area + half * AREA_SIZE / 2, sizeof(bytes)};
    const pid_t pid = sleeper->tids[LEADER];

    if (process_vm_writev(pid, &from, 1, &to, 1, 0) != (ssize_t)sizeof(bytes))
        fail("the memory of process %d cannot be written: %s", pid, strerror(errno));
}
