/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BACK_END_H
#define DOTPROC_SOURCE_BACK_END_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/sorted.h"
#include "lib/source/source.h"

/*
 * The interface of a back end, which is one way to read tasks. For authors of back ends and of
 * sources layered on another one; users of a source need only source.h.
 *
 * A back end has a struct that begins with struct source, and two tables of functions. The last
 * section is about which rows a repeated scan reads again.
 */

/* A thread group in a scan. */
struct scan_group {
    struct source *source; /* whose functions make its rows */
    pid_t tgid;
};

/* The kinds of rows of a group. */
enum scan_row {
    SCAN_PROCESS, /* the process, for the whole group */
    SCAN_LEADER,  /* the leader as a thread, only for the filter */
    SCAN_THREAD,  /* the thread that next_thread() advanced to */
};

/*
 * The parts of a scan, called by source_scan():
 *
 *     read_system, begin
 *     next_group                            for each group
 *         make_row, complete_row ...        of the process, or of its leader
 *         next_thread                       for each of its threads
 *             make_row, complete_row ...
 *     end
 *
 * So there is one current group and one current row, the last of the snapshot, which the back end
 * keeps track of. Groups and threads come in a snapshot's order. All but end() return 0 or -errno
 * unless stated otherwise; -ENOENT of complete_row() leaves out only that row.
 */
struct scan_ops {
    bool by_files; /* each row is read from files: slow enough for scan_taker */

    int (*read_system)(struct source *source, struct system_info *system);

    /* Request and snapshot are borrowed until end(), which is called in any case. */
    int (*begin)(struct source *source, const struct scan_request *request,
                 struct snapshot *snapshot);

    /*
     * Advances to the next group. 1; 0 after the last one; or -errno. A back end may delegate a
     * group to another one, whose functions are then called with group->source.
     */
    int (*next_group)(struct source *source, struct scan_group *group);

    /* Advances to the next thread of the current group. 1; 0 after the last one; or -errno. */
    int (*next_thread)(struct source *source);

    /* Sets the IDs of a new row, and a process part owned by the back end. */
    int (*make_row)(struct source *source, enum scan_row kind, struct task *row);

    /* Reads those groups of `need`, a subset of NEED_SCANNED, that the row lacks. */
    int (*complete_row)(struct source *source, struct task *row, need_t need);

    /* Adds to an accepted row what requires a walk over its group's threads. NULL: not needed. */
    int (*finish_row)(struct source *source, struct task *row);

    /* Also without begin(), where another back end has begun: then no scan was this one's. */
    void (*end)(struct source *source);
};

enum report_parts {
    REPORT_ALL,
    REPORT_LINKS,
};

/* One back end; see the functions with the same names in source.h. */
struct source_ops {
    const char *name;
    int (*open)(const struct source_options *options, struct source **out, struct buf *why);
    const struct scan_ops *scan;
    int (*fill)(struct source *source, struct snapshot *snapshot, struct task *task, need_t need);
    void (*close)(struct source *source);

    /* See source_report_wait() and source_report_links(). */
    int (*report_wait)(struct source *source, const struct task *task, enum report_parts parts,
                       struct wait_report *report);

    /*
     * Reads some groups for many rows at once, if that is cheaper, before each row is filled. NULL:
     * not supported. 0 or -errno.
     */
    int (*fill_ahead)(struct source *source, struct snapshot *snapshot, need_t processes,
                      need_t threads);

    /* Passes a guard on to underlying sources. NULL: there are none. */
    void (*set_guard)(struct source *source, struct source_guard *guard);

    /*
     * Appends lines about the back end's requirements, and whether they are met here. NULL: none.
     */
    void (*put_details)(struct buf *out);
};

/* --- the procfs back ends, for those who choose among back ends or are layered on one --- */

/*
 * Opens the first procfs source that works here, as each one's open() does, but probes the procfs
 * once.
 */
int procfs_open(const struct source_options *options, struct source **out, struct buf *why);

/* What a source layered on an open procfs source must know about it. */
struct procfs_facts {
    bool has_clock; /* a process's CPU clock may equal the sum of its threads' times */
    uint64_t ns_per_tick;
    uint32_t page_kib;
};

struct procfs_facts procfs_facts(const struct source *base);

/* The back ends, described in source.h. */
extern const struct source_ops source_bpf;
extern const struct source_ops source_dot;
extern const struct source_ops source_task;
extern const struct source_ops source_flat;

/* The groups of `need`, of a task of this process, that may be read now: struct source_guard. */
static inline need_t source_allows(const struct source *source, pid_t tgid, need_t need)
{
    struct source_guard *guard = source->guard;

    return guard ? guard->allow(guard, tgid, need) & need : need;
}

/* --- which rows are due in a repeated scan --- */

/*
 * Which rows a repeated scan reads again although their tasks have not run, since other tasks may
 * have changed them: visible rows in each scan, all others in every nth scan.
 */

/* The maximum age, in scans, of any kept figure or list. */
#define DUE_SCANS_MAX 100

struct due_rows {
    const uint64_t *shown; /* as in scan_request::shown, borrowed */
    size_t count;
    unsigned scan; /* the number of the current scan */
};

static inline uint64_t due_rows_key_of(const void *shown)
{
    return *(const uint64_t *)shown;
}

/* Whether the row with that task_key() is visible. */
static inline bool due_rows_show(const struct due_rows *due, uint64_t key)
{
    const size_t at =
        lower_bound(due->shown, due->count, sizeof(*due->shown), key, due_rows_key_of);

    return at < due->count && due->shown[at] == key;
}

/* Whether this is the one scan in `scans` that reads the row. Rows are spread over scans by TID. */
static inline bool due_rows_have_turn(const struct due_rows *due, pid_t tid, unsigned scans)
{
    return ((unsigned)tid + due->scan) % scans == 0;
}

#endif
