/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_DELTA_CACHE_H
#define DOTPROC_SOURCE_BPF_DELTA_CACHE_H

/*
 * The tasks of the last id walk, so that the program returns only those that have changed: most of
 * 16,000 threads have not run since.
 *
 * In a walk of leaders, only leaders without other threads are passed to the program, with their
 * group records. While such a process does not run, its group record stays the same, except for
 * what others change and the digest does not cover, such as its memory. So rows that must be read
 * again are not passed.
 *
 * For each page of a walk: delta_cache_put(), run the program, delta_cache_take().
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/base/arena.h"
#include "lib/ledger/ledger.h"
#include "lib/source/back_end.h"
#include "lib/source/bpf/records.h"

/* Zero-initialise. */
struct delta_cache {
    struct ledger tasks;
    const struct due_rows *due;    /* as in delta_cache_begin() */
    uint32_t put[WIRE_CACHED_MAX]; /* index in `tasks` of each entry in the page */
    uint32_t put_count;
    struct arena records;         /* memory of the tasks' records */
    struct cached_record *unused; /* records of exited tasks, to be reused */
    struct arena groups;          /* memory of this walk's group records, in a walk of threads */
    struct records arrived;       /* the records of one page */
};

/* Drops all tasks and frees the memory; the struct may be reused. */
void delta_cache_fini(struct delta_cache *cache);

/*
 * Called at the start of a walk; invalidates the records of the last one. `due` is NULL for a walk
 * of threads, else it has the rows that a walk of leaders reads again, and is borrowed until
 * delta_cache_end(). The kind of walk may only change after delta_cache_fini().
 */
void delta_cache_begin(struct delta_cache *cache, const struct due_rows *due);

/*
 * Puts the cached tasks from page->next on into a page, and sets page->end to the first that does
 * not fit.
 */
void delta_cache_put(struct delta_cache *cache, struct wire_page *page);

/*
 * Copies the records that a page returned; tasks, and groups of leaders, are added at the end of
 * the walk. 0; -ENOMEM; -EAGAIN if a leader changed while it was read; or -EPROTO if the program
 * cannot have written this page.
 */
int delta_cache_take(struct delta_cache *cache, struct wire_page *page, struct records *records);

/*
 * Called at the end of a walk: adds all of its tasks, including unchanged ones, to `records`. 0 or
 * -ENOMEM.
 */
int delta_cache_end(struct delta_cache *cache, struct records *records);

#endif
