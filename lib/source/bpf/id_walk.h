/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ID_WALK_H
#define DOTPROC_SOURCE_BPF_ID_WALK_H

/*
 * The id walk: all tasks by the program of id_walk.bpf.c, page by page. For a single pass the pages
 * go into our memory and the records are used in place; for consecutive passes only changes are
 * transferred, see delta_cache.h.
 */

#include "lib/source/bpf/delta_cache.h"
#include "lib/source/bpf/pass.h"
#include "lib/source/bpf/records.h"

/* The memory for pages, and the cache, from pass to pass. Zero-initialise. */
struct id_walk {
    char *memory;
    size_t size;
    struct delta_cache cache;
    uint32_t cached_flags; /* of the pages that it is from, */
    uint64_t cached_pass;  /* and the number of that pass */
    unsigned scans;        /* with it */
};

void id_walk_fini(struct id_walk *walk);

/*
 * Runs `program` until all tasks are in `records`. 0 or -errno: -EPERM when this process may not,
 * or no longer, run it; -EXDEV in another pid namespace than the first; -EPROTO when the program is
 * not of our version; -EAGAIN when tasks came faster than memory was allocated.
 */
int id_walk_read(struct id_walk *walk, int program, const struct pass *pass,
                 struct records *records);

#endif
