/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_FD_CACHE_H
#define DOTPROC_SOURCE_PROC_FD_CACHE_H

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
#include <sys/types.h>

#include "lib/source/proc/ids.h"

struct cached_file {
    uint64_t key;
    int fd;        /* -1: taken, or closed */
    bool restless; /* of a group's first thread: the group's threads changed in the last scan */

    /* Of a process: see cached_stat.h. */
    bool of_leader;      /* the file is that of its leader */
    uint8_t large_scans; /* consecutive scans that found many threads in it */
    uint8_t ahead_ticks; /* by which the clock is ahead of its own file */
};

struct cached_files {
    struct cached_file *files;
    size_t count, capacity;
};

/* Zero-initialise. */
struct fd_cache {
    bool on;      /* in use by the current scan */
    size_t limit; /* a part of RLIMIT_NOFILE and of the host's memory; 0: not known yet */
    struct cached_files now;    /* of the current scan */
    struct cached_files before; /* left from the last one */
    size_t next;                /* of `before` */
};

/* A position in the scan, to go back to. */
struct fd_cache_mark {
    size_t next, count;
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

/* The file that was put last, if it has this key, to be changed; else NULL. */
struct cached_file *fd_cache_last(struct fd_cache *cache, uint64_t key);

/* The process has run out of descriptors: closes all files and caches none from now on. */
void fd_cache_give_up(struct fd_cache *cache);

/*
 * Adds the threads of this group whose files come next, or none if they change too often. 0 or
 * -ENOMEM.
 */
int fd_cache_threads(struct fd_cache *cache, pid_t tgid, struct id_list *threads);

/* Goes back to a mark: files taken since then can be taken again. */
struct fd_cache_mark fd_cache_mark(const struct fd_cache *cache);
void fd_cache_rewind(struct fd_cache *cache, struct fd_cache_mark mark);

/* Notes whether the threads put since the mark, all of one group, are those of the last scan. */
void fd_cache_note(struct fd_cache *cache, struct fd_cache_mark mark, pid_t tgid);

#endif
