/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_READING_H
#define DOTPROC_PS_READING_H

/*
 * A source, and the tasks that were read from it: all that one thread uses to read them. If it gets
 * stuck in the kernel the thread that takes over leaves it all behind, and makes another one.
 */

#include "lib/source/source.h"
#include "ps/options.h"
#include "ps/patience.h"

struct reading {
    struct source *source; /* NULL until it is open */
    struct snapshot snapshot;
    struct watched_thread watched;
};

/* How a source is chosen for these options, whose strings it borrows. */
struct source_options reading_source_options(const struct ps_options *options);

/* NULL when memory is short. Never freed: a watching thread has it to the end of the program. */
struct reading *reading_new(void);

/* Gives back the source and the tasks, but not the struct; NULL does nothing. */
void reading_release(struct reading *reading);

/* Opens the source; -EINVAL where it cannot do what the options ask for. As source_open(). */
int reading_open(struct reading *reading, const struct ps_options *options, struct buf *why);

/* Where rows go while others are still read. */
struct row_sink {
    /* Those of the snapshot, which are gone afterwards. 0; or -errno, which ends the reading. */
    int (*put)(struct row_sink *sink, struct snapshot *snapshot);
};

/*
 * Reads what the output needs, and nothing else, watched over by `patience`. The rows are then in
 * the snapshot: all or, if there is a sink, those that it was not given. 0 or -errno.
 */
int reading_take(struct reading *reading, const struct ps_options *options,
                 struct patience *patience, struct row_sink *sink);

#endif
