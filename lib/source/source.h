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

#include "lib/base/buf.h"
#include "lib/task/need.h"
#include "lib/task/snapshot.h"

/* Which rows a scan makes; a set. */
enum {
    ROWS_PROCESSES = 1u << 0,
    ROWS_THREADS = 1u << 1,
};

struct group_counts;

/* Takes the rows of a scan while it goes on, so that they can be used and memory stays bounded. */
struct scan_taker {
    size_t rows; /* of a part, about; the function may change it for the next one */

    /* The snapshot is cleared afterwards. 0; or -errno, which ends the scan. */
    int (*take)(struct scan_taker *taker, struct snapshot *snapshot);
};

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
    bool last; /* of `again`: no more will, so that nothing is prepared for them */

    /*
     * Of `again`: the rows that somebody looks at, as ascending task_key()s. They are read each
     * time; what others change of a task that does not run may take a while to be seen in other
     * rows, 100 scans at most; the name and the state of threads that lead no process, 400.
     */
    const uint64_t *shown;
    size_t shown_count;

    /*
     * The scan ends at this time (CLOCK_MONOTONIC) with the rows that it has, the first ones and at
     * least one; the snapshot says whether others were left out. 0: it has all.
     */
    int64_t until_ns;

    /*
     * Takes the rows in parts where each of them takes long, as by procfs; NULL: all stay in the
     * snapshot, as the last part does.
     */
    struct scan_taker *taker;

    /*
     * The fork count ("processes" in /proc/stat), read just before this scan; 0: unknown. If it is
     * the same as before the last scan, a source may assume that no process is new; else that new
     * ones have ids that were given out since. One that was restored with an id of its own, or
     * whose making takes longer than a scan, may then be missing in nine scans.
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
    bool reports;       /* fills may be of NEED_WAIT_REPORT, of which BPF knows more than procfs */
};

/* Whether they allow BPF: who names another source wants what its procfs says. */
bool source_may_use_bpf(const struct source_options *options);

struct source_ops;

/*
 * Watches over reads that may block for a process: see NEED_MAY_BLOCK. Owned by the caller, whose
 * function is called on the thread that reads, before the files of each task are read.
 */
struct source_guard {
    /*
     * The part of `need`, groups of a task of process `tgid`, that is to be read now. The others
     * count as read and have no value; if `tgid` is SOURCE_MANY, they are read from each process.
     */
    need_t (*allow)(struct source_guard *guard, pid_t tgid, need_t need);
};

/* For guards, in place of a process: several of which some groups are read at once. */
#define SOURCE_MANY ((pid_t)-1)

/*
 * For guards: what not to read of a process that a reader is stuck with. All that may block if that
 * was in a scan; else what scans read had come through.
 */
static inline need_t source_blocked(bool in_scan)
{
    return in_scan ? NEED_MAY_BLOCK : NEED_MAY_BLOCK & ~(need_t)NEED_SCANNED;
}

/* An open source; back ends have more behind it. */
struct source {
    const struct source_ops *ops; /* see back_end.h */
    bool live;                    /* reads the running kernel's procfs, not a recorded tree */
    struct source_guard *guard;   /* NULL: the reader may wait */
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

/*
 * The same for all rows of `snapshot`, at once where that is cheaper: for each of a process and
 * each of a thread another part of need, which may have NEED_SCANNED and NEED_DELTA in it: these
 * are left out. 0, also if tasks are gone, or -errno.
 */
int source_fill_all(struct source *source, struct snapshot *snapshot, need_t processes,
                    need_t threads);

/* From now on scans and fills ask this guard, which is borrowed; NULL: none. */
void source_set_guard(struct source *source, struct source_guard *guard);

/*
 * Whether what source_open() returned is a lack of descriptors or memory, which says nothing about
 * the procfs.
 */
bool source_error_is_shortage(int error);

/* The name by which it can be opened. */
const char *source_name(const struct source *source);

void source_close(struct source *source);

/*
 * Appends a line for each source in this program, in the order in which "auto" tries them: whether
 * it works here, whether auto picks it, or why not. Ignores options->name.
 */
void source_put_list(const struct source_options *options, struct buf *out);

#endif
