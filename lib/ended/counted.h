/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_COUNTED_H
#define DOTPROC_ENDED_COUNTED_H

/*
 * Exited tasks as counted by the BPF programs of ended.bpf.c, which this process attaches, less
 * what their rows have shown.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/ended/exit_sums.h"
#include "lib/ended/seen.h"
#include "lib/source/bpf/ended_wire.h"

struct counted;

/*
 * Starts counting threads or processes. 0; -ENOTSUP with a line in `why` if BPF cannot be used; or
 * the error of a shortage. Close with counted_close(); NULL is allowed.
 */
int counted_open(bool threads, struct counted **out, struct buf *why);
void counted_close(struct counted *counted);

/* Called just before a snapshot of all tasks, which may exit during the scan. 0 or -errno. */
int counted_begin(struct counted *counted);

/* Called after it, with the rows that it has shown: adds the exited tasks to `out`. 0 or -errno. */
int counted_update(struct counted *counted, struct seen_lists *seen, struct exit_sums *out);

/* Between the last two updates: exits of threads, and calls of execve(2). */
struct counted_events {
    uint64_t exits, execs;
};

struct counted_events counted_events(const struct counted *counted);

/* --- the account: tasks that rows may have shown --- */

/*
 * The row of a task in a snapshot has shown its usage until then, so only the rest counts as usage
 * of exited tasks. Such tasks have a record each. All others are newer than the last snapshot and
 * count completely, in sums.
 *
 * An exited task that the last snapshot still lists, such as a zombie, counts once it is reaped.
 */

struct ended_account_record {
    struct ended_wire_id id;
    struct ended_wire_record record;
};

/* Zero-initialise. */
struct ended_account {
    int64_t boottime_offset_ns; /* the time namespace's, see support.h */
    struct ended_account_record *listed;
    size_t count, capacity; /* at most one for each row of the last snapshot */

    /* As in account_begin(). */
    struct seen_lists *seen;
    struct exit_sums *out;
};

void account_fini(struct ended_account *account);

/*
 * Adds to `out` the exited tasks that snapshots no longer list. Both are borrowed until the last
 * call of those below. 0 or -ENOMEM.
 */
int account_begin(struct ended_account *account, struct seen_lists *seen, struct exit_sums *out);

/*
 * Add the sums and records since the last reading, as functions of struct ended_taker, whose
 * context is the account. 0 or -ENOMEM.
 */
int account_add_sum(void *account, const struct ended_wire_key *key,
                    const struct ended_wire_sum *sum);
int account_add_record(void *account, const struct ended_wire_id *id,
                       const struct ended_wire_record *record);

#endif
