/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_ENDED_HISTORY_H
#define DOTPROC_TOP_MODEL_ENDED_HISTORY_H

/*
 * What ended in the last minute, in sums by name: for each of some stretches of it a table of
 * bounded size, in which what has no room is one more row.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/hash.h"
#include "top/model/ended_sample.h"

#define ENDED_STRETCHES 13
#define ENDED_NAMES_MAX 256 /* of one stretch */

/* Names are filled up with NULs, and cut where they are longer. Both are empty for all others. */
struct ended_names {
    char comm[16], by[16];
};

struct ended_past {
    struct ended_names names;
    uint64_t count; /* 0: not known */
    uint64_t cpu_ns;
};

/* Zero-initialise. */
struct ended_table {
    struct hash_table by_names;
    struct ended_past *rows;
    size_t count, capacity;
};

/* Zero-initialise. */
struct ended_history {
    struct {
        uint64_t start_ns; /* 0: it is empty */
        struct ended_table table;
    } stretches[ENDED_STRETCHES];
    size_t newest;
    uint64_t now_ns; /* of the last sample */
    bool of_threads; /* as in struct ended_sample: never of both kinds */
};

void ended_history_fini(struct ended_history *history);

/* Adds the fresh rows of a sample, made at this time on a clock that nobody sets. 0 or -ENOMEM. */
int ended_history_add(struct ended_history *history, const struct ended_sample *ended,
                      uint64_t now_ns);

/*
 * Fills the table with the sums of the last minute, most processor time first; only of those with
 * this name, or by one of it, unless it is "". 0 or -ENOMEM.
 */
int ended_history_list(const struct ended_history *history, const char *name,
                       struct ended_table *out);

void ended_table_fini(struct ended_table *table);

#endif
