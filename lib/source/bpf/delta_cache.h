/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_DELTA_CACHE_H
#define DOTPROC_SOURCE_BPF_DELTA_CACHE_H

/*
 * The tasks of the last id walk, so that the kernel need only hand over those that have changed:
 * of 16,000 threads most have not run since.
 *
 * For each page of a walk: delta_cache_put(), the program runs, delta_cache_take().
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/bpf/records.h"
#include "lib/task/arena.h"

/* A task as the kernel is asked about it, and its record. */
struct cached_task {
    struct wire_cached figures;
    struct wire_task *record;
};

struct cached_tasks {
    struct cached_task *tasks;
    size_t count, capacity;
};

/* Zero-initialise. */
struct delta_cache {
    struct cached_tasks last;   /* of the last walk, by ascending tid */
    struct cached_tasks coming; /* of this walk so far, likewise */
    struct cached_tasks ended;  /* tasks that have ended: their records can be used again */
    size_t at;                  /* the first of `last` that this walk has not reached yet */
    bool changed;               /* `coming` has other tasks than `last` had */
    struct arena records;       /* what the tasks point to */
    struct arena groups;        /* the group records of this walk */
    struct records arrived;     /* the records of one page */
};

/* Forgets all tasks and gives the memory back; the struct may be used again. */
void delta_cache_fini(struct delta_cache *cache);

/* At the beginning of a walk; the records of the walk before are invalid from then on. */
void delta_cache_begin(struct delta_cache *cache);

/* Puts into a page what is known of the tasks from page->next on, and page->end behind them. */
void delta_cache_put(const struct delta_cache *cache, struct wire_page *page);

/*
 * Copies what came with a page: groups into `records`, while tasks follow at the end of the walk.
 * 0; -ENOMEM; -EPROTO when the program cannot have written that page.
 */
int delta_cache_take(struct delta_cache *cache, struct wire_page *page, struct records *records);

/*
 * At the end of a walk: adds all of its tasks to `records`, the unchanged ones too. 0 or -ENOMEM.
 */
int delta_cache_end(struct delta_cache *cache, struct records *records);

#endif
