/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_PATIENCE_H
#define DOTPROC_PS_PATIENCE_H

/*
 * Tasks that are stuck hold up no other.
 *
 * Reading some files of a task (NEED_MAY_BLOCK) blocks while the task is stuck in the kernel, and
 * whoever reads can then only be killed. So the thread that reads is watched by another one, which
 * sleeps. When a read neither returns nor uses the processor, that one leaves the reader behind
 * with all that it uses, watched by a third one reads all tasks again without the files in
 * question, and brings the program to its end.
 *
 * All stuck tasks together are waited for no longer than a limit, each for half of what remains.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/source/source.h"

/* Files of a process that are not read. */
struct stuck_process {
    pid_t tgid;
    bool scanned; /* none that may block; else not those that only rows on show need */
};

struct patience {
    int64_t left_ns; /* of the limit */

    /*
     * Called on the thread that takes over; is to read again and to end the program, or only to end
     * it with an error: -errno.
     */
    void (*go_on)(void *context, int error);
    void *context;

    /* Owned. Only the thread that takes over adds some, before it reads. */
    struct stuck_process *stuck;
    size_t stuck_count, stuck_capacity;
};

/* One reading of all tasks, on the thread that begins it. */
struct watched_thread {
    struct source_guard guard; /* the first member */
    struct patience *patience;
    pid_t tid;
    uint64_t turns;        /* so far */
    _Atomic uint64_t turn; /* the one in progress, see patience.c */
};

/*
 * Starts to watch; `watched` must be valid until the program ends. Where there can be no thread, or
 * with a limit of 0, nobody watches.
 */
void patience_begin(struct patience *patience, struct watched_thread *watched);

/* How many processes were stuck. */
size_t patience_count_stuck(const struct patience *patience);

/*
 * Nothing is read until the guard is asked again: what takes long now is no task's fault. Does not
 * return on a thread that was left behind.
 */
void patience_rest(struct watched_thread *watched);

#endif
