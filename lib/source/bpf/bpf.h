/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_BPF_H
#define DOTPROC_SOURCE_BPF_BPF_H

/*
 * What the parts of the BPF source share.
 *
 *     open.c        the back end: open, close
 *     fill.c        details of rows; of many at once by fill_texts.c, command lines and
 *                   environments; fill_cgroups.c, control groups; waits.c, waits
 *     scan.c        the parts of a scan: groups from BPF, and those that it did not see, from
 *                   procfs
 *     report.c      the wait of one task, continued through locks in the kernel
 *     rows.c        makes a row from a record, with the times as the kernel splits them
 *     reader.c      makes one pass (pass.h) in the cheapest way, by a program that is
 *                   loaded (load.c) or pinned (pin.c), and used through bpf(2) (object.c):
 *     walks.c       the id walk, page by page, and the task iterator, read like a file;
 *                   delta_cache.c has the tasks that the next id walk need not return
 *     pass.c        what a pass costs, and an end to one that takes longer than procfs would
 *     records.c     the result of a pass, in order, from the bytes of programs
 *     support.c     whether BPF can be used here
 *     ended_probe.c exited tasks, for lib/ended; ended_wire.h has their records
 *     *.bpf.[ch]    the programs, which run in the kernel; wire.h has the other records
 */

#include "lib/source/back_end.h"
#include "lib/source/bpf/reader.h"
#include "lib/source/bpf/rows.h"

/*
 * The thread groups that procfs shows but BPF may not see, as in a sandbox.
 *
 * An id walk reports the groups hidden from it. If a task iterator shows process 1 and this
 * process, it shows all; otherwise the kernel's count of tasks may prove that only these two are
 * missing; otherwise /proc is listed.
 */
struct hidden_groups {
    pid_t *groups; /* ascending, each once */
    size_t count, capacity;
    struct snapshot snapshot; /* of a procfs scan */
};

void hidden_groups_fini(struct hidden_groups *hidden);

/* The groups of a wait, which waits.bpf.c can provide. */
#define NEED_WAITS (NEED_SYSCALL | NEED_WAIT | NEED_RUN_DELAY | NEED_SWITCHES | NEED_WAITED)

/*
 * Waits of many tasks, kept: a wait is still valid for a task that has not run since, so it is not
 * read again. A task must run to begin or end a wait, which changes its runtime and the digest of
 * its record (wire_cached). Both were the same in two passes, and the wait was read between them.
 * Zero-initialise.
 */
struct wait_cache {
    struct ledger waits;
    uint64_t pass; /* records::clears when they were read; 0: never */
};

void wait_cache_fini(struct wait_cache *cache);

struct bpf_source {
    struct source base;
    struct source *proc; /* for what BPF does not provide, and when procfs is cheaper */
    struct reader reader;
    void *pages[PROGRAMS]; /* see bpf_load_program(); NULL until needed */
    struct wait_cache wait_cache;

    /* Of the current scan; the memory is reused by the next one. */
    struct records records;
    struct row_maker maker;
    struct hidden_groups hidden;
    struct scan_request rest; /* the scan of the groups left to procfs */

    /* The next group from BPF and from procfs; one of them is the current group. */
    bool has_records, has_rest;
    struct record_group group;
    struct scan_group rest_group;
    struct records_cursor cursor; /* after `group` */
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

/* source_ops::report_wait: the report of procfs, continued through locks in the kernel. */
int bpf_report_wait(struct source *base, const struct task *task, enum report_parts parts,
                    struct wait_report *report);

/* Caches the kind of a row's wait that was read from procfs. */
void bpf_keep_wait(struct bpf_source *source, const struct task *task);

/* Fills many rows at once, by programs that read some hundred rows per run. */
struct fill {
    struct bpf_source *source;
    struct snapshot *snapshot;
    need_t processes, threads; /* what rows of each kind need */
    need_t group;              /* the part of it that is filled now */
    bool by_process;           /* only the first row of each process is read */
};

/* The groups of fill->group that a row lacks. */
need_t fill_missing(const struct fill *fill, const struct task *task);

/*
 * Loads a program, if it is `supported` and this process may load it, and allocates its page of
 * `page_size` bytes in bpf_source::pages. Tried again only after a temporary error. 1 if the
 * program is loaded; 0; or the error of a shortage.
 */
int bpf_load_program(struct bpf_source *source, enum program program, bool supported,
                     size_t page_size);

/*
 * Runs a program that is loaded over its page, of `size` bytes. 0; -ENOMEM; or 1 if that fails: the
 * rest is left to procfs.
 */
int bpf_run(struct bpf_source *source, enum program program, size_t size);

/*
 * bpf_load_program(), if at least `rows_min` rows lack some of the group; or any row, if only BPF
 * has it or BPF must be used.
 */
int fill_begin(const struct fill *fill, size_t rows_min, enum program program, bool supported(void),
               size_t page_size);

/*
 * The parts of bpf_fill_ahead(): command lines or environments, cgroups, waits. What they leave
 * unread is then read from procfs row by row, as usual.
 */
int fill_texts(const struct fill *fill);
int fill_cgroups(const struct fill *fill);
int fill_waits(const struct fill *fill);

/* source_ops::fill and source_ops::fill_ahead. */
int bpf_fill(struct source *base, struct snapshot *snapshot, struct task *task, need_t need);
int bpf_fill_ahead(struct source *base, struct snapshot *snapshot, need_t processes,
                   need_t threads);

#endif
