/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_FUTEX_PLACE_H
#define DOTPROC_SOURCE_PROC_FUTEX_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/source/proc/task_reader.h"

/*
 * The identity of a shared futex: processes may map the same file at different addresses. The
 * kernel uses the same key (get_futex_key() in kernel/futex/core.c).
 */

struct futex_place {
    bool shared; /* else it is private to one process, and the rest is 0 */
    uint64_t device, inode, offset;
};

/*
 * Searches the task's mappings. 0; -ENOENT if nothing is mapped at the address, or the mappings
 * cannot be read; or -errno.
 */
int futex_place_find(const struct task_reader *reader, uint64_t address, struct futex_place *place);

/*
 * The same for many rows: the mappings of a process are read once and used for all its threads for
 * 0.1 s. An address in no shared mapping counts as private. Release with futex_place_fini().
 */
int futex_place_find_kept(const struct task_reader *reader, uint64_t address,
                          struct futex_place *place);
void futex_place_fini(struct proc_source *source);

bool futex_place_is_same(const struct futex_place *a, const struct futex_place *b);

#endif
