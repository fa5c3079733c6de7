/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WALKS_H
#define DOTPROC_SOURCE_BPF_WALKS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/source/bpf/delta_cache.h"
#include "lib/source/bpf/pass.h"
#include "lib/source/bpf/records.h"

/*
 * The id walk: all tasks, by the program of id_walk.bpf.c, page by page. In a single pass the pages
 * are written to our memory and the records are used in place; in a sequence of passes only changes
 * are transferred, see delta_cache.h. Memory and cache are kept from pass to pass. Zero-initialise.
 */
struct id_walk {
    char *memory;
    size_t size;
    struct delta_cache cache;
    uint32_t cached_flags; /* flags of the pages in the cache */
    uint64_t cached_pass;  /* number of their pass */
    unsigned scans;        /* passes with the cache */
};

void id_walk_fini(struct id_walk *walk);

/*
 * Runs `program` until all tasks are in `records`. 0 or -errno: -EPERM if this process may not, or
 * no longer, run it; -EXDEV outside of the initial PID namespace; -EPROTO if the program is not of
 * our version; -EAGAIN if tasks are created faster than memory is allocated; -ETIME if the budget
 * is spent.
 */
int id_walk_read(struct id_walk *walk, int program, const struct pass *pass,
                 struct records *records);

/*
 * The task iterator, read like a file: the bytes returned by task_iter.bpf.c. Zero-initialise. The
 * memory is kept for the next pass.
 */
struct stream {
    char *data;
    size_t size; /* of the memory */
};

void stream_fini(struct stream *stream);

/*
 * Reads `fd`, an unread iterator, to its end, and adds its tasks to `records`; they stay in
 * `stream` until its next use. `budget` may be NULL. 0; -EPROTO if it is not of our version; -ETIME
 * if the budget is spent; -ENOMEM or another -errno.
 */
int task_iter_read(struct stream *stream, int fd, struct budget *budget, struct records *records);

#endif
