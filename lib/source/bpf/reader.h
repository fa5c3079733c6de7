/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_READER_H
#define DOTPROC_SOURCE_BPF_READER_H

/*
 * One pass over the kernel's tasks, by the cheapest way open to us. The caller gets records and
 * need not know which way it was.
 */

#include "lib/base/buf.h"
#include "lib/source/bpf/group_count.h"
#include "lib/source/bpf/id_walk.h"
#include "lib/source/bpf/load.h"
#include "lib/source/bpf/pass.h"
#include "lib/source/bpf/records.h"
#include "lib/source/bpf/task_iter.h"

enum reader_way {
    WAY_PINNED_ID_WALK,   /* pinned: nothing to load */
    WAY_PINNED_TASK_ITER, /* likewise */
    WAY_TASK_ITER,        /* loaded by us */
    WAY_ID_WALK,          /* likewise */
    WAY_GROUP_COUNT,      /* likewise, for each pass */
    WAYS,
    WAY_NONE = WAYS, /* procfs */
};

struct reader {
    bool open[WAYS];   /* as far as known; a way that failed is not tried again */
    bool never_procfs; /* not even where procfs is cheaper */
    unsigned passes;   /* requested so far, whether made or not */

    int programs[PROGRAMS]; /* loaded by us; -1: not loaded */
    struct id_walk id_walk;
    struct stream stream; /* of the task iterator */
    struct group_count group_count;
};

void reader_init(struct reader *reader);
void reader_fini(struct reader *reader);

/*
 * Finds out which ways may be open, without loading anything. 0, or -errno with a line in `why`:
 * -ENOTSUP if there is none.
 */
int reader_probe(struct reader *reader, struct buf *why);

/* The cheapest way for a pass; WAY_NONE: procfs is cheaper, or no way is open. */
enum reader_way reader_choose(const struct reader *reader, const struct pass *pass);

/* Loads the program of the cheapest way that the kernel accepts. 0 or -errno. */
int reader_load(struct reader *reader, const struct pass *pass);

/*
 * Makes a pass by the cheapest way that works. 0 with the sorted records, valid until the next
 * pass; SCOPE_NONE where procfs is to do it. Or -ENOMEM.
 */
int reader_read(struct reader *reader, const struct pass *wanted, struct records *records);

#endif
