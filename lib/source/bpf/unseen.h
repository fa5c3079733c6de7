/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_GAPS_H
#define DOTPROC_SOURCE_BPF_GAPS_H

/*
 * The tasks that BPF is kept from seeing, as by a sandbox, and procfs shows: their rows.
 *
 * A walk tells which groups it was kept from. Of a stream, whoever sees the first process and this
 * very one sees all; else the kernel's count of tasks may tell that these two are all that is
 * missing; where it does not, /proc is listed.
 */

#include "lib/source/bpf/records.h"
#include "lib/source/proc/proc.h"

struct unseen {
    pid_t *groups; /* ascending */
    size_t group_count, group_capacity;
    struct task *rows;
    size_t row_count, row_capacity;
    struct listing listing;
};

void unseen_init(struct unseen *unseen);
void unseen_fini(struct unseen *unseen);

/*
 * Makes `unseen->rows` what `request` asks for of the groups that `harvest` lacks; their strings
 * are in `snapshot`, which is cleared before and has no rows afterwards. 0 or -errno.
 */
int unseen_read(struct unseen *unseen, struct proc_source *proc, const struct records *records,
                const struct scan_request *request, struct snapshot *snapshot);

#endif
