/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/patience.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/hash.h"
#include "lib/base/units.h"

/* The number of checks of the reader during a wait, and the shortest time between two. */
#define CHECKS         8
#define CHECK_LEAST_NS NS_PER_MS

/* Enough for all of ps. */
#define STACK_BYTES BYTES_PER_MIB

/* A stuck thread may return at any time, even while the program exits. */
static void park_thread(void)
{
    for (;;)
        pause();
}

/* Waits for half of the time left; false as soon as the reader is not stuck in this turn. */
static bool is_stuck(struct watched_thread *watched, uint64_t turn)
{
    int64_t *left_ns = &watched->patience->left_ns;
    const int64_t limit_ns = *left_ns / 2;
    const int64_t pause_ns =
        limit_ns / CHECKS < CHECK_LEAST_NS ? CHECK_LEAST_NS : limit_ns / CHECKS;
    const struct timespec pause = timespec_of(pause_ns);
    int64_t waited_ns = 0;

    do {
        nanosleep(&pause, NULL);
        if (!read_guard_is_blocked(&watched->guard, turn))
            return false;
        waited_ns += pause_ns;
        *left_ns -= pause_ns < *left_ns ? pause_ns : *left_ns;
    } while (waited_ns < limit_ns);
    return true;
}

/* Returns when the reader is abandoned: the turn in which it is stuck. */
static uint64_t wait_until_stuck(struct watched_thread *watched)
{
    uint64_t turn;

    do
        turn = read_guard_turn(&watched->guard);
    while (!is_stuck(watched, turn) || !read_guard_leave(&watched->guard, turn));
    return turn;
}

static void *watch(void *argument)
{
    struct watched_thread *watched = argument;
    struct patience *patience = watched->patience;
    uint64_t turn;

    /* A shared descriptor table makes each use of a descriptor slower: 4 % for the reader. */
    unshare(CLONE_FILES);
    turn = wait_until_stuck(watched);
    patience->restart(patience->context, stuck_list_add(&patience->stuck, turn));
    return NULL;
}

void patience_begin(struct watched_thread *watched)
{
    struct patience *patience = watched->patience;
    pthread_attr_t attributes;
    pthread_t thread;

    watched->begun = true;
    read_guard_init(&watched->guard, &patience->stuck, park_thread);
    read_guard_begin(&watched->guard);
    if (patience->left_ns == 0 && patience->stuck.count == 0)
        return;
    /*
     * thread_start() would block signals; but this thread may take over, and then ^C has to end it.
     */
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, watch, watched);
    pthread_attr_destroy(&attributes);
}

static bool begin_labels(void *context, const char *id)
{
    struct watched_thread *watched = context;

    if (!watched->begun)
        patience_begin(watched);
    return read_guard_allow_others(&watched->guard, (uint32_t)hash_string(id));
}

static void end_labels(void *context)
{
    struct watched_thread *watched = context;

    read_guard_rest(&watched->guard);
}

void patience_watch_labels(struct watched_thread *watched, struct container_labels *labels)
{
    container_labels_set_guard(
        labels,
        (struct container_guard){.begin = begin_labels, .end = end_labels, .context = watched});
}

/* --- the row of ps itself --- */

pid_t patience_own_pid(const char *procfs, bool live)
{
    char path[PATH_MAX], target[16];
    ssize_t len;

    if (!live ||
        (size_t)snprintf(path, sizeof(path), "%s/self", procfs ? procfs : "/proc") >= sizeof(path))
        return 0;
    len = readlink(path, target, sizeof(target) - 1);
    target[len > 0 ? len : 0] = '\0';
    return (pid_t)strtol(target, NULL, 10);
}

static bool is_beside_the_first(const struct task *task, pid_t pid)
{
    return task->tgid == pid && task->kind == TASK_THREAD && task->tid != pid;
}

static int count_one_thread(struct snapshot *snapshot, struct task *task)
{
    struct process process = *task->process;

    if (process.nlwp <= 1)
        return 0;
    process.nlwp = 1;
    return snapshot_set_process(snapshot, task, &process);
}

int patience_hide_threads(struct snapshot *snapshot, pid_t pid)
{
    size_t count = 0;
    int result = 0;

    if (pid == 0)
        return 0;
    for (size_t i = 0; i < snapshot->count; i++) {
        if (is_beside_the_first(&snapshot->tasks[i], pid))
            continue;
        snapshot->tasks[count] = snapshot->tasks[i];
        if (result == 0 && snapshot->tasks[count].tgid == pid)
            result = count_one_thread(snapshot, &snapshot->tasks[count]);
        count++;
    }
    snapshot->count = count;
    return result;
}
