/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_SOURCE_H
#define DOTPROC_SOURCE_SOURCE_H

/*
 * Where tasks come from.
 *
 * A source is one way to read tasks from the kernel. All sources return the same figures; they
 * differ in cost and in the kernels they work on. In the order in which "auto" tries them:
 *
 *     bpf    a BPF program that walks the kernel's tasks, with a procfs for the rest
 *     dot    a procfs with the patch of 2003: threads are dot entries, group times in the leader
 *     task   any procfs since 2.6: threads in /proc/PID/task
 *     flat   anything older: threads are plain entries, distinguished by their Tgid
 *
 * A task that exits while it is read is left out; that is never an error.
 *
 * The last section has what is read of a process without a source: its CPU clock and start time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/buf.h"
#include "lib/task/need.h"
#include "lib/task/snapshot.h"
#include "lib/task/wait_report.h"

/* Which rows a scan makes; flags. */
enum {
    ROWS_PROCESSES = 1u << 0,
    ROWS_THREADS = 1u << 1,
};

/*
 * Receives the rows of a scan in parts while it continues, so that they can be used early and
 * memory stays bounded.
 */
struct scan_taker {
    size_t rows; /* approximate size of a part; take() may change it for the next one */

    /* The snapshot is cleared after the call. 0; or -errno, which ends the scan. */
    int (*take)(struct scan_taker *taker, struct snapshot *snapshot);
};

/* What a scan reads. Zero-initialise, then set what is needed. */
struct scan_request {
    unsigned rows; /* ROWS_*, at least one */
    need_t need;   /* groups to read for every row; only those in NEED_SCANNED are read */

    /*
     * Rows for which this returns false are left out. The task passed has only the groups of
     * filter_need (also only NEED_SCANNED), which are read first, so that rejected tasks cost
     * little; sums over threads are not available yet. NULL: no filter.
     */
    bool (*filter)(const struct task *task, const void *context);
    const void *filter_context;
    need_t filter_need;

    /*
     * The filter's result for the leader is valid for all its threads, so the threads of a rejected
     * group need not be listed. (True for IDs, session and terminal; not for names, users or
     * states.)
     */
    bool filter_by_group;

    /*
     * Scan only these thread groups, in this order, without listing /proc. Unknown IDs are skipped,
     * repeated ones repeat. NULL: all, in the order of snapshot.h.
     */
    const pid_t *only;
    size_t only_count;
    bool only_any_thread; /* IDs in `only` may be threads: their processes are scanned */

    /* More such scans will follow, so figures and lists may be kept for them. */
    bool again;
    bool last; /* with `again`: no more scans follow, nothing is prepared for them */

    /*
     * With `again`: the visible rows, as ascending task_key()s. They are read in each scan. In
     * other rows, what others changed of a task that has not run is seen after at most 10 scans by
     * procfs, 100 by BPF.
     */
    const uint64_t *shown;
    size_t shown_count;

    /*
     * With `again`: the total time for which the scan may search for the threads that have run; 0:
     * no limit. Threads not searched by then (snapshot::unasked) show older figures, in at most two
     * consecutive scans.
     */
    int64_t search_ns;

    /*
     * The scan ends at this time (CLOCK_MONOTONIC) with the rows made so far, at least one;
     * snapshot::incomplete is set if others were left out. 0: no limit.
     */
    int64_t until_ns;

    /*
     * Receives the rows in parts if each row is slow to make, as by procfs. NULL: all stay in the
     * snapshot. The last part always does.
     */
    struct scan_taker *taker;

    /*
     * The fork count ("processes" in /proc/stat), read just before this scan; 0: unknown. If it
     * equals that of the last scan, a source may assume that no process is new; otherwise, that new
     * ones have PIDs allocated since. A new process with a lower PID, because it was restored or
     * its fork was stalled, may be missing from one scan.
     */
    uint64_t forks;
};

/* How a source is selected; both strings may be NULL. */
struct source_options {
    const char *name;   /* "auto", "bpf", "dot", "task" or "flat" */
    const char *procfs; /* the procfs tree, "/proc" by default */
    bool by_id;         /* all scans will set `only`: "auto" skips sources that read all tasks */
    bool waited;        /* "auto" takes a source with NEED_WAITED, even for few tasks */
    bool fills_only;    /* there will be no scan, so none is prepared */
    bool reports;       /* source_report_wait() will be called: BPF adds to what procfs has */
};

/* Whether the options allow BPF: not if they name another source, whose own figures are wanted. */
bool source_may_use_bpf(const struct source_options *options);

