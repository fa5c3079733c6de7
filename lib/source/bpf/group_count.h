/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_GROUP_COUNT_H
#define DOTPROC_SOURCE_BPF_GROUP_COUNT_H

/*
 * The group count: all thread groups counted by the program of group_count.bpf.c. For a single scan
 * of processes it is the cheapest that BPF has to offer: nothing else takes so little to load.
 */

#include "lib/source/bpf/pass.h"
#include "lib/source/bpf/records.h"

/* Zero-initialise. */
struct group_count {
    struct wire_count *parts; /* as they came */
    size_t part_count, part_capacity;
    struct group_counts counts; /* good until the next pass */
    size_t group_capacity;
};

void group_count_fini(struct group_count *count);

/*
 * Loads the program, runs it, and drops it: records->counts. 0 or -errno: -EXDEV where this process
 * was not counted, because its pid namespace is not the first or the kernel keeps its tasks in
 * another way; -EPROTO when the program does what it should not; or what loading it says.
 */
int group_count_read(struct group_count *count, const struct pass *pass, struct records *records);

/* The parts as counts, for group_count_read(). 0 or -ENOMEM. */
int group_count_join(struct group_count *count);

#endif
