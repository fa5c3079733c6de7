/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WALK_H
#define DOTPROC_SOURCE_BPF_WALK_H

/* All tasks by the walking programs of walk.bpf.c, read in place where the kernel wrote them. */

#include "lib/source/bpf/harvest.h"
#include "lib/source/bpf/host.h"
#include "lib/source/bpf/load.h"

/* Zero-initialise. */
struct walk {
    bool loaded;
    bool status; /* the programs that were loaded give it */
    struct walk_fds fds;
    uint32_t group_room, task_room; /* the sizes of the arrays */
    struct wire_group *groups;      /* mapped */
    struct wire_task *tasks;
    struct wire_status *statuses;
};

void walk_fini(struct walk *walk);

/* Whether walk_read() would have to load first. */
bool walk_must_load(const struct walk *walk, const struct harvest_want *want,
                    const struct host_size *host);

/*
 * Loads, where that has to be. 0 or -errno: with -ENOENT or -EINVAL the kernel is too old for it,
 * with -EPERM the right to do it is missing.
 */
int walk_load(struct walk *walk, const struct harvest_want *want, const struct host_size *host);

/*
 * Walks all tasks and adds them to the harvest; loads, or loads anew with more room, as need be.
 * 0 or -errno.
 */
int walk_read(struct walk *walk, const struct harvest_want *want, const struct host_size *host,
              struct harvest *harvest);

#endif
