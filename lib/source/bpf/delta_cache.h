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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/arena.h"
#include "lib/source/bpf/records.h"
#include "lib/source/due_rows.h"

/*
 * A cached task: the figures to compare, its record and, in a walk of leaders, its group's record.
 */
struct cached_task {
    struct wire_cached figures;
    struct wire_task *record;
    struct wire_group *group; /* NULL in a walk of threads */
};

struct cached_tasks {
    struct cached_task *tasks;
    size_t count, capacity;
};

/* Zero-initialise. */
struct delta_cache {
    struct cached_tasks last;   /* of the last walk, by ascending TID */
    struct cached_tasks coming; /* of this walk so far, by ascending TID */
    struct cached_tasks ended;  /* exited, or to be read again; their records are reused */
    size_t at;              /* index in `last` of the first task that this walk has not reached */
    uint32_t put;           /* number of entries from there on in the page */
    struct arena records;   /* memory of the tasks' records */
    struct arena groups;    /* memory of this walk's group records, in a walk of threads */
    bool leaders;           /* this is a walk of leaders only */
    struct records arrived; /* the records of one page */
};

/* Drops all tasks and frees the memory; the struct may be reused. */
void delta_cache_fini(struct delta_cache *cache);

/*
 * Called at the start of a walk; invalidates the records of the last one. `due` is NULL for a walk
 * of threads, else it has the rows that a walk of leaders reads again. The kind of walk may only
 * change after delta_cache_fini(). 0 or -ENOMEM.
 */
int delta_cache_begin(struct delta_cache *cache, const struct due_rows *due);

/*
 * Puts the cached tasks from page->next on into a page, and sets page->end to the first that does
 * not fit.
 */
void delta_cache_put(struct delta_cache *cache, struct wire_page *page);

/*
 * Copies the records that a page returned; tasks, and groups of leaders, are added at the end of
 * the walk. 0; -ENOMEM; or -EPROTO if the program cannot have written this page.
 */
int delta_cache_take(struct delta_cache *cache, struct wire_page *page, struct records *records);

/*
 * Called at the end of a walk: adds all of its tasks, including unchanged ones, to `records`. 0 or
 * -ENOMEM.
 */
int delta_cache_end(struct delta_cache *cache, struct records *records);

#endif
