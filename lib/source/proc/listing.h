/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LISTING_H
#define DOTPROC_SOURCE_PROC_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * The task entries of one directory: /proc itself or /proc/PID/task.
 *
 * A listing is read from a freshly opened directory, once, from front to back, with a large buffer,
 * and never rewound. A kernel with the procfs patch needs all of that: it keeps a cursor in the
 * open directory that a rewind does not reset; it returns at most 20 tasks a call, so a short read
 * is not the end; and a buffer too small for a batch would lose entries. On other kernels a listing
 * may start at any position.
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

/* The same from a descriptor that was just opened; it stays open. */
int listing_read_fd(struct listing *listing, int fd, enum listing_kind kind);

/*
 * The plain entries from `position` on. The second one also accepts a directory that was read
 * before.
 */
int listing_read_from(struct listing *listing, int at, const char *path, int64_t position);
int listing_read_fd_from(struct listing *listing, int fd, int64_t position);

/* In PID/task: the position of the entry with this index, after "." and "..". */
#define LISTING_POSITION(place) ((int64_t)(place) + 2)

/* A list of task ids, each with its thread group. */

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

/* Sorts the list in the order of a snapshot (tgid, the leader, then tid) and drops repeats. */
void id_list_sort(struct id_list *list);

/* Drops the groups above `tgid` from a sorted list. */
void id_list_cut(struct id_list *list, pid_t tgid);

/* The IDs of one group in a sorted list; an empty span if it is missing. */
struct id_span id_list_group(const struct id_list *list, pid_t tgid);

/*
 * The threads of a process in the order in which the kernel lists them, so that only the changed
 * end of the list is read again.
 *
 * Listing 16,000 threads takes 13 ms, and a process that starts and ends threads all the time must
 * be listed in each scan. But the kernel appends new threads (copy_process() in kernel/fork.c), and
 * the position of an entry in /proc/PID/task is its index in that list (proc_task_readdir() in
 * fs/proc/base.c). So if the same thread is at the same position as before, all threads before it
 * still exist. Mostly the youngest threads exit, and only these are listed again. Sometimes all are
 * listed: readdir may skip a thread when another exits at that moment, and the skipped thread would
 * stay missing as long as those after it are unchanged.
 */

/* The maximum number of consecutive listings of only the last threads. */
#define THREAD_ORDER_TAILS_MAX 50

/* Zero-initialise. */
struct thread_order {
    pid_t *tids;
    size_t count, capacity;
    unsigned tails; /* listings since the last whole one */
};

void thread_order_fini(struct thread_order *order);

/*
 * Lists the threads in `task_dir`, a process's open /proc/PID/task; `order` has those of the last
 * listing, if any. `listing` is scratch space. 0; or -errno, which empties `order`.
 */
int thread_order_list(struct thread_order *order, int task_dir, struct listing *listing);

#endif
