/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PASS_H
#define DOTPROC_SOURCE_BPF_PASS_H

/* What one pass over the kernel's tasks is to return. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/bpf/host_size.h"

struct pass {
    bool threads; /* else only leaders, with their groups' sums in wire_group */
    bool status;
    bool times;  /* for all processes; else for some or none */
    bool usage;  /* sums of all figures, not only of the runtime */
    bool memory; /* anything of the memory, */
    bool rss;    /* what processes have in memory, which each of the host's processors counts */
    bool again;  /* more passes will follow, or have gone before */
    bool last;   /* of `again`: none will follow */
    const uint64_t *shown; /* of `again`: as in struct scan_request */
    size_t shown_count;
    uint64_t begun_ns;     /* when it began, after boot */
    struct host_size host; /* just before it; set by the reader, */
    uint64_t number;       /* as is this: how many have gone before, in whichever way */
};

/*
 * Whether it takes a program that knows nothing of memory and is loaded sooner: the kernel looks up
 * types by name, and keeps what it has found in so small a table that struct mm_struct and struct
 * worker drive each other out (bpf_core_find_cands() in kernel/bpf/btf.c).
 */
static inline bool pass_is_bare(const struct pass *pass)
{
    return !pass->memory && !pass->status && !pass->again;
}

#endif
