/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_EXIT_TABLE_H
#define DOTPROC_ENDED_EXIT_TABLE_H

/*
 * How many exits there were, by the process that lives on: of threads by their own, of processes by
 * the nearest of their ancestors, who reaps their times.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/hash.h"

/* More processes than that do not have exits to tell of. */
#define EXIT_ENTRIES 4096

struct exit_entry {
    pid_t tgid;
    uint64_t processes, threads;
};

/* Zero-initialise. */
struct exit_table {
    struct hash_table by_tgid;
    struct exit_entry *entries;
    size_t count, capacity;
    uint64_t processes, threads; /* of all; threads include leaders */
    uint64_t unparented;         /* processes of which nobody knows the parent */
    bool is_lost;                /* some are missing: nothing of it is right */
};

void exit_table_fini(struct exit_table *table);
void exit_table_clear(struct exit_table *table);

/* A thread has ended, not its group's leader. Without memory or room, is_lost. */
void exit_table_add_thread(struct exit_table *table, pid_t tgid);

/*
 * A leader has ended, the child of that process; 0: the kernel does not say whose, where the parent
 * has reaped it before the kernel tells of it.
 */
void exit_table_add_process(struct exit_table *table, pid_t tgid, pid_t parent);

/* The entry of a process, or NULL. */
const struct exit_entry *exit_table_find(const struct exit_table *table, pid_t tgid);

#endif
