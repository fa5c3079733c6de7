/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_SOURCES_H
#define DOTPROC_TESTS_BPF_SOURCES_H

/* The sources to compare: BPF, and procfs before and after it. */

#include "lib/source/source.h"

/* All zero at first. */
struct sources {
    struct source *proc, *bpf;
    struct snapshot before, now, after;
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

/* The row of this process, and what its own clock said right before and right after the scan. */
struct own_row {
    const struct task *row;
    uint64_t before_ns, after_ns;
};

/* Scans, or fails, also if there is no such row. */
struct own_row sources_scan_self(struct source *source, const struct scan_request *request,
                                 struct snapshot *snapshot);

/* Replaces the rows of `to` by the same tasks as in `from`, with nothing but their IDs. */
void sources_copy_ids(const struct snapshot *from, struct snapshot *to);

#endif
