/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_UNSEEN_H
#define DOTPROC_SOURCE_BPF_UNSEEN_H

/*
 * The thread groups that BPF is kept from seeing, as by a sandbox, and procfs shows.
 *
 * An id walk tells which groups it was kept from. Of the task iterator, whoever sees the first
 * process and this very one sees all; else the kernel's count of tasks may tell that these two are
 * all that is missing; where it does not, /proc is listed.
 */

#include "lib/source/bpf/records.h"
#include "lib/source/source.h"

struct unseen {
    pid_t *groups; /* ascending, each once */
    size_t count, capacity;
    struct snapshot snapshot; /* of procfs, where it is asked */
};

void unseen_init(struct unseen *unseen);
void unseen_fini(struct unseen *unseen);

/* Finds the groups that `records` lack and `proc`, a procfs source, has. 0 or -errno. */
int unseen_find(struct unseen *unseen, struct source *proc, const struct records *records);

#endif
