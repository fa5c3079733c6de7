/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_FILE_LOCKS_H
#define DOTPROC_SOURCE_PROC_FILE_LOCKS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/resources.h"
#include "lib/source/proc/listing.h"
#include "lib/source/proc/read.h"
#include "lib/task/task.h"

/*
 * Who holds the file locks that others wait for, from /proc/locks: processes, not threads. A list
 * that was read is used for 0.1 s, or longer if reading it took long. Of a long list only the
 * beginning is read.
 */

struct file_wait;
struct source;

/* Zero-initialise, but for `dir`, and buffer.only_regular, which is set for a recorded tree. */
struct file_locks {
    int dir; /* the procfs, borrowed */
    struct file_wait *list;
    size_t count, capacity;
    int64_t until_ns; /* CLOCK_MONOTONIC: when it is to be read again */
    struct read_buffer buffer;
    struct listing listing;     /* of a holder's file descriptors */
    struct cpu_budget searches; /* through these */
};

void file_locks_fini(struct file_locks *locks);

/* From now on the list is read again, and its holders searched, whatever that has cost before. */
static inline void file_locks_again(struct file_locks *locks)
{
    locks->until_ns = 0;
    locks->searches = (struct cpu_budget){0};
}

/* Values of *holder besides PIDs. */
#define LOCK_HOLDER_NONE    (-1) /* the task waits for no file lock */
#define LOCK_HOLDER_UNKNOWN 0

/*
 * Finds the process that holds the lock for which the task in this folder waits in flock(2) or
 * fcntl(2). Unknown for locks of open file descriptions, which no process holds; for flock(2) locks
 * whose process left them to a child, or whose process may not be searched now, by the guard of
 * `base` or for its CPU time; for locks kept by a file server; and if threads of the process wait
 * for several locks and the kernel does not tell which. None in a recorded tree. The task's call
 * must have been read. Ends in the turn of the task's process or of the holder. 0 or -errno.
 */
int file_locks_find(struct file_locks *locks, struct source *base, const struct task_folder *folder,
                    const struct task *task, pid_t *holder);

#endif
