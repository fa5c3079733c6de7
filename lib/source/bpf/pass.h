/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PASS_H
#define DOTPROC_SOURCE_BPF_PASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/host_tasks.h"

struct budget;

/* One pass over all tasks of the kernel: what it is to return. */
struct pass {
    /* Set by the caller. */
    bool threads; /* else only leaders, with their groups' sums in wire_group */
    bool status;
    bool memory;           /* any figure of memory */
    bool rss;              /* RSS, which is counted per CPU */
    bool again;            /* part of a sequence of passes */
    bool last;             /* with `again`: the last of the sequence */
    const uint64_t *shown; /* with `again`: as in struct scan_request */
    size_t shown_count;

    /* Set by reader_read(). */
    struct host_size host; /* just before the pass */
    uint64_t number;       /* of earlier passes, in any way */
    struct budget *budget; /* NULL: the pass may take any time */
};

/*
 * Whether the program without memory is enough, which loads faster: the kernel looks up types by
 * name and caches the results in so small a table that struct mm_struct and struct worker evict
 * each other (bpf_core_find_cands() in kernel/bpf/btf.c).
 */
static inline bool pass_is_bare(const struct pass *pass)
{
    return !pass->memory && !pass->status && !pass->again;
}

#endif
