/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_FILE_LOCK_H
#define DOTPROC_SOURCE_PROC_PARSE_FILE_LOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A line of /proc/locks, or of fdinfo after "lock:" (proc(5), lock_get_status() in fs/locks.c). */

/* By flock(2), by fcntl(2), by fcntl(2) on an open file description. */
enum file_lock_kind {
    LOCK_FLOCK,
    LOCK_POSIX,
    LOCK_OFD
};

struct file_lock {
    enum file_lock_kind kind;
    bool waits; /* it waits for the last lock above it that does not wait */
    pid_t tgid; /* the process that holds the lock or waits for it; 0: not named by the kernel */
    uint64_t inode; /* of the file; its device is not parsed */
};

/* False for any other text, including leases. */
bool file_lock_parse(const char *line, size_t len, struct file_lock *lock);

#endif
