/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_GUARD_H
#define DOTPROC_SOURCE_GUARD_H

/*
 * Watches a thread that reads files of tasks, some of which may block while their task is stuck in
 * the kernel (NEED_MAY_BLOCK).
 *
 * The reader takes a turn before it reads such files of a task, which needs no lock and reads no
 * clock. A watcher, which is another thread, checks the turn from time to time. If the reader is
 * blocked in the same turn for too long, the watcher abandons it with all that it uses, and starts
 * another reader, which does not read the files in question.
 */

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/source.h"

/* The files on which readers are stuck. Thread-safe. */
struct stuck_list {
    pthread_mutex_t lock;
    uint64_t *files; /* owned; packed as in guard.c */
    size_t capacity;
    atomic_size_t count;
};

#define STUCK_LIST_INIT                   \
    {                                     \
        .lock = PTHREAD_MUTEX_INITIALIZER \
    }

void stuck_list_fini(struct stuck_list *list);

/* Adds the files of a turn, once; or removes them. 0 or -ENOMEM. */
int stuck_list_add(struct stuck_list *list, uint64_t turn);
void stuck_list_remove(struct stuck_list *list, uint64_t turn);

/* The number of processes in the list. */
size_t stuck_list_count_processes(struct stuck_list *list);

/* The number of other files in the list: those of read_guard_allow_others(), by key. */
size_t stuck_list_count_others(struct stuck_list *list);

struct read_guard {
    struct source_guard guard; /* first member, for source_set_guard() */
    struct stuck_list *stuck;  /* borrowed: files that must not be read */
    void (*on_left)(void);     /* see read_guard_init() */
    pid_t tid;
    uint64_t count; /* turns so far */
    _Atomic uint64_t turn;
};

/*
 * `on_left` is called on a reader that was abandoned, when it is about to read again. If it is NULL
 * or returns, such a reader reads no more files that may block.
 */
void read_guard_init(struct read_guard *guard, struct stuck_list *stuck, void (*on_left)(void));

/* Called by the reading thread before its first turn. */
void read_guard_begin(struct read_guard *guard);

/*
 * Called by the reader: takes a turn for files of no task, such as those of one container, which
 * `key` identifies. False if they must not be read. Until read_guard_rest() the reader reads no
 * other file that may block.
 */
bool read_guard_allow_others(struct read_guard *guard, uint32_t key);

/* Called by the reader: nothing that may block on a task is read until the next turn. */
void read_guard_rest(struct read_guard *guard);

/*
 * Called by the watcher: the current turn, and whether files that may block are read in it. Turns
 * are unique: if the value is the same, it is still the same turn.
 */
uint64_t read_guard_turn(struct read_guard *guard);
bool read_guard_turn_reads(uint64_t turn);

/* Called by the watcher: whether the reader waits in a system call, in this turn. */
bool read_guard_is_blocked(struct read_guard *guard, uint64_t turn);

/* Called by the watcher: abandons the reader. False if its turn has changed meanwhile. */
bool read_guard_leave(struct read_guard *guard, uint64_t turn);

#endif
