/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_DELTA_CACHE_H
#define DOTPROC_SOURCE_BPF_DELTA_CACHE_H

/*
 * The tasks of the last id walk, so that the program returns only those that have changed: of
 * 16,000 threads most have not run since.
 *
 * In a walk of leaders only, those of processes without other threads are passed to it, with their
 * groups: as long as such a process does not run, its group stays the same, but for what others
 * change and the digest does not cover, such as its memory. So those that are due are left out.
 *
 * For each page of a walk: delta_cache_put(), run the program, delta_cache_take().
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/arena.h"
#include "lib/source/bpf/records.h"
#include "lib/source/due_rows.h"

/* A task: what the program compares it with, and its record; in a walk of leaders, its group's. */
struct cached_task {
    struct wire_cached figures;
    struct wire_task *record;
    struct wire_group *group; /* else NULL */
};

struct cached_tasks {
    struct cached_task *tasks;
    size_t count, capacity;
};

/* Zero-initialise. */
struct delta_cache {
    struct cached_tasks last;   /* of the last walk, by ascending tid */
    struct cached_tasks coming; /* of this walk so far, in the same order */
    struct cached_tasks ended;  /* tasks that have ended or are due; their records are reused */
    size_t at;              /* index in `last` of the first task that this walk has not reached */
    uint32_t put;           /* how many from there on the page has */
    struct arena records;   /* what the tasks point to */
    struct arena groups;    /* the group records of this walk, if it is not of leaders only */
    bool leaders;           /* this walk is */
    struct records arrived; /* the records of one page */
};

/* Drops all tasks and frees the memory; the struct may be used again. */
void delta_cache_fini(struct delta_cache *cache);

/*
 * At the start of a walk; invalidates the records of the walk before. NULL: of all threads; else of
 * leaders only, of which these rows are due. All walks between two delta_cache_fini() are of one
 * kind. 0 or -ENOMEM.
 */
int delta_cache_begin(struct delta_cache *cache, const struct due_rows *due);

/* Puts the cached tasks from page->next on into a page, and sets page->end behind them. */
void delta_cache_put(struct delta_cache *cache, struct wire_page *page);

/*
 * Copies what a page returned; tasks, and groups of leaders, follow at the end of the walk. 0;
 * -ENOMEM; -EPROTO when the program cannot have written that page.
 */
int delta_cache_take(struct delta_cache *cache, struct wire_page *page, struct records *records);

/* At the end of a walk: adds all of its tasks, also unchanged ones, to `records`. 0 or -ENOMEM. */
int delta_cache_end(struct delta_cache *cache, struct records *records);

#endif
