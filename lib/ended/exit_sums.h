/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_EXIT_SUMS_H
#define DOTPROC_ENDED_EXIT_SUMS_H

/* Sums of the usage of exited tasks by name, parent, user and cgroup. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/hash.h"
#include "lib/ended/seen.h"
#include "lib/task/task.h"

#define NO_OWNER ((uid_t)-1) /* the user is unknown */

/* What the tasks of a row have in common. No padding: compared by memcmp(3). */
struct ended_key {
    char comm[TASK_COMM_LEN], by[TASK_COMM_LEN]; /* by pool_name_fold(); set by exit_sums_add() */
    uint64_t cgroup;                             /* ID of its cgroup v2; 0: unknown */
    uid_t euid;
    enum task_kind kind;
};

struct ended_row {
    struct ended_key key;
    char comm[TASK_COMM_LEN], by[TASK_COMM_LEN]; /* complete, padded with NULs; empty: unknown */
    bool other_comms, other_bys;                 /* some tasks of the row have other names */
    uint32_t by_pid; /* of the process named in `by`; 0: unknown, or several */
    struct ended_used used;
};

/* Zero-initialise. */
struct exit_sums {
    struct hash_table table;
    struct ended_row *rows;
    size_t count, capacity;
};

void exit_sums_fini(struct exit_sums *sums);
void exit_sums_clear(struct exit_sums *sums);

/* Adds to the row with the same key. 0 or -ENOMEM. */
int exit_sums_add(struct exit_sums *sums, const struct ended_row *added);

#endif
