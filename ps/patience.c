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

/*
 * A turn: the process whose files are read in the lower half, 0 between reads; above it whether a
 * scan reads them; the rest tells one turn from the next.
 */
#define TURN_SCANNED   (UINT64_C(1) << 32)
#define TURN_COUNT     (UINT64_C(1) << 33)
#define TURN_ABANDONED UINT64_MAX

/* How often the reader is looked at while one is waited for, and how closely at most. */
#define LOOKS         8
#define LOOK_LEAST_NS (NS_PER_S / 1000)

/* Enough for all of ps; taken only where it is needed. */
#define STACK_BYTES BYTES_PER_MIB

static pid_t turn_tgid(uint64_t turn)
{
    return (pid_t)(uint32_t)turn;
}

/* What was stuck may come back at any time, even while the program ends. */
static void stay_behind(void)
{
    for (;;)
        pause();
}

static void take_turn(struct reader *reader, pid_t tgid, bool scanned)
{
    uint64_t before = atomic_load_explicit(&reader->turn, memory_order_relaxed);
    uint64_t next;

    reader->turns += TURN_COUNT;
    next = reader->turns | (scanned ? TURN_SCANNED : 0) | (uint32_t)tgid;
    if (before == TURN_ABANDONED || next == TURN_ABANDONED ||
        !atomic_compare_exchange_strong(&reader->turn, &before, next))
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
    struct reader *reader = (struct reader *)guard;

    take_turn(reader, tgid, need & NEED_MAY_BLOCK & NEED_SCANNED);
    return need & ~stuck_groups(reader->patience, tgid);
}

/* Looks at it again a little later: how long it has been waiting in that turn. */
static int64_t look(struct reader *reader, uint64_t *turn, int64_t waited_ns)
{
    struct patience *patience = reader->patience;
    int64_t pause_ns = patience->left_ns / 2 / LOOKS;
    const uint64_t before = *turn;
    struct timespec pause;

    if (pause_ns < LOOK_LEAST_NS)
        pause_ns = LOOK_LEAST_NS;
    pause = (struct timespec){(time_t)(pause_ns / NS_PER_S), (long)(pause_ns % NS_PER_S)};
    nanosleep(&pause, NULL);
    *turn = atomic_load(&reader->turn);
    if (*turn != before || !turn_tgid(*turn) || thread_runs(reader->tid))
        return 0;
    patience->left_ns -= pause_ns < patience->left_ns ? pause_ns : patience->left_ns;
    return waited_ns + pause_ns;
}

/* Returns when the reader is left behind: the turn that it is stuck in. */
static uint64_t wait_until_stuck(struct reader *reader)
{
    for (;;) {
        uint64_t turn = atomic_load(&reader->turn);
        int64_t waited_ns = 0;

        /* Half of what was left when it began to wait. */
        do
            waited_ns = look(reader, &turn, waited_ns);
        while (waited_ns == 0 || waited_ns < reader->patience->left_ns);
        if (atomic_compare_exchange_strong(&reader->turn, &(uint64_t){turn}, TURN_ABANDONED))
            return turn;
    }
}

static int add_stuck(struct patience *patience, uint64_t turn)
{
    for (size_t i = 0; i < patience->stuck_count; i++)
        if (patience->stuck[i].tgid == turn_tgid(turn)) {
            patience->stuck[i].scanned |= (turn & TURN_SCANNED) != 0;
            return 0;
        }
    if (ARRAY_RESERVE(&patience->stuck, &patience->stuck_capacity, patience->stuck_count + 1) < 0)
        return -ENOMEM;
    patience->stuck[patience->stuck_count++] =
        (struct stuck_process){turn_tgid(turn), (turn & TURN_SCANNED) != 0};
    return 0;
}

static void *watch(void *argument)
{
    struct reader *reader = argument;
    struct patience *patience = reader->patience;
    uint64_t turn;

    /* While two threads share their descriptors, each use of one costs the reader more: 4 %. */
    unshare(CLONE_FILES);
    turn = wait_until_stuck(reader);

    patience->go_on(patience->context, add_stuck(patience, turn));
    return NULL;
}

void patience_begin(struct patience *patience, struct reader *reader)
{
    pthread_attr_t attributes;
    pthread_t thread;

    *reader = (struct reader){
        .guard.allow = allow,
        .patience = patience,
        .tid = gettid(),
    };
    if (patience->left_ns == 0 && patience->stuck_count == 0)
        return;
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, watch, reader);
    pthread_attr_destroy(&attributes);
}

void patience_rest(struct reader *reader)
{
    take_turn(reader, 0, false);
}

size_t patience_count_stuck(const struct patience *patience)
{
    size_t count = 0;

    for (size_t i = 0; i < patience->stuck_count; i++)
        count += patience->stuck[i].tgid != SOURCE_MANY;
    return count;
}
