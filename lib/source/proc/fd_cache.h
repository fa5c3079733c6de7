/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_FD_CACHE_H
#define DOTPROC_SOURCE_PROC_FD_CACHE_H

/*
 * The stat files of tasks, kept open from scan to scan.
 *
 * A file of procfs that stays open belongs to its task and not to the task's number: read again
 * from the start it is made afresh, and once the task has gone it answers ESRCH for ever, also
 * when the number is given to another. To read one so takes half of what it takes to open, read
 * and close it. Each costs the kernel some 6 KiB, so there is a limit.
 *
 * Files are known by task_key(), and asked for in the order of a snapshot.
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

struct fd_cache {
    bool on; /* in the scan going on */
    size_t limit;
    struct cached_files now;    /* of the scan going on */
    struct cached_files before; /* left from the last one */
    size_t next;                /* of `before` */
};

/* The limit is a part of what the process may have open, and of the host's memory. */
void fd_cache_init(struct fd_cache *cache);
void fd_cache_fini(struct fd_cache *cache);

/* Around a scan that keeps files. Those that were not taken are closed. */
void fd_cache_begin(struct fd_cache *cache);
void fd_cache_end(struct fd_cache *cache);

/* The file of this task: the caller's, until it is put back. With an fd of -1: there is none. */
struct cached_file fd_cache_take(struct fd_cache *cache, uint64_t key);

/* Whether one more may be opened to be kept. */
bool fd_cache_has_room(const struct fd_cache *cache);

/* Keeps a file for the next scan; where that cannot be, it is closed. */
void fd_cache_put(struct fd_cache *cache, const struct cached_file *file);

/* The process has no descriptors left: closes all, and keeps none from now on. */
void fd_cache_give_up(struct fd_cache *cache);

#endif