struct source_ops;

/*
 * Decides which reads that may block on a process are made: see NEED_MAY_BLOCK. Owned by the
 * caller. Its function is called on the reading thread, before the files of each task are read.
 */
struct source_guard {
    /*
     * The subset of `need`, groups of a task of process `tgid`, that may be read now. The others
     * count as read and have no value. With SOURCE_MANY, groups that are not allowed are read from
     * each process instead.
     */
    need_t (*allow)(struct source_guard *guard, pid_t tgid, need_t need);
};

/* Instead of a tgid: some groups are read from several processes at once. */
#define SOURCE_MANY ((pid_t)-1)

/* Instead of a tgid, for NEED_MAY_BLOCK_ON_HOST: of whatever task the files are. */
#define SOURCE_HOST ((pid_t)-2)

/* An open source; the structs of back ends begin with it. */
struct source {
    const struct source_ops *ops; /* see back_end.h */
    bool live;                    /* reads the running kernel's procfs, not a recorded tree */
    bool same_pids;               /* and its PIDs are those of this process's PID namespace */
    struct source_guard *guard;   /* NULL: reads may block */
};

/*
 * Opens the named source, or with "auto" the first that works here. On failure returns -errno and
 * appends one line without a newline to `why`:
 *
 *     -EINVAL  no source has that name
 *     -ENOENT, -ENOTDIR, -EACCES ...  the procfs cannot be read, or is none
 *     -ENOTSUP the named source cannot work on this procfs
 *     -ENOMEM  memory was short
 *
 * On success `*out` must be closed with source_close().
 */
int source_open(const struct source_options *options, struct source **out, struct buf *why);

/*
 * Clears the snapshot and fills it as requested. 0, -ENOMEM, or -errno if the procfs as a whole
 * cannot be read; then the contents of the snapshot are undefined, but it may be reused.
 */
int source_scan(struct source *source, const struct scan_request *request,
                struct snapshot *snapshot);

/*
 * Reads for one task of `snapshot` those groups of `need` that it lacks; not NEED_STAT and
 * NEED_NLWP, which on some kernels are sums that only a scan makes (but NEED_ADDRESSES also sets
 * what else is in the same file, such as task::start_ns, if the task lacks NEED_STAT). 0, -ENOMEM,
 * or -ENOENT if the task has exited: then what was read stays and the missing groups are left empty
 * (strings ""), so any row can still be shown. Groups for which the caller lacks permission are
 * left empty too, without an error.
 */
int source_fill(struct source *source, struct snapshot *snapshot, struct task *task, need_t need);

/*
 * The same for all rows of `snapshot`, at once if that is cheaper. Processes and threads have
 * separate needs; NEED_SCANNED and NEED_DELTA in them are ignored. 0, also if tasks have exited, or
 * -errno.
 */
int source_fill_all(struct source *source, struct snapshot *snapshot, need_t processes,
                    need_t threads);

/*
 * Reads everything about the wait of one task: many files, also of other tasks. Only tgid and tid
 * of the task are used. If the task has exited, is hidden, or is refused by the guard, the report
 * has no links. 0; or -errno if memory or descriptors are short, and then the report is undefined.
 */
int source_report_wait(struct source *source, const struct task *task, struct wait_report *report);

/* The same, without the other waiters and the stacks: few files for each link. */
int source_report_links(struct source *source, const struct task *task, struct wait_report *report);

/* Sets the guard of later scans and fills; borrowed. NULL: none. */
void source_set_guard(struct source *source, struct source_guard *guard);

/* The name that selects it in source_options. */
const char *source_name(const struct source *source);

void source_close(struct source *source);

/*
 * Appends a line for each source in this program, in the order in which "auto" tries them: whether
 * it works here, whether auto selects it, or why not. Ignores options->name.
 */
void source_put_list(const struct source_options *options, struct buf *out);

/* --- processes of the running system, without a source --- */

/*
 * Reads the CPU clock of a process, in nanoseconds: the CPU time of its threads, exited ones
 * included. Any user may read it (pid_for_clock() in kernel/time/posix-cpu-timers.c). False if
 * there is no such process.
 */
bool process_clock_read(pid_t tgid, uint64_t *ns);

/*
 * The start time of a process or thread of the running system, as task::start_ns. Together with its
 * ID it identifies a task, even if the ID is reused. 0; -ESRCH if there is no such task; -ENOSYS
 * without /proc; or -errno.
 */
int process_start_read(pid_t tid, uint64_t *start_ns);

#endif
