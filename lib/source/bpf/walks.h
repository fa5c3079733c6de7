/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WALKS_H
#define DOTPROC_SOURCE_BPF_WALKS_H

/*
 * One pass over all tasks of the kernel, in two ways: the id walk, page by page, and the task
 * iterator, which is read like a file.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/bpf/delta_cache.h"
#include "lib/source/bpf/records.h"
#include "lib/source/host_tasks.h"

/*
 * The CPU time that a pass may take: some times what procfs would need for the same rows. On a
 * kernel where a pass takes longer, procfs is read instead.
 */
struct budget {
    double rows;      /* that procfs would read, each a file */
    int64_t start_ns; /* of CLOCK_THREAD_CPUTIME_ID */
    int64_t limit_ns; /* an estimate, until the cost of a file has been measured */
    bool measured;
};

/* `row_us`: the estimated cost of a row. */
void budget_begin(struct budget *budget, double rows, double row_us);

/*
 * Whether the pass has taken too long. Before it says so the first time, it measures what reading a
 * file costs here, so that a slow machine does not count as a slow pass.
 */
bool budget_is_spent(struct budget *budget);

/* What a pass returns. */
struct pass {
    /* Set by the caller. */
    bool threads; /* else only leaders, with their groups' sums in wire_group */
    bool status;
    bool memory;           /* any figure of memory */
    bool rss;              /* RSS, which is counted per CPU */
    bool again;            /* part of a sequence of passes */
    bool last;             /* with `again`: the last of the sequence */
    const uint64_t *shown; /* with `again`: as in struct scan_request */
    size_t shown_count;

    /* Set by reader_read(). */
    struct host_size host; /* just before the pass */
    uint64_t number;       /* of earlier passes, in any way */
    struct budget *budget; /* NULL: the pass may take any time */
};

/*
 * Whether the program without memory is enough, which loads faster: the kernel looks up types by
 * name and caches the results in so small a table that struct mm_struct and struct worker evict
 * each other (bpf_core_find_cands() in kernel/bpf/btf.c).
 */
static inline bool pass_is_bare(const struct pass *pass)
{
    return !pass->memory && !pass->status && !pass->again;
}

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
 * The bytes returned by the iterator of task_iter.bpf.c. Zero-initialise. The memory is kept for
 * the next pass.
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
