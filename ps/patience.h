/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_PATIENCE_H
#define DOTPROC_PS_PATIENCE_H

/*
 * Stuck tasks do not delay the listing of others.
 *
 * Reading some files of a task (NEED_MAY_BLOCK) blocks while the task is stuck in the kernel, and
 * the reader can then only be killed. So a second thread, which mostly sleeps, monitors the reader.
 * When a read neither returns nor uses CPU time, it abandons the reader with everything that it
 * uses, reads all tasks again without the files in question, monitored by a third thread, and
 * completes the program.
 *
 * The wait for all stuck tasks together has a limit; each gets half of the remaining time.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/container/labels.h"
#include "lib/source/guard.h"
#include "lib/task/snapshot.h"

struct patience {
    int64_t left_ns; /* of the limit */

    /*
     * Called on the thread that takes over. Has to read again and exit; with an error (-errno) only
     * to exit.
     */
    void (*restart)(void *context, int error);
    void *context;

    struct stuck_list stuck; /* grows before the thread that takes over reads */
};

/*
 * One reading of all tasks, or of the names of containers, on the thread that begins it. Valid
 * until the exit. A guarded read does not return on a thread that was abandoned: it is parked.
 */
struct watched_thread {
    /* After reads the caller calls read_guard_rest(): delays until the next one are no stuck read.
     */
    struct read_guard guard;
    struct patience *patience; /* set by the caller */
    bool begun;
};

/*
 * Sets up the guard of this thread, and monitors it unless no thread can be created, or the limit
 * is 0 and nothing has been stuck.
 */
void patience_begin(struct watched_thread *watched);

/* The same when it first looks for the name of a container. */
void patience_watch_labels(struct watched_thread *watched, struct container_labels *labels);

/*
 * The row of ps itself is that of a program with one thread.
 *
 * The threads that monitor the reading one belong to the means of reading, as the kernel's memory
 * for it does; scripts that look for themselves, or for every ps, expect stock's row. They cannot
 * be started later, only when a read does not return: such a read is not interrupted by signals, so
 * nothing but a thread that exists already could notice.
 */

/*
 * The PID of this process in the procfs that a source reads, NULL for /proc; 0 if it is not in it.
 * `live` as in struct source: "self" of a recorded tree is whoever made it.
 */
pid_t patience_own_pid(const char *procfs, bool live);

/*
 * Leaves out the rows of all threads of this process but its first, and counts one thread; 0 does
 * nothing. 0 or -ENOMEM.
 */
int patience_hide_threads(struct snapshot *snapshot, pid_t pid);

#endif
