/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_SOURCES_H
#define DOTPROC_TESTS_BPF_SOURCES_H

/* The sources to compare: BPF, and procfs before and after it. */

#include "lib/source/source.h"

/* All zero at first. */
struct sources {
    struct source *proc, *bpf;
    struct snapshot before, now, after;
    struct snapshot ids; /* of sources_read_group() */
};

/* Opens both; false with a line in `why` where one cannot be used. */
bool sources_open(struct sources *sources, struct buf *why);

/* Closes what is open. */
void sources_close(struct sources *sources);

/* A source by its name; NULL with a line in `why` where it cannot be used. */
struct source *sources_open_one(const char *name, struct buf *why);

/* Scans, or fails. */
void sources_scan(struct source *source, const struct scan_request *request,
                  struct snapshot *snapshot);

/*
 * Reads a group of the same tasks three times, or fails: by procfs, by BPF, which sets what it
 * alone can read, and by procfs again. The rows have nothing else but their IDs.
 */
void sources_read_group(struct sources *sources, unsigned rows, need_t group);

/* What BPF alone can read of these rows. */
void sources_fill_by_bpf(struct source *bpf, struct snapshot *snapshot, need_t group);

#endif
