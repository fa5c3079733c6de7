/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_FUTEX_PLACE_H
#define DOTPROC_SOURCE_PROC_FUTEX_PLACE_H

/*
 * Where a shared futex really is: processes that map the same file have it at different addresses.
 * The kernel tells futexes apart by the same (get_futex_key() in kernel/futex/core.c).
 */

#include "lib/source/proc/task_reader.h"

struct futex_place {
    bool shared; /* else it is in memory of one process alone, and the rest is 0 */
    uint64_t device, inode, offset;
};

/* Looks at the task's mappings. 0; -ENOENT if nothing is mapped there, or it is not to be seen. */
int futex_place_find(const struct task_reader *reader, uint64_t address, struct futex_place *place);

bool futex_place_is_same(const struct futex_place *a, const struct futex_place *b);

#endif
