/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_DEBTS_H
#define DOTPROC_ENDED_DEBTS_H

/*
 * What rows have shown of tasks that are gone, where the kernel says only sums of what ended: it is
 * to be taken off these, so that it does not count twice.
 *
 * The sum in which a task ends is known by its name and its parent's, which both may have changed
 * since it was shown; and it grows only when the kernel has freed the task. So what is to be taken
 * off waits for a sum of those names to grow, or for one by that parent's name that grows by enough
 * to have the task; and after some seconds for any at all. So rows and ended tasks together remain
 * right, if not always at once, nor each row of a task that changed its name.
 */

#include "lib/ended/seen.h"
#include "lib/ended/tally.h"

/* Zero-initialise. */
struct ended_debts {
    struct ended_tally young, old; /* by names and kind */
    uint64_t aged_ns;              /* CLOCK_MONOTONIC, when the young became old */
    uint64_t complete;             /* of the sums that they wait for, see ended_wire_control */
};

void debts_fini(struct ended_debts *debts);

/*
 * Adds what was shown of tasks of that kind that the last snapshot is the first without, or that
 * now have another's time. 0 or -ENOMEM.
 */
int debts_update(struct ended_debts *debts, const struct seen_lists *seen,
                 enum ended_wire_kind kind);

/*
 * Takes off the rows of a tally, by what the sums with this `complete` have grown, what is waiting
 * for them. If they are others than before, they have begun anew without what ended until then, and
 * nothing waits for them any more.
 */
void debts_pay(struct ended_debts *debts, struct ended_tally *tally, uint64_t complete);

#endif
