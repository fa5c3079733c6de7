/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_SEEN_H
#define DOTPROC_ENDED_SEEN_H

/*
 * What the rows of past snapshots have shown of their tasks, so that it is not counted again when
 * they end.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/ended/used.h"
#include "lib/task/snapshot.h"

/* A row, as it was last seen. Times in ns. */
struct seen {
    uint64_t key; /* task_key() */
    uint64_t start_ns;
    uint64_t cpu_ns;
    uint64_t reaped_ns; /* of its reaped children, and theirs */
    uint64_t minflt, majflt;
    uint64_t reaped_minflt, reaped_majflt;
    uint64_t dead_ns; /* of a process: see infer.h */
    uint64_t gone_ns; /* CLOCK_MONOTONIC of the first snapshot without it; 0: it is there */
    pid_t tgid, ppid;
    enum task_kind kind;
    char comm[16]; /* filled up with NULs */
};

struct seen_list {
    struct seen *rows; /* in a snapshot's order */
    size_t count, capacity;
};

/* Zero-initialise. */
struct seen_lists {
    struct seen_list now, before; /* of the last snapshot and the one before */
    struct seen_list gone;        /* those that were in earlier ones, for a minute */
    struct seen_list spare;
    struct system_info system; /* of the last snapshot; zeros: none yet */
    uint64_t interval_ns;      /* from the one before; 0: none yet */
};

void seen_fini(struct seen_lists *lists);

/*
 * Takes over the rows of a snapshot, which have NEED_STAT and perhaps NEED_USAGE and NEED_COMM, in
 * the order of snapshot.h. 0 or -ENOMEM.
 */
int seen_update(struct seen_lists *lists, const struct snapshot *snapshot);

/* The key of the row of the thread that leads a process. */
uint64_t seen_leader_key(pid_t tgid);

/* The index of the first row of the list whose key is not less. */
size_t seen_from(const struct seen_list *list, uint64_t key);

/* The first row of the list with that key, or NULL. */
struct seen *seen_find(const struct seen_list *list, uint64_t key);

/* The process with that id in the list, or NULL. */
struct seen *seen_find_process(const struct seen_list *list, pid_t tgid);

/*
 * What was last shown of a task that has ended: its row in the last snapshot, or else one of those
 * that are gone. Its start may differ by what procfs rounds off. With `any_start` a row that is
 * gone need only have the key. NULL: it was never shown.
 */
struct seen *seen_find_ended(const struct seen_lists *lists, uint64_t key, uint64_t start_ns,
                             bool any_start);

/* What a row has shown of its task, and of its reaped children, without a count. */
struct ended_used seen_shown(const struct seen *row);
struct ended_used seen_reaped(const struct seen *row);

/*
 * By how much the time of a row went back from the snapshot before to the last: from now on it
 * shows another task, which took over the number when it started a program. Else 0.
 */
uint64_t seen_went_back_ns(const struct seen_lists *lists, uint64_t key);

/* Whether a row is gone since the last snapshot. */
bool seen_is_just_gone(const struct seen_lists *lists, const struct seen *row);

/* Whether the task of a row started after the snapshot before. */
bool seen_is_new(const struct seen_lists *lists, const struct seen *row);

#endif
