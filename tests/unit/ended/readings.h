/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_ENDED_READINGS_H
#define DOTPROC_TESTS_UNIT_ENDED_READINGS_H

/* Readings of tasks as tables: what a scan found at a moment. */

#include "lib/ended/exit_sums.h"
#include "lib/ended/seen.h"

/* As the tid of a thread that has exited and has a row. */
#define ZOMBIE(tid) (-(tid))

/* As the start of a task that was not read. */
#define UNREAD UINT64_MAX

/* A process where tid is 0, which has no row of its own if threads follow it. Times in ms. */
struct reading_row {
    pid_t tgid, tid, ppid;
    const char *comm;
    uint64_t start_ms, cpu_ms, reaped_ms;
};

#define MS(ms) ((uint64_t)(ms) * (uint64_t)NS_PER_MS)

/*
 * A snapshot of `count` rows, in the order of snapshot.h, made so long after boot. Free with
 * snapshot_fini().
 */
void make_reading(struct snapshot *snapshot, uint64_t moment_ms, const struct reading_row *rows,
                  size_t count);

/* Takes over such a reading. */
void take_reading(struct seen_lists *lists, uint64_t moment_ms, const struct reading_row *rows,
                  size_t count);

/* The same for an array. */
#define TAKE(lists, moment_ms, rows) \
    take_reading((lists), (moment_ms), (rows), sizeof(rows) / sizeof((rows)[0]))

/* The time of the row of these sums by that parent, in ms; -1: there is none. */
int64_t ms_by(const struct exit_sums *sums, const char *by, enum task_kind kind);

/* The time of all its rows, in ms. */
int64_t ms_of_all(const struct exit_sums *sums);

#endif
