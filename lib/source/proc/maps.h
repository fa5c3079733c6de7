/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_MAPS_H
#define DOTPROC_SOURCE_PROC_MAPS_H

#include <stdbool.h>
#include <stdint.h>

/* The mappings of a task, and the futexes in them. */

struct mapping;
struct proc_source;
struct task_reader;

/*
 * Calls `see` for each mapping of the task, in ascending order, until it returns false. Reads in
 * pieces, since a process with thousands of threads has a mapping for each stack. 0 or -errno.
 */
int maps_each(const struct task_reader *reader,
              bool (*see)(void *context, const struct mapping *mapping), void *context);

/*
 * The identity of a shared futex: processes may map the same file at different addresses. The
 * kernel uses the same key (get_futex_key() in kernel/futex/core.c).
 */
struct futex_place {
    bool shared; /* else it is private to one process, and the rest is 0 */
    uint64_t device, inode, offset;
};

/*
 * The place of the futex at an address of the task. An address in no shared mapping counts as
 * private. The mappings of a process are read once and used for all its threads for 0.1 s, or
 * longer if reading took long: release them with futex_place_fini(). 0; -ENOENT if the mappings
 * cannot be read; or -errno.
 */
int futex_place_find(const struct task_reader *reader, uint64_t address, struct futex_place *place);
void futex_place_fini(struct proc_source *source);

bool futex_place_is_same(const struct futex_place *a, const struct futex_place *b);

#endif
