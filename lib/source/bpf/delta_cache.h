/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_DELTA_CACHE_H
#define DOTPROC_SOURCE_BPF_DELTA_CACHE_H

/*
 * What a reader has of tasks from one walk to the next, so that the kernel need only hand over
 * those that have changed: of 16,000 threads most have not run since.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/bpf/records.h"
#include "lib/task/arena.h"

/* A task as it is asked about, and all that is known of it. */
struct cached_task {
    struct wire_known figures;
    struct wire_task *record;
};

struct cached_tasks {
    struct cached_task *tasks;
    size_t count, capacity;
};

/* Zero-initialise. */
struct delta_cache {
    struct cached_tasks last;   /* walk's tasks, by ascending tid */
    struct cached_tasks coming; /* the same of the walk going on, as far as it has come */
    struct cached_tasks ended;  /* whose records are to be filled again */
    size_t at;                  /* the first of `last` that the walk has still to come to */
    bool others;                /* are in `coming` than were in `last` */
    struct arena records;       /* that all of these point to */
    struct arena groups;        /* of this walk */
    struct records arrived;     /* with a page */
};

/* Gives all memory back. What was known is forgotten, and the struct may be used again. */
void delta_cache_fini(struct delta_cache *cache);

/* At the beginning of a walk, which makes the harvest of the one before invalid. */
void delta_cache_begin(struct delta_cache *cache);

/* Puts into a page what is known of the tasks from page->next on, as many as it takes, and `end`.
 */
void delta_cache_put(const struct delta_cache *cache, struct wire_page *page);

/*
 * Takes over what came with a page, all of which may be gone afterwards; tasks come into the
 * harvest at the end of the walk. 0; -ENOMEM; -EPROTO when the page is not what such a page can be.
 */
int delta_cache_take(struct delta_cache *cache, struct wire_page *page, struct records *records);

/*
 * At the end of a walk: its tasks, those that are the same among them, come into the records, and
 * are what is known from now on. 0 or -ENOMEM.
 */
int delta_cache_end(struct delta_cache *cache, struct records *records);

#endif
