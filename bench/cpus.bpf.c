// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The id walk as on a host of CPUS CPUs, each of which has a part of the resident size. The CPUs of
 * this host are used repeatedly, so the parts are in the caches more often than on a large host,
 * and the sums are wrong.
 */
#include "lib/source/bpf/kernel.bpf.h"

#define CPUS_HERE 2

static __always_inline void *emulated_cpu(void *map, const void *key, __u32 cpu)
{
    return cpu < CPUS ? bpf_map_lookup_percpu_elem(map, key, cpu % CPUS_HERE) : 0;
}

#define bpf_map_lookup_percpu_elem emulated_cpu

#include "lib/source/bpf/id_walk.bpf.c"
