/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_MISMATCHES_H
#define DOTPROC_TESTS_BPF_MISMATCHES_H

/*
 * What of a task differs between two sources that cannot be read at once. A task that runs may
 * change and change back between two readings, so a mismatch counts only when the same task shows
 * it in every round: what is wrong stays wrong.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/task/task.h"

/* All zero at first. */
struct mismatches {
    struct mismatch *list;
    size_t count, capacity; /* of those that every round so far has shown */
    int rounds;             /* that have ended */
};

/* Notes one of this round: `field` tells those of a task apart, `text` is what is printed of it. */
void mismatches_note(struct mismatches *mismatches, const struct task *task, size_t field,
                     const char *text);

/* Ends a round. True if another is needed: some are left, and there may be more rounds. */
bool mismatches_end_round(struct mismatches *mismatches);

/* After the last round: fails if some are left, and prints them. Then new rounds may begin. */
void mismatches_expect_none(struct mismatches *mismatches, const char *what);

#endif
