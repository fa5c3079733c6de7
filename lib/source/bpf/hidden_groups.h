/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_HIDDEN_GROUPS_H
#define DOTPROC_SOURCE_BPF_HIDDEN_GROUPS_H

/*
 * The thread groups that procfs shows but BPF may not see, as in a sandbox.
 *
 * An id walk reports the groups hidden from it. If a task iterator shows process 1 and this
 * process, it shows all; otherwise the kernel's count of tasks may prove that only these two are
 * missing; otherwise /proc is listed.
 */

#include "lib/source/bpf/records.h"
#include "lib/source/source.h"

/* Zero-initialise. */
struct hidden_groups {
    pid_t *groups; /* ascending, each once */
    size_t count, capacity;
    struct snapshot snapshot; /* of a procfs scan */
};

void hidden_groups_fini(struct hidden_groups *hidden);

/* Finds the groups that `proc`, a procfs source, has and `records` lacks. 0 or -errno. */
int hidden_groups_find(struct hidden_groups *hidden, struct source *proc,
                       const struct records *records);

#endif
