/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_ENDED_H
#define DOTPROC_TOP_MODEL_ENDED_H

/*
 * The tasks that exited between two scans, and those of the last minute. One that also started
 * between two scans counts with all that it used; any other with what it used after the previous
 * scan. See lib/ended/ended.h.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/base/hash.h"
#include "lib/base/task_flags.h"
#include "lib/task/snapshot.h"

/* A count that is unknown. */
#define ENDED_NOT_KNOWN UINT64_MAX

struct ended_sample {
    bool watched;         /* false: the rest is empty: not requested, or no previous scan */
    bool of_threads;      /* rows are of threads, not of processes */
    bool counted;         /* counted by the kernel, not estimated */
    uint64_t interval_ns; /* the time between the two scans */

    /*
     * Rows with task::is_ended. The first `fresh` ones are new: their differences are their totals.
     * The others are of the previous sample and had nothing new: their differences are 0. Each part
     * is sorted by kind, name, parent's name and user.
     */
    struct snapshot rows;
    size_t fresh;

    uint64_t processes, threads; /* exited in this time; threads include leaders */
    uint64_t forks;              /* tasks created on the host in this time */
    uint64_t execs;              /* programs started, by execve(2) */
    uint64_t cpu_ns;             /* CPU time of all rows */
};

/* Frees its memory, and makes it as zero-initialised. */
void ended_sample_fini(struct ended_sample *ended);

/* Removes all rows, and sets all counts to ENDED_NOT_KNOWN. */
void ended_sample_clear(struct ended_sample *ended);

/*
 * Appends "x412 cc1 (by cc)": raw text with names quoted by escape_quote(). Unknown parts are left
 * out, but an unknown name is "-".
 */
void ended_put_name(struct buf *out, const char *comm, const struct task_ended *ended);

/*
 * Completes rows made by ended_put_rows(): sorts them, merges those that compare equal, sets their
 * differences, and appends the rows of `before`, which are sorted, that equal none of them. Sets
 * `fresh` and `cpu_ns`. 0 or -ENOMEM.
 */
int ended_sample_complete(struct ended_sample *ended, const struct snapshot *before);

/*
 * Makes `to` a copy of the fresh rows: `before` of the next ended_sample_complete(). 0 or -ENOMEM.
 */
int ended_sample_copy_fresh(const struct ended_sample *ended, struct snapshot *to);

#define ENDED_STRETCHES 13
#define ENDED_NAMES_MAX 256 /* in the table of a stretch */

/*
 * The name of the tasks, and that of their parent or process. Padded with NULs, and cut to 15
 * bytes. Both are empty in the row of all other names.
 */
struct ended_names {
    char comm[TASK_COMM_LEN], by[TASK_COMM_LEN];
};

struct ended_past {
    struct ended_names names;
    uint64_t count; /* number of tasks; 0: unknown */
    uint64_t cpu_ns;
};

/* Zero-initialise. */
struct ended_table {
    struct hash_table by_names;
    struct ended_past *rows;
    size_t count, capacity;
};

/*
 * Tasks that exited in the last minute, in sums by name: for each of some stretches of it a table
 * of bounded size, in which what has no room is one more row. Processes and threads are never
 * watched at the same time, so that what the key H leaves from before counts nothing twice.
 * Zero-initialise.
 */
struct ended_history {
    struct {
        uint64_t start_ns; /* CLOCK_MONOTONIC; 0: empty */
        struct ended_table table;
    } stretches[ENDED_STRETCHES];
    size_t newest;
    uint64_t now_ns; /* CLOCK_MONOTONIC of the last sample */
};

void ended_history_fini(struct ended_history *history);

/* Adds the fresh rows of a sample made at `now_ns` (CLOCK_MONOTONIC). 0 or -ENOMEM. */
int ended_history_add(struct ended_history *history, const struct ended_sample *ended,
                      uint64_t now_ns);

/*
 * Replaces the rows of `out` by the sums of the last minute, most CPU time first. Unless `name` is
 * "", only tasks are included that have this name or whose parent or process has it. 0 or -ENOMEM.
 * Free with ended_table_fini().
 */
int ended_history_list(const struct ended_history *history, const char *name,
                       struct ended_table *out);

void ended_table_fini(struct ended_table *table);

#endif
