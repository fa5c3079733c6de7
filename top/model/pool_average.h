/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_POOL_AVERAGE_H
#define DOTPROC_TOP_MODEL_POOL_AVERAGE_H

/*
 * How many threads of a pool have waited in the same way on average: what one sample finds there is
 * chance where waits are short.
 *
 * Averages of about a minute: the weight of a sample falls as others follow, as with load averages.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/hash.h"
#include "lib/text/pool_name.h"

/* Room for the name of any kind of wait: see wait_name(). */
#define POOL_WAIT_SIZE 12

/* Threads of one process with similar names, and perhaps in the same kind of wait: see pools.h. */
struct pool_id {
    pid_t tgid;
    char name[POOL_NAME_SIZE];
    char wait[POOL_WAIT_SIZE]; /* "": in any */
};

bool pool_id_is(const struct pool_id *id, const struct pool_id *other);

struct pool_average {
    struct pool_id id;
    double threads;
};

/* Zero-initialise: no sample was counted. */
struct pool_averages {
    struct pool_average *list;
    size_t count, capacity;
    struct hash_table by_id;
    uint64_t sample_ns; /* when the last sample was taken, by CLOCK_MONOTONIC; 0: none */
};

/* Forgets all samples. */
void pool_averages_fini(struct pool_averages *averages);

/* The pools of a sample: their number of threads. */
struct pool_counts {
    const struct pool_average *list;
    size_t count;
    uint64_t sample_ns;
};

/*
 * Counts a sample, unless it is the last one again. Pools that are not among the counts have no
 * threads there. 0 or -ENOMEM; then all are forgotten.
 */
int pool_averages_add(struct pool_averages *averages, const struct pool_counts *counts);

/* The threads of this pool on average; negative if it was in no sample that counted. */
double pool_averages_find(const struct pool_averages *averages, const struct pool_id *id);

#endif
