/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_COUNT_H
#define DOTPROC_SOURCE_BPF_COUNT_H

/*
 * A census of the kernel's thread groups by the program of count.bpf.c. For a single scan of
 * processes it is the cheapest that BPF has to offer: nothing else takes so little to load.
 */

#include "lib/source/bpf/wire.h"
#include "lib/source/group_counts.h"

/* Zero-initialise. */
struct group_count {
    struct wire_count *parts; /* as they came */
    size_t part_count, part_capacity;
    struct group_counts counts; /* good until the next one is taken */
};

void group_count_fini(struct group_count *count);

/*
 * Loads the program, takes a census, and drops the program; when that was is the caller's to note
 * (census.begun_ns). 0 or -errno: -EXDEV where this process is not in the census, because its pid
 * namespace is not the first or the kernel keeps its tasks in another way; -EPROTO when the program
 * does what it should not; or what loading it says.
 */
int group_count_take(struct group_count *count);

/* The parts as a census, for group_count_take(). 0 or -ENOMEM. */
int group_count_join(struct group_count *count);

#endif
