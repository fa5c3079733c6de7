/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_READER_H
#define DOTPROC_SOURCE_BPF_READER_H

/*
 * The ways of one pass over the kernel's tasks, which of them are open to us, and which is the
 * cheapest for what is wanted.
 */

#include "lib/source/bpf/group_count.h"
#include "lib/source/bpf/host.h"
#include "lib/source/bpf/id_walk.h"
#include "lib/source/bpf/load.h"
#include "lib/source/bpf/records.h"
#include "lib/source/bpf/task_iter.h"
#include "lib/text/buf.h"

enum reader_way {
    WAY_PINNED_ID_WALK,   /* the walking program, of 6.9 and later, pinned: nothing to load */
    WAY_PINNED_TASK_ITER, /* a stream that an administrator has pinned */
    WAY_TASK_ITER,        /* the same, loaded by us */
    WAY_ID_WALK,          /* the walking program, loaded by us */
    WAY_GROUP_COUNT,      /* a census (count.h), and procfs with that */
    WAYS,
    WAY_NONE = WAYS, /* procfs */
};

struct reader {
    bool open[WAYS];             /* as far as we know; a way that failed is not tried again */
    int links[2];                /* of our own streams, without and with status; -1: not loaded */
    int programs[ID_WALK_KINDS]; /* walks of our own, likewise */
    struct task_iter task_iter;
    struct id_walk id_walk;
    struct group_count group_count;
    unsigned scans; /* so far, by procfs or otherwise */
};

void reader_init(struct reader *reader);
void reader_fini(struct reader *reader);

/*
 * Finds out which ways may be open, without loading anything. 0, or -ENOTSUP with a line in `why`
 * when there is none.
 */
int reader_probe(struct reader *reader, struct buf *why);

/*
 * The cheapest way for a pass; WAY_NONE when procfs, where `procfs_too` allows for it, is cheaper
 * than all, or nothing else is open.
 */
enum reader_way reader_choose(const struct reader *reader, const struct pass *want,
                              const struct host_size *host, bool procfs_too);

/*
 * Brings into the kernel what a pass needs, if it is not there. 0 or -errno; then that way is
 * closed, unless memory was short.
 */
int reader_load(struct reader *reader, enum reader_way way, const struct pass *want);

/*
 * Takes a census, reader->count.counts, good until the next one. 0 or -errno; then WAY_GROUP_COUNT
 * is closed, unless memory was short.
 */
int reader_take_census(struct reader *reader);

/*
 * One pass by another way, brought into order, loading first if need be; the harvest is good until
 * the next. 0 or -errno, as above.
 */
int reader_read(struct reader *reader, enum reader_way way, const struct pass *want,
                const struct host_size *host, struct records *records);

#endif
