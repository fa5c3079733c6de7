/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_EXITS_H
#define DOTPROC_ENDED_EXITS_H

/*
 * Counts the exits of the host by the proc connector, which ordinary users may listen to since
 * Linux 6.6. Its events have no times and no names.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/hash.h"
#include "lib/ended/seen.h"

/* --- the exits of an interval, by process --- */

#define EXIT_ENTRIES 4096 /* the most processes that have an entry */
#define EXIT_RECENT  256  /* leaders in the ring */

/*
 * Exits by the process to which their CPU time goes: exits of threads by their own process, exits
 * of processes by the nearest living ancestor, which reaps it.
 */
struct exit_entry {
    pid_t tgid;
    uint64_t processes, threads;
};

/* A leader that exited: it is still open whether its process exited, too. */
struct recent_exit {
    pid_t tgid, parent; /* tgid 0: its process lives on */
};

/* Zero-initialise. */
struct exit_table {
    struct ledger living; /* processes, and whether they have lost their leaders */
    struct hash_table by_tgid;
    struct exit_entry *entries;
    size_t count, capacity;
    struct recent_exit recent[EXIT_RECENT]; /* a ring */
    size_t recent_count;                    /* ever added */
    uint64_t processes, threads;            /* of all; threads include leaders */
    uint64_t unparented;                    /* processes whose parent is unknown */
    bool is_lost;                           /* events are missing: the counts are not valid */
};

void exit_table_fini(struct exit_table *table);

/* Drops the exits of the interval. */
void exit_table_clear(struct exit_table *table);

/* A thread other than the leader has exited. Sets is_lost if there is no memory or no room. */
void exit_table_add_thread(struct exit_table *table, pid_t tgid);

/*
 * A leader has exited. `parent` is 0 if the event has none, because the parent reaped it first.
 * exit_table_settle() adds it to the sums.
 */
void exit_table_add_leader(struct exit_table *table, pid_t tgid, pid_t parent);

/*
 * The process has been counted, or has called execve(2): if its leader exited just before, the
 * caller was another thread, which took over the leader's PID: a thread has exited, but no process.
 */
void exit_table_forget_leader(struct exit_table *table, pid_t tgid);

/*
 * Adds the leaders that exited last to the sums. One whose process has other threads in the last
 * snapshot counts when its row is gone: main() may have called pthread_exit(3). 0 or -ENOMEM.
 */
int exit_table_settle(struct exit_table *table, const struct seen_lists *seen);

/* The entry of a process, or NULL. */
struct exit_entry *exit_table_find(const struct exit_table *table, pid_t tgid);

/* --- the connector --- */

/*
 * A thread of its own receives the events, because the socket's buffer would overflow between two
 * snapshots. It wakes up a few hundred times per second at most.
 */
struct exits;

/*
 * Starts listening. 0; -ENOTSUP if no events can be received, because the kernel is too old or this
 * process is not in the initial namespaces; or -ENOMEM, -EMFILE or -ENFILE.
 */
int exits_open(struct exits **out);
void exits_close(struct exits *exits);

/*
 * The exits since the last call or exits_open(), not settled; valid until the next call. is_lost if
 * the socket's buffer has overflowed.
 */
struct exit_table *exits_take(struct exits *exits);

#endif
