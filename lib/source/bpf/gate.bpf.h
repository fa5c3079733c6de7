/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_GATE_BPF_H
#define DOTPROC_SOURCE_BPF_GATE_BPF_H

/*
 * Whether a pinned program has been revoked. Users may hold it, or a file that it serves, for
 * longer than its pin exists. Its gate is a map that only root can write to; a revoked program
 * stays so.
 */

#include "lib/source/bpf/kernel.bpf.h"

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, __u32);
} gate SEC(".maps");

static __always_inline int is_revoked(void)
{
    __u32 key = 0;
    const __u32 *revoked = bpf_map_lookup_elem(&gate, &key);

    return !revoked || *revoked;
}

#endif
