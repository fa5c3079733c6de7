/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_GROUP_COUNT_H
#define DOTPROC_SOURCE_BPF_GROUP_COUNT_H

/*
 * The group count: all thread groups counted by the program of group_count.bpf.c. For a single scan
 * of processes it is the cheapest way of BPF, since it loads fastest.
 */

#include "lib/source/bpf/pass.h"
#include "lib/source/bpf/records.h"

/* Zero-initialise. */
struct group_count {
    struct wire_count *parts; /* unsorted */
    size_t part_count, part_capacity;
    struct group_counts counts; /* valid until the next pass */
    size_t group_capacity;
};

void group_count_fini(struct group_count *count);

/*
 * Loads the program, runs it and unloads it; the result is records->counts. 0 or -errno: -EXDEV
 * when this process was not counted, because its pid namespace is not the first or the kernel
 * stores its tasks differently; -EPROTO when the program misbehaves; or the error of loading it.
 */
int group_count_read(struct group_count *count, const struct pass *pass, struct records *records);

/* The pure part of that: joins the parts of each group into one of `counts`. 0 or -ENOMEM. */
int group_count_join(struct group_count *count);

#endif
