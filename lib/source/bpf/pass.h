/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PASS_H
#define DOTPROC_SOURCE_BPF_PASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/procfs.h"

struct budget;

/* One pass over all tasks of the kernel: what it is to return. */
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
    struct host_size host;   /* just before the pass, by pass_read_size() */
    struct host_size listed; /* what procfs would read instead */
    uint64_t number;         /* of earlier passes, in any way */
    struct budget *budget;   /* NULL: the pass may take any time */
};

/* Sets both sizes; false if unknown. */
bool pass_read_size(struct pass *pass);

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
 * Whether the pass has taken too long. Before it first returns true, it measures what reading a
 * file costs here, so that a slow machine does not count as a slow pass.
 */
bool budget_is_spent(struct budget *budget);

/*
 * The ways to make a pass over the kernel's tasks, and what each costs, in microseconds of CPU
 * time. Only the proportions matter. If nothing is loaded yet, loading pays off for a scan of
 * threads from about 700 tasks on, and for a scan of processes from about as many processes.
 */

enum reader_way {
    WAY_PINNED_ID_WALK,   /* pinned: nothing to load */
    WAY_PINNED_TASK_ITER, /* the same */
    WAY_TASK_ITER,        /* loaded by us */
    WAY_ID_WALK,          /* the same */
    WAYS,
    WAY_NONE = WAYS, /* procfs */
};

/* A row of procfs: one or two files. */
#define COST_OF_ROW 6.0

/* The pass alone, by a way whose program is loaded. */
double cost_of_pass(enum reader_way way, const struct pass *pass);

/* Loading the way's program, once; 0 for pins. */
double cost_of_load(enum reader_way way);

/* The same rows from procfs. */
double cost_of_procfs(const struct pass *pass);

#endif
