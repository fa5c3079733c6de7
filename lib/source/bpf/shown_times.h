/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_SHOWN_TIMES_H
#define DOTPROC_SOURCE_BPF_SHOWN_TIMES_H

/*
 * The times that the last snapshot has shown, so that no time goes back from one to the next; the
 * kernel does the same.
 */

#include "lib/task/former_rows.h"

/* What was shown for a row. */
struct shown_times {
    struct former_id id;
    uint64_t utime, stime;
};

struct shown_list {
    struct shown_times *times;
    size_t count, capacity;
};

/* The rows of a snapshot come in ascending order of their keys. Zero-initialise. */
struct shown_cache {
    struct shown_list last, now;
    size_t next; /* of `last` */
};

void shown_begin(struct shown_cache *cache);
void shown_fini(struct shown_cache *cache);

/* What was shown for a row in the last snapshot, or NULL. */
const struct shown_times *shown_find(struct shown_cache *cache, const struct former_id *id);

/* Stores it for the next snapshot. 0 or -ENOMEM. */
int shown_keep(struct shown_cache *cache, const struct shown_times *times);

#endif
