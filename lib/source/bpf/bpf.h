/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_BPF_H
#define DOTPROC_SOURCE_BPF_BPF_H

/*
 * What the parts of the BPF source share.
 *
 *   open.c        the back end: open, fill, close
 *   scan.c        the parts of a scan: groups by BPF, and those that are left to procfs
 *   hidden_groups.c   which groups BPF did not see
 *   rows.c        from a record to a row; cputime.c, its times; shown_times.c, those of the
 *                 row before
 *   reader.c      one pass, by the cheapest of these ways, each loaded (load.c) or pinned (pin.c),
 *                 and then used as an object of the kernel's (object.c):
 *   id_walk.c     page by page; delta_cache.c is what a walk spares the next one
 *   task_iter.c   as a file
 *   group_count.c the groups alone, for a scan of procfs that need not list or sum
 *   records.c     what a pass brings, in order; parse.c, from bytes
 *   fill.c        what many rows lack, at once: fill_texts.c, command lines and environments, by
 *                 texts.c; fill_waits.c, what they wait for, by waits.c, unless wait_cache.c has it
 *   blocker.c     who has the lock of the kernel that one task waits for
 *   support.c     whether BPF can be used here; host_size.c, how much there is to read
 *   *.bpf.[ch]    what runs in the kernel; wire.h is what it hands over
 */

#include "lib/source/back_end.h"
#include "lib/source/bpf/hidden_groups.h"
#include "lib/source/bpf/reader.h"
#include "lib/source/bpf/rows.h"
#include "lib/source/bpf/wait_cache.h"

struct bpf_source {
    struct source base;
    struct source *proc; /* for what BPF does not provide, and where BPF is not worth it */
    struct reader reader;
    void *pages[PROGRAMS];        /* of fill.h; NULL until they are needed */
    struct wait_cache wait_cache; /* of fill_waits.c */

    /* Of the current scan; the memory is reused by the next. */
    struct records records;
    struct row_maker maker;
    struct hidden_groups hidden;
    struct scan_request rest; /* what procfs is asked for */

    /* The next group of each kind; one of them is the current group. */
    bool has_records, has_rest;
    struct record_group group;
    struct scan_group rest_group;
    struct records_cursor cursor; /* behind `group` */
    enum {
        CURRENT_NONE,
        CURRENT_RECORDS,
        CURRENT_REST,
    } current;

    size_t next_thread;             /* of `group` */
    const struct record_task *task; /* of the current row */
};

/* The parts of a scan by BPF. */
extern const struct scan_ops bpf_scan;

/* Continues the report about a row's wait, if it has one, through locks of the kernel. 0 or -errno.
 */
int bpf_add_blockers(struct bpf_source *source, struct snapshot *snapshot, struct task *task);

/* Keeps what procfs has said of a row's wait. */
void bpf_keep_wait(struct bpf_source *source, const struct task *task);

/* As source_ops::fill_ahead(). */
int bpf_fill_ahead(struct source *base, struct snapshot *snapshot, need_t processes,
                   need_t threads);

#endif
