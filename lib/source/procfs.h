/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROCFS_H
#define DOTPROC_SOURCE_PROCFS_H

/* The procfs back ends, for those who choose among back ends or are layered on one. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/source/source.h"

/*
 * Opens the first procfs source that works here, as each one's open() does, but probes the procfs
 * once.
 */
int procfs_open(const struct source_options *options, struct source **out, struct buf *why);

/* What a source layered on an open procfs source must know about it. */
struct procfs_facts {
    bool same_pids; /* its PIDs are those of this process's PID namespace */
    bool has_clock; /* a process's CPU clock may equal the sum of its threads' times */
    uint64_t ns_per_tick;
    uint32_t page_kib;
};

struct procfs_facts procfs_facts(const struct source *base);

#endif
