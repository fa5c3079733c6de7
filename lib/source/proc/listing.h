/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LISTING_H
#define DOTPROC_SOURCE_PROC_LISTING_H

/*
 * The task entries of one directory: /proc itself or /proc/PID/task.
 *
 * A listing is read from a freshly opened directory, once, from front to back, with a large buffer,
 * and never rewound. A kernel with the procfs patch needs all four: it keeps a cursor in the open
 * directory that a rewind does not reset; it returns at most 20 tasks a call, so a short read is
 * not the end; and a buffer too small for a batch would lose entries. Other kernels may be asked
 * for the end of /proc alone.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* One entry, in the kernel's order. */
struct listed {
    pid_t id;
    bool dot; /* written ".17073": a thread that leads no group */
};

/* Zero-initialise. */
struct listing {
    struct listed *entries;
    size_t count;
    size_t capacity;
    char *buffer; /* for getdents64(2), reused by the next scan */

    /*
     * An id's position in the directory is the id plus this, as in /proc, where the kernel looks
     * for the next process from there on (TGID_OFFSET in fs/proc/base.c). 0: it is not so.
     */
    int64_t offset;
    int64_t position; /* of the next entry */
};

void listing_fini(struct listing *listing);

/* Which entries are wanted. Skipping a dot entry costs only a look at its first letter. */
enum listing_kind {
    LISTING_PLAIN,
    LISTING_WITH_DOTS
};

/*
 * Opens `path` under the directory `at` and reads it completely, replacing the listing's old
 * entries. Names that are no id, with or without a dot, are skipped. An id may come twice while
 * tasks come and go. 0 or -errno.
 */
int listing_read(struct listing *listing, int at, const char *path, enum listing_kind kind);

/* The same from a descriptor that was just opened; it stays open. */
int listing_read_fd(struct listing *listing, int fd, enum listing_kind kind);

/* The plain entries from `position` on; of an open directory also if it was read before. */
int listing_read_from(struct listing *listing, int at, const char *path, int64_t position);
int listing_read_fd_from(struct listing *listing, int fd, int64_t position);

/* In PID/task: of the entry that follows so many others. "." and ".." are before them. */
#define LISTING_POSITION(place) ((int64_t)(place) + 2)

#endif
