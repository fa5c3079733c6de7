/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LISTING_H
#define DOTPROC_SOURCE_PROC_LISTING_H

/*
 * The task entries of one directory, /proc itself or /proc/PID/task, and lists of task IDs made of
 * them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* --- listings --- */

/*
 * listing_read() reads a freshly opened directory, once, from front to back, with a large buffer. A
 * kernel with the procfs patch needs all of that: it keeps a cursor in the open directory that a
 * rewind does not reset; it returns at most 20 tasks a call, so a short read is not the end; and a
 * buffer too small for a batch would lose entries. On other kernels a directory may stay open and
 * be read again, from any position: listing_read_fd_from().
 */

/* One entry, in the kernel's order. */
struct listed {
    pid_t id;
    bool dot; /* named ".17073": a thread that is not a group leader */
};

/* Zero-initialise. */
struct listing {
    struct listed *entries;
    size_t count;
    size_t capacity;
    char *buffer; /* for getdents64(2), reused by the next scan */

    /*
     * The position of an ID in the directory minus the ID, constant in /proc, where the kernel
     * looks for the next process from that position on (TGID_OFFSET in fs/proc/base.c). 0: not
     * constant.
     */
    int64_t offset;
    int64_t position; /* of the next entry */
};

void listing_fini(struct listing *listing);

/* Which entries are listed. Skipping a dot entry only costs looking at its first byte. */
enum listing_kind {
    LISTING_PLAIN,
    LISTING_WITH_DOTS
};

/*
 * Opens `path` relative to the directory `at` and reads it completely, replacing the listing's old
 * entries. Names that are not an ID, with or without a dot, are skipped. An ID may be listed twice
 * while tasks start and exit. 0 or -errno.
 */
int listing_read(struct listing *listing, int at, const char *path, enum listing_kind kind);

/* The same: the plain entries from `position` on. */
int listing_read_from(struct listing *listing, int at, const char *path, int64_t position);

/*
 * The same from a descriptor, which may have been read before; it stays open. A `position` of 0
 * lists all.
 */
int listing_read_fd_from(struct listing *listing, int fd, int64_t position);

/* In PID/task: the position of the entry with this index, after "." and "..". */
#define LISTING_POSITION(place) ((int64_t)(place) + 2)

/* --- lists of task IDs, each with its thread group --- */

struct task_id {
    pid_t tgid;
    pid_t tid;
};

/* Zero-initialise. */
struct id_list {
    struct task_id *ids;
    size_t count;
    size_t capacity;
};

/* A part of a list, borrowed. */
struct id_span {
    const struct task_id *ids;
    size_t count;
};

void id_list_fini(struct id_list *list);
void id_list_clear(struct id_list *list);

/* 0 or -ENOMEM */
int id_list_add(struct id_list *list, pid_t tgid, pid_t tid);

/*
 * Adds the plain entries of a listing as threads of a group, or with a tgid of 0 each as a group of
 * its own, and sorts the list. 0 or -ENOMEM.
 */
int id_list_add_plain(struct id_list *list, const struct listing *listing, pid_t tgid);

/* Sorts the list in the order of a snapshot (tgid, the leader, then tid) and drops repeats. */
void id_list_sort(struct id_list *list);

/* Drops the groups above `tgid` from a sorted list. */
void id_list_cut(struct id_list *list, pid_t tgid);

/* The IDs of one group in a sorted list; an empty span if it is missing. */
struct id_span id_list_group(const struct id_list *list, pid_t tgid);

#endif
