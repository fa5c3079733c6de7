/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_FD_CACHE_H
#define DOTPROC_SOURCE_PROC_HISTORY_FD_CACHE_H

/*
 * A cache of open files: the stat files of tasks, open from scan to scan.
 *
 * An open file of procfs belongs to its task and not to the task's number: reading it again from
 * the start gives fresh contents, and once the task is gone it always returns ESRCH, even when the
 * number is reused. Reading it takes half the time of open, read and close. Each costs the kernel
 * some 6 KiB, so there is a limit.
 *
 * Files are identified by task_key() and must be asked for in the order of a snapshot.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cached_file {
    uint64_t key;
    int fd; /* -1: taken, or gone */
};

struct cached_files {
    struct cached_file *files;
    size_t count, capacity;
};

/* Zero-initialise. */
struct fd_cache {
    size_t limit;               /* a part of RLIMIT_NOFILE and of the host's memory */
    bool is_limit_known;        /* found out, or given up */
    struct cached_files now;    /* of the current scan */
    struct cached_files before; /* left from the last one */
    size_t next;                /* of `before` */
};

void fd_cache_fini(struct fd_cache *cache);

/* Around a scan that caches files. Files that were not taken are closed. */
void fd_cache_begin(struct fd_cache *cache);
void fd_cache_end(struct fd_cache *cache);

/*
 * The file of this task, owned by the caller until it is put back; its fd is -1 when there is none.
 */
struct cached_file fd_cache_take(struct fd_cache *cache, uint64_t key);

/* Whether one more file may be opened for the cache. */
bool fd_cache_has_room(const struct fd_cache *cache);

/* Keeps a file for the next scan, or closes it when there is no room. */
void fd_cache_put(struct fd_cache *cache, const struct cached_file *file);

/* The process has run out of descriptors: closes all files and caches none from now on. */
void fd_cache_give_up(struct fd_cache *cache);

#endif
