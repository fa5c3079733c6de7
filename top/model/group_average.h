/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_GROUP_AVERAGE_H
#define DOTPROC_TOP_MODEL_GROUP_AVERAGE_H

/*
 * The average number of threads in a group by wait. If waits are short, the number in a single
 * sample is a matter of chance.
 *
 * The averages cover about a minute: like a load average, they decay with each new sample.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/hash.h"

struct group_average {
    uint64_t id; /* of a group: see struct group_row */
    double threads;
};

/* Zero-initialise: no samples. */
struct group_averages {
    struct group_average *list;
    size_t count, capacity;
    struct hash_table by_id;
    uint64_t sample_ns; /* when the last sample was taken, by CLOCK_MONOTONIC; 0: none */
};

/* Forgets all samples. */
void group_averages_fini(struct group_averages *averages);

/* The groups of a sample: their number of threads. */
struct group_counts {
    const struct group_average *list;
    size_t count;
    uint64_t sample_ns;
};

/*
 * Adds a sample, unless it is not newer than the last one. Groups without a count have no threads
 * in it. 0 or -ENOMEM; then all samples are forgotten.
 */
int group_averages_add(struct group_averages *averages, const struct group_counts *counts);

/* The average number of threads of this group; negative if no sample has it. */
double group_averages_find(const struct group_averages *averages, uint64_t id);

#endif
