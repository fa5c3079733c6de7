/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_HIDDEN_GROUPS_H
#define DOTPROC_SOURCE_BPF_HIDDEN_GROUPS_H

/*
 * The thread groups that BPF is kept from seeing, as by a sandbox, and procfs shows.
 *
 * An id walk tells which groups it was kept from. Of the task iterator, whoever sees the first
 * process and this very one sees all; else the kernel's count of tasks may tell that these two are
 * all that is missing; where it does not, /proc is listed.
 */

#include "lib/source/bpf/records.h"
#include "lib/source/source.h"

struct hidden_groups {
    pid_t *groups; /* ascending, each once */
    size_t count, capacity;
    struct snapshot snapshot; /* of procfs, where it is asked */
};

void hidden_groups_init(struct hidden_groups *hidden);
void hidden_groups_fini(struct hidden_groups *hidden);

/* Finds the groups that `records` lack and `proc`, a procfs source, has. 0 or -errno. */
int hidden_groups_find(struct hidden_groups *hidden, struct source *proc,
                       const struct records *records);

#endif
