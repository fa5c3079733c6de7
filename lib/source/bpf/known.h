/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_KNOWN_H
#define DOTPROC_SOURCE_BPF_KNOWN_H

/*
 * What a reader has of tasks from one walk to the next, so that the kernel need only hand over
 * those that have changed: of 16,000 threads most have not run since.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/bpf/harvest.h"
#include "lib/task/arena.h"

/* A task as it is asked about, and all that is known of it. */
struct known_task {
    struct wire_known figures;
    struct wire_task *record;
};

struct known_list {
    struct known_task *tasks;
    size_t count, capacity;
};

/* Zero-initialise. */
struct known {
    struct known_list last;   /* walk's tasks, by ascending tid */
    struct known_list coming; /* the same of the walk going on, as far as it has come */
    struct known_list ended;  /* whose records are to be filled again */
    size_t at;                /* the first of `last` that the walk has still to come to */
    bool others;              /* are in `coming` than were in `last` */
    struct arena records;     /* that all of these point to */
    struct arena groups;      /* of this walk */
    struct harvest arrived;   /* with a page */
};

/* Gives all memory back. What was known is forgotten, and the struct may be used again. */
void known_fini(struct known *known);

/* At the beginning of a walk, which makes the harvest of the one before invalid. */
void known_begin(struct known *known);

/* Puts into a page what is known of the tasks from page->next on, as many as it takes, and `end`.
 */
void known_put(const struct known *known, struct wire_page *page);

/*
 * Takes over what came with a page, all of which may be gone afterwards; tasks come into the
 * harvest at the end of the walk. 0; -ENOMEM; -EPROTO when the page is not what such a page can be.
 */
int known_take(struct known *known, struct wire_page *page, struct harvest *harvest);

/*
 * At the end of a walk: its tasks, those that are the same among them, come into the harvest, and
 * are what is known from now on. 0 or -ENOMEM.
 */
int known_end(struct known *known, struct harvest *harvest);

#endif
