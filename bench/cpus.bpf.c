// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The id walk as on a host of CPUS CPUs, each of which has a part of the resident size. The first
 * two of this host are used repeatedly, so the parts are in the caches more often than on a large
 * host, and the sums are wrong.
 */
#include "lib/source/bpf/kernel.bpf.h"

static __always_inline void *emulated_cpu(void *map, const void *key, __u32 cpu)
{
    void *part;

    if (cpu >= CPUS)
        return 0;
    part = bpf_map_lookup_percpu_elem(map, key, cpu % 2);
    return part ? part : bpf_map_lookup_percpu_elem(map, key, 0); /* where there is one CPU */
}

#define bpf_map_lookup_percpu_elem emulated_cpu

#include "lib/source/bpf/id_walk.bpf.c"
