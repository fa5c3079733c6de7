/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_ACCOUNT_H
#define DOTPROC_ENDED_ACCOUNT_H

/*
 * What ended between two readings of the kernel's sums, without what was shown of it before.
 *
 * Of a task that was in a snapshot, the row there has shown what it had used until then; only the
 * rest is what ended tasks have used. Such tasks have records of their own. All others are as new
 * as the reading, and count whole, by the growth of the sums.
 *
 * Without records, of what is pinned, the sums have all; then debts.h has what is to be subtracted.
 *
 * So rows and ended tasks together are what the kernel says that tasks have used: for each task its
 * last time, in the end.
 */

#include "lib/ended/seen.h"
#include "lib/ended/tally.h"
#include "lib/source/bpf/ended_probe.h"

/* Zero-initialise. */
struct ended_account {
    uint64_t complete;                       /* of the reading before; 0: there was none */
    struct ended_tally last;                 /* the sums of the reading before */
    struct ended_wire_sum rest[ENDED_KINDS]; /* likewise */
};

void account_fini(struct ended_account *account);

/* The key by which a task is seen: task_key() of its row. */
uint64_t account_key(const struct ended_wire_id *id, uint32_t tgid);

/*
 * Adds to `out` what ended since the last call; at the first one, since the program was attached.
 * `boottime_offset_ns` is the time namespace's, see support.h. 0 or -ENOMEM.
 */
int account_update(struct ended_account *account, const struct ended_reading *reading,
                   const struct seen_lists *seen, int64_t boottime_offset_ns,
                   struct ended_tally *out);

#endif
