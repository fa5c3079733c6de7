/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_BACKENDS_H
#define DOTPROC_SOURCE_PROC_BACKENDS_H

/* The procfs sources, for those who open them: see lib/source/source.h for what each one is. */

#include "lib/source/source.h"

extern const struct source_ops source_dot;
extern const struct source_ops source_task;
extern const struct source_ops source_flat;

/* Opens the first of them that works here, as each one's open() does; looks at the procfs once. */
int procfs_open(const struct source_options *options, struct source **out, struct buf *why);

/* What a source that has a procfs behind it asks of that. */
struct procfs_facts {
    bool same_pids; /* it shows the very tasks that this process can name */
    bool has_clock; /* a process's CPU clock may be what its threads' times add up to */
    uint64_t ns_per_tick;
    uint32_t page_kib;
};

/* Of an open procfs source. */
struct procfs_facts procfs_facts(const struct source *base);

#endif
