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

/* Ends a round. True if every mismatch was absent from some round; then all begins anew. */
bool mismatches_are_gone(struct mismatches *mismatches);

/* Prints those that were there in each round, and returns what is told of the first. */
const char *mismatches_print(const struct mismatches *mismatches);

#endif
