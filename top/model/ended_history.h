/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_ENDED_HISTORY_H
#define DOTPROC_TOP_MODEL_ENDED_HISTORY_H

/* The tasks that exited in the last minute. */

#include "lib/base/hash.h"
#include "top/model/ended.h"

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
