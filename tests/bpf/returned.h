/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_RETURNED_H
#define DOTPROC_TESTS_BPF_RETURNED_H

/*
 * What the id walk returns in repeated scans, by a delta_cache_take() of this module in place of
 * the source's own.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* From now on, until this is called again, returned records of these tasks are counted. Borrowed.
 */
void returned_count_of(const pid_t *tids, size_t count);

/* How many there were. */
size_t returned_count(void);

/* Whether the program was to compare tasks with what was known of them. */
bool returned_has_compared(void);

#endif
