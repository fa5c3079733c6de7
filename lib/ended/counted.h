/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_COUNTED_H
#define DOTPROC_ENDED_COUNTED_H

/* Exited tasks as counted by the BPF programs of ended.bpf.c, which this process attaches. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/ended/exit_sums.h"
#include "lib/ended/seen.h"

struct counted;

/*
 * Starts counting threads or processes. 0; -ENOTSUP with a line in `why` if BPF cannot be used; or
 * the error of a shortage. Close with counted_close(); NULL is allowed.
 */
int counted_open(bool threads, struct counted **out, struct buf *why);
void counted_close(struct counted *counted);

/* Called just before a snapshot of all tasks, which may exit during the scan. 0 or -errno. */
int counted_begin(struct counted *counted);

/* Called after it, with the rows that it has shown: adds the exited tasks to `out`. 0 or -errno. */
int counted_update(struct counted *counted, struct seen_lists *seen, struct exit_sums *out);

/* Between the last two updates: exits of threads, and calls of execve(2). */
struct counted_events {
    uint64_t exits, execs;
};

struct counted_events counted_events(const struct counted *counted);

#endif
