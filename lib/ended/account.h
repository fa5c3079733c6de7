/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_ACCOUNT_H
#define DOTPROC_ENDED_ACCOUNT_H

/*
 * Takes over what BPF has counted of exited tasks, less what their rows have shown.
 *
 * The row of a task in a snapshot has shown its usage until then, so only the rest counts as usage
 * of exited tasks. Such tasks have a record each. All others are newer than the last snapshot and
 * count completely, in sums.
 *
 * An exited task that the last snapshot still lists, such as a zombie, counts once it is reaped.
 */

#include "lib/ended/exit_sums.h"
#include "lib/ended/seen.h"
#include "lib/source/bpf/ended_wire.h"

struct ended_account_record {
    struct ended_wire_id id;
    struct ended_wire_record record;
};

/* Zero-initialise. */
struct ended_account {
    int64_t boottime_offset_ns; /* the time namespace's, see support.h */
    struct ended_account_record *listed;
    size_t count, capacity; /* at most one for each row of the last snapshot */
};

void account_fini(struct ended_account *account);

/* Adds to `out` the exited tasks that snapshots no longer list. 0 or -ENOMEM. */
int account_begin(struct ended_account *account, struct seen_lists *seen, struct exit_sums *out);

/* Adds the sums and records since the last reading; after account_begin(). 0 or -ENOMEM. */
int account_add_sum(const struct ended_wire_key *key, const struct ended_wire_sum *sum,
                    struct exit_sums *out);
int account_add_record(struct ended_account *account, const struct ended_account_record *record,
                       struct seen_lists *seen, struct exit_sums *out);

#endif
