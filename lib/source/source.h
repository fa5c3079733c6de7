/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_SOURCE_H
#define DOTPROC_SOURCE_SOURCE_H

/*
 * Where tasks come from.
 *
 * A source is one way to read tasks from the kernel. All sources give the same answers; they differ
 * in cost and in the kernels they work on. In the order in which "auto" tries them:
 *
 *   bpf    a BPF program that walks the kernel's tasks, with a procfs for the rest
 *   dot    a procfs with the patch of 2003: threads are dot entries, group times in the leader
 *   task   any procfs since 2.6: threads under /proc/PID/task
 *   flat   anything older: threads are plain entries, told apart by their Tgid
 *
 * A task that vanishes while it is read is left out; that is never an error.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/task/need.h"
#include "lib/task/snapshot.h"
#include "lib/text/buf.h"

/* Which rows a scan makes; a set. */
enum {
    ROWS_PROCESSES = 1u << 0,
    ROWS_THREADS = 1u << 1,
};

struct group_counts;

/* What a scan is to read. Zero-initialise, then set what matters. */
struct scan_request {
    unsigned rows; /* ROWS_*; at least one */
    need_t need;   /* groups to read for every row; only those in NEED_SCANNED are read */

    /*
     * Rows for which this returns false are left out. It sees a task with the groups of filter_need
     * (also only NEED_SCANNED), which are read first, so that unwanted tasks cost little; sums over
     * threads are not available yet. NULL: no filter.
     */
    bool (*filter)(const struct task *task, const void *context);
    const void *filter_context;
    need_t filter_need;

    /*
     * The filter's result for the leader holds for all its threads, so an unwanted group need not
     * be listed. (True of ids, session and terminal; not of names, users or states.)
     */
    bool filter_by_group;

    /*
     * Only these thread groups, in this order, without listing /proc. Unknown ids are skipped,
     * repeated ones repeat. NULL: all, sorted as snapshot.h says.
     */
    const pid_t *only;
    size_t only_count;
    bool only_any_thread; /* they may be threads, whose processes are meant */

    /*
     * More such scans will follow: what makes them faster may be kept, such as open files. A
     * program that needs many of them raises RLIMIT_NOFILE before it opens the source.
     */
    bool again;

    /*
     * Of `again`: the rows that somebody looks at, as ascending task_key()s. They are read each
     * time; what others change of a task that does not run may take a while to be seen in other
     * rows, 100 scans at most.
     */
    const uint64_t *shown;
    size_t shown_count;

    /*
     * The fork count ("processes" in /proc/stat), read just before this scan; 0: unknown. If it is
     * the same as before the last scan, a source may assume that no process is new.
     */
    uint64_t forks;

    /*
     * The host's thread groups, just counted by another back end, so that this one need not list
     * them or add up their times; NULL: not counted. Not together with `only`.
     */
    const struct group_counts *counts;
};

/* How a source is chosen; both strings may be NULL. */
struct source_options {
    const char *name;   /* "auto", "bpf", "dot", "task" or "flat" */
    const char *procfs; /* the procfs tree, "/proc" by default */
    bool by_id;         /* every scan will name its groups: "auto" skips sources that read all */
    bool fills_only;    /* there will be no scan, so none is prepared */
};

struct source;

/* A thread group in a scan. */
struct scan_group {
    struct source *source; /* makes its rows */
    pid_t tgid;
};

/* The rows of a group. */
enum scan_row {
    SCAN_PROCESS, /* the whole group */
    SCAN_LEADER,  /* its leader as a thread, only for the filter */
    SCAN_THREAD,  /* the thread that next_thread() reached */
};

/*
 * The parts of a scan, called by source_scan():
 *
 *   read_system, begin
 *   next_group                            for each group
 *       make_row, complete_row ...        of the whole group, or of its leader
 *       next_thread                       for each of its threads
 *           make_row, complete_row ...
 *   end
 *
 * So there is one current group and one current row, the last of the snapshot, and the back end
 * remembers them. Groups and threads come in a snapshot's order. All but end() return 0 or -errno
 * unless stated otherwise; -ENOENT of complete_row() leaves out only that row.
 */
struct scan_ops {
    int (*read_system)(struct source *source, struct system_info *system);

    /* Both are borrowed until end(), which is called in any case. */
    int (*begin)(struct source *source, const struct scan_request *request,
                 struct snapshot *snapshot);

    /*
     * Advances to the next group; 1, or 0 after the last one. A back end may leave a group to
     * another one, whose functions are then called with group->source.
     */
    int (*next_group)(struct source *source, struct scan_group *group);

    /*
     * Advances to the next thread of the current group; 1, or 0 after the last one.
     */
    int (*next_thread)(struct source *source);

    /* Sets the ids of a new row, and a process part owned by the back end. */
    int (*make_row)(struct source *source, enum scan_row kind, struct task *row);

    /* Reads those groups of `need`, a part of NEED_SCANNED, that the row lacks. */
    int (*complete_row)(struct source *source, struct task *row, need_t need);

    /* Adds to an accepted row what requires a walk over its group's threads. NULL: nothing. */
    int (*finish_row)(struct source *source, struct task *row);

    void (*end)(struct source *source);
};

/* One back end; see the functions below with the same names. */
struct source_ops {
    const char *name;
    int (*open)(const struct source_options *options, struct source **out, struct buf *why);
    const struct scan_ops *scan;
    int (*fill)(struct source *source, struct snapshot *snapshot, struct task *task, need_t need);
    void (*close)(struct source *source);
};

/* The first member of every back end's struct. */
struct source {
    const struct source_ops *ops;
    bool live; /* reads the running kernel's procfs, not a recorded tree */
};

/*
 * Opens the named source, or with "auto" the first that works here.
 * On failure returns -errno and puts one line without a newline into `why`:
 *   -EINVAL  no source has that name
 *   -ENOENT, -ENOTDIR, -EACCES ...  the procfs cannot be read, or is none
 *   -ENOTSUP the named source cannot work on this procfs
 * On success `*out` is to be closed with source_close().
 */
int source_open(const struct source_options *options, struct source **out, struct buf *why);

/*
 * Clears the snapshot and fills it as requested. 0, -ENOMEM, or -errno when the procfs as a whole
 * cannot be read; then the snapshot's contents are undefined, but it may be used again.
 */
int source_scan(struct source *source, const struct scan_request *request,
                struct snapshot *snapshot);

/*
 * Reads for one task of `snapshot` those groups of `need` that it lacks; not NEED_STAT, NEED_USAGE
 * and NEED_NLWP, which on some kernels are sums that only a scan makes. 0, or -ENOMEM, or -ENOENT
 * when the task is gone: then what was read stays and the missing groups are left empty (strings
 * ""), so any row can still be shown. Groups that the reader may not see are left empty too,
 * without an error.
 */
int source_fill(struct source *source, struct snapshot *snapshot, struct task *task, need_t need);

void source_close(struct source *source);

/*
 * Appends a line for each source in this program, in the order in which "auto" tries them: whether
 * it works here, whether auto picks it, or why not. Ignores options->name.
 */
void source_put_list(const struct source_options *options, struct buf *out);

#endif
