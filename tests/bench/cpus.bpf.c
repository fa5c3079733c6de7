// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The id walk as on a host of CPUS processors, of which each counts a part of what is resident:
 * they are those of this host, again and again. So their parts come from the processor's caches
 * sooner than those of a large host, and their sums are not right.
 */
#include "lib/source/bpf/kernel.bpf.h"

#define CPUS_HERE 2

static __always_inline void *emulated_cpu(void *map, const void *key, __u32 cpu)
{
    return cpu < CPUS ? bpf_map_lookup_percpu_elem(map, key, cpu % CPUS_HERE) : 0;
}

#define bpf_map_lookup_percpu_elem emulated_cpu

#include "lib/source/bpf/id_walk.bpf.c"
