/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_SOURCE_H
#define DOTPROC_SOURCE_SOURCE_H

/*
 * Where tasks come from.
 *
 * A source is one way of asking the kernel. All sources give the same answers; they differ in
 * cost and in the kernels they work on. In the order in which "auto" tries them:
 *
 *   bpf    a BPF program that walks the kernel's tasks, with a procfs for the rest
 *   dot    a procfs with the patch of 2003: threads are dot entries, group times in the leader
 *   task   any procfs since 2.6: threads under /proc/PID/task
 *   flat   anything older: threads are plain entries, told apart by their Tgid
 *
 * A task that vanishes while it is read is left out, alone; that is never an error.
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

/* What a scan is to find. Zero-initialise, then set what matters. */
struct scan_request {
    unsigned rows; /* ROWS_*; at least one */
    need_t need;   /* groups to read for every row kept; only those in NEED_SCANNED are read */

    /*
     * Rows for which this returns false are left out. It sees a task with the groups of
     * filter_need (again only NEED_SCANNED), which are read before any other, so that a task
     * that nobody wants costs little; sums over threads are not made yet. NULL keeps everything.
     */
    bool (*filter)(const struct task *task, const void *context);
    const void *filter_context;
    need_t filter_need;

    /*
     * The filter's answer for the leader holds for all its threads: a group that is not wanted
     * need not be listed. (True of ids, session and terminal; not of names, users or states.)
     */
    bool filter_by_group;

    /*
     * Look at these thread groups alone, in this order, without listing /proc. Unknown ones are
     * skipped, one that stands here twice comes twice. NULL: all, sorted as snapshot.h says.
     */
    const pid_t *only;
    size_t only_count;

    /*
     * More such scans will follow: what makes them quicker may be kept, such as open files. A
     * program that wants many of them raises RLIMIT_NOFILE before it opens the source.
     */
    bool again;

    /*
     * How many tasks this kernel has made since it was started ("processes" in /proc/stat), as it
     * was read just before this scan; 0: unknown. Where it is what it was before a scan like this
     * one, a source may take it that no process is new.
     */
    uint64_t forks;

    /*
     * The host's thread groups as one back end has just counted them for another, which then
     * neither lists them nor adds up their times; NULL: nobody has. Without `only`.
     */
    const struct group_counts *counts;
};

/* How a source is chosen; both strings may be NULL for the default. */
struct source_options {
    const char *name;   /* "auto", "bpf", "dot", "task" or "flat" */
    const char *procfs; /* the procfs tree, "/proc" by default */
    bool by_id;         /* every scan will name its groups: "auto" leaves out what lists them all */
    bool fills_only;    /* there will be no scan, so nothing is made ready for one */
};

struct source;

/* A thread group that a scan has come to. */
struct scan_group {
    struct source *source; /* that makes its rows */
    pid_t tgid;
};

/* The rows that a group has. */
enum scan_row {
    SCAN_PROCESS, /* the whole group */
    SCAN_LEADER,  /* its leader as a thread, only to be asked whether the group is wanted */
    SCAN_THREAD,  /* the thread that next_thread() has gone on to */
};

/*
 * The parts of a scan, which source_scan() puts together:
 *
 *   read_system, begin
 *   next_group                            for each group
 *       make_row, complete_row ...        of the whole group, or of its leader
 *       next_thread                       for each of its threads
 *           make_row, complete_row ...
 *   end
 *
 * So there is one group in hand and one row, the last of the snapshot, and the back end remembers
 * them. Groups and threads come in a snapshot's order. All but end() return 0 or -errno unless it
 * says otherwise; -ENOENT of complete_row() leaves out that row alone.
 */
struct scan_ops {
    int (*read_system)(struct source *source, struct system_info *system);

    /* Both are borrowed until end(), which follows whatever happens. */
    int (*begin)(struct source *source, const struct scan_request *request,
                 struct snapshot *snapshot);

    /*
     * Goes on to the next group; 1, or 0 behind the last one. A back end may leave a group to
     * another, whose functions are then called with group->source.
     */
    int (*next_group)(struct source *source, struct scan_group *group);

    /*
     * Goes on to the next thread of the group in hand; 1, or 0 behind the last one. -EAGAIN: the
     * rows of those before are not to be trusted; they are dropped, and all threads come again.
     */
    int (*next_thread)(struct source *source);

    /* Gives a new row its ids, and a process part of the back end's own. */
    int (*make_row)(struct source *source, enum scan_row kind, struct task *row);

    /* Reads those groups of `need` that the row does not have, all of NEED_SCANNED. */
    int (*complete_row)(struct source *source, struct task *row, need_t need);

    /* Adds to a row that is wanted what takes a pass over its group's threads. NULL: nothing. */
    int (*finish_row)(struct source *source, struct task *row);

    void (*end)(struct source *source);
};

/* One back end. The functions below with the same names say what its own do. */
struct source_ops {
    const char *name;
    int (*open)(const struct source_options *options, struct source **out, struct buf *why);
    const struct scan_ops *scan;
    int (*fill)(struct source *source, struct snapshot *snapshot, struct task *task, need_t need);
    void (*close)(struct source *source);
};

/* Every back end begins with this. */
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
 * Clears the snapshot and fills it with what is asked. 0, -ENOMEM, or -errno when the procfs as
 * a whole could not be read; then the snapshot's contents are undefined but it may be used again.
 */
int source_scan(struct source *source, const struct scan_request *request,
                struct snapshot *snapshot);

/*
 * Reads for one task of `snapshot` those groups of `need` that it does not have yet; not
 * NEED_STAT, NEED_USAGE and NEED_NLWP, which some kernels give only to a scan, as sums over
 * threads. 0, or -ENOMEM, or -ENOENT when the task is gone: then what was read before stays and the
 * missing groups are left empty (strings ""), so a row that was found can always be shown.
 * Groups that the reader may not see are left empty too, and that is no error.
 */
int source_fill(struct source *source, struct snapshot *snapshot, struct task *task, need_t need);

void source_close(struct source *source);

/*
 * Appends a line for each source that this program was built with, in the order in which "auto"
 * tries them: whether it works here, whether auto picks it, or else why not. options->name does
 * not matter.
 */
void source_put_list(const struct source_options *options, struct buf *out);

#endif
