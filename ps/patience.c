/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/patience.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/thread_state.h"
#include "lib/base/units.h"

/* A turn, packed: see turn_make(). */
#define TURN_SCANNED   (UINT64_C(1) << 32)
#define TURN_ABANDONED UINT64_MAX

/* How often the reader is looked at while one is waited for, and how closely at most. */
#define LOOKS         8
#define LOOK_LEAST_NS NS_PER_MS

/* Enough for all of ps; taken only where it is needed. */
#define STACK_BYTES BYTES_PER_MIB

/*
 * The process whose files are read, 0 between reads; whether a scan reads them; and what tells one
 * turn from the next.
 */
static uint64_t turn_make(uint64_t count, pid_t tgid, bool scanned)
{
    return count << 33 | (scanned ? TURN_SCANNED : 0) | (uint32_t)tgid;
}

static pid_t turn_tgid(uint64_t turn)
{
    return (pid_t)(uint32_t)turn;
}

static bool turn_is_scanned(uint64_t turn)
{
    return turn & TURN_SCANNED;
}

/* What was stuck may come back at any time, even while the program ends. */
static void stay_behind(void)
{
    for (;;)
        pause();
}

static void take_turn(struct watched_thread *watched, pid_t tgid, bool scanned)
{
    uint64_t before = atomic_load_explicit(&watched->turn, memory_order_relaxed);
    const uint64_t next = turn_make(++watched->turns, tgid, scanned);

    if (before == TURN_ABANDONED || next == TURN_ABANDONED ||
        !atomic_compare_exchange_strong(&watched->turn, &before, next))
        stay_behind();
}

static need_t stuck_groups(const struct patience *patience, pid_t tgid)
{
    need_t groups = 0;

    for (size_t i = 0; i < patience->stuck_count; i++) {
        const struct stuck_process *stuck = &patience->stuck[i];

        if (stuck->tgid == tgid)
            groups |= source_blocked(stuck->scanned);
    }
    return groups;
}

static need_t allow(struct source_guard *guard, pid_t tgid, need_t need)
{
    struct watched_thread *watched = (struct watched_thread *)guard;

    take_turn(watched, tgid, need & NEED_MAY_BLOCK & NEED_SCANNED);
    return need & ~stuck_groups(watched->patience, tgid);
}

/* Looks at it a little later: for how long it has been stuck, 0 if it was not. */
static int64_t look(const struct watched_thread *watched, uint64_t turn, int64_t pause_ns)
{
    const struct timespec pause = {(time_t)(pause_ns / NS_PER_S), (long)(pause_ns % NS_PER_S)};

    nanosleep(&pause, NULL);
    return atomic_load(&watched->turn) == turn && turn_tgid(turn) && !thread_runs(watched->tid)
               ? pause_ns
               : 0;
}

/* Waits for half of what is left, or until it is not stuck in this turn: then false. */
static bool is_stuck(const struct watched_thread *watched, uint64_t turn)
{
    int64_t *left_ns = &watched->patience->left_ns;
    const int64_t limit_ns = *left_ns / 2;
    const int64_t pause_ns = limit_ns / LOOKS < LOOK_LEAST_NS ? LOOK_LEAST_NS : limit_ns / LOOKS;
    int64_t waited_ns = 0;
    int64_t stuck_ns;

    do {
        stuck_ns = look(watched, turn, pause_ns);
        waited_ns += stuck_ns;
        *left_ns -= stuck_ns < *left_ns ? stuck_ns : *left_ns;
    } while (stuck_ns > 0 && waited_ns < limit_ns);
    return stuck_ns > 0;
}

/* Returns when the reader is left behind: the turn that it is stuck in. */
static uint64_t wait_until_stuck(struct watched_thread *watched)
{
    uint64_t turn;

    do
        turn = atomic_load(&watched->turn);
    while (!is_stuck(watched, turn) ||
           !atomic_compare_exchange_strong(&watched->turn, &(uint64_t){turn}, TURN_ABANDONED));
    return turn;
}

static int add_stuck(struct patience *patience, uint64_t turn)
{
    for (size_t i = 0; i < patience->stuck_count; i++)
        if (patience->stuck[i].tgid == turn_tgid(turn)) {
            patience->stuck[i].scanned |= turn_is_scanned(turn);
            return 0;
        }
    if (ARRAY_RESERVE(&patience->stuck, &patience->stuck_capacity, patience->stuck_count + 1) < 0)
        return -ENOMEM;
    patience->stuck[patience->stuck_count++] =
        (struct stuck_process){turn_tgid(turn), turn_is_scanned(turn)};
    return 0;
}

static void *watch(void *argument)
{
    struct watched_thread *watched = argument;
    struct patience *patience = watched->patience;
    uint64_t turn;

    /* While two threads share their descriptors, each use of one costs the reader more: 4 %. */
    unshare(CLONE_FILES);
    turn = wait_until_stuck(watched);

    patience->go_on(patience->context, add_stuck(patience, turn));
    return NULL;
}

void patience_begin(struct patience *patience, struct watched_thread *watched)
{
    pthread_attr_t attributes;
    pthread_t thread;

    *watched = (struct watched_thread){
        .guard.allow = allow,
        .patience = patience,
        .tid = gettid(),
    };
    if (patience->left_ns == 0 && patience->stuck_count == 0)
        return;
    /* thread_start() would block signals; but this one may take over, and ^C has to end it then. */
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, watch, watched);
    pthread_attr_destroy(&attributes);
}

void patience_rest(struct watched_thread *watched)
{
    take_turn(watched, 0, false);
}

size_t patience_count_stuck(const struct patience *patience)
{
    size_t count = 0;

    for (size_t i = 0; i < patience->stuck_count; i++)
        count += patience->stuck[i].tgid != SOURCE_MANY;
    return count;
}
