/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PROC_H
#define DOTPROC_SOURCE_PROC_PROC_H

/*
 * The procfs sources from within: what their parts share.
 *
 *   proc.c     the three back ends: open, fill, close
 *   scan.c     a scan, from the listing to the rows
 *   probe.c    which kernel generation this is
 *   walk_*.c   finding tasks, one way per generation, and nothing else
 *   births.c   when the processes of the last scan need not be found again
 *   kept.c     files that stay open from scan to scan; kept_stat.c reads those named stat
 *   census.c   the processes and their times, where others have counted them
 *   crowd.c    stat of processes of many threads where no files are kept
 *   group_clock.c  what kept_stat.c and crowd.c take in place of a sum over threads
 *   groups.c   reads the files that a need asks for into one task; lazy.c those that can wait,
 *              details.c those of few columns
 *   stat.c status.c statm.c ...  pure parsers
 *   login.c selinux.c  answers of libraries that are loaded when a column asks
 */

#include "lib/source/group_counts.h"
#include "lib/source/proc/cached_stat.h"
#include "lib/source/proc/fd_cache.h"
#include "lib/source/proc/fork_count.h"
#include "lib/source/proc/group_clock.h"
#include "lib/source/proc/ids.h"
#include "lib/source/proc/large_groups.h"
#include "lib/source/proc/listing.h"
#include "lib/source/proc/login.h"
#include "lib/source/proc/nodes.h"
#include "lib/source/proc/probe.h"
#include "lib/source/proc/read.h"
#include "lib/source/proc/selinux.h"
#include "lib/source/source.h"

/* Where the files of one task are: "<prefix>/stat" and so on under the directory `dir`. */
struct place {
    int dir;
    char prefix[40];
};

struct proc_source {
    struct source base;
    int dir; /* the procfs, opened for paths only; listings open it anew */
    struct generation generation;
    const struct walk_ops *walk;
    uint64_t ns_per_tick;
    uint32_t page_kib;
    bool lacks_comm; /* a kernel before 2.6.33: no comm file */

    /* Of the host, asked for when a column needs them. */
    struct nodes nodes;
    struct login login;
    struct selinux selinux;

    /* Of the scan to come, borrowed: set by who has one, NULL else. */
    const struct group_counts *counts;

    /* Of the scan going on; the memory is kept from scan to scan. */
    struct listing listing;
    struct id_list processes; /* the groups to look at */
    struct fork_count forks;  /* whether those of the last scan are still all */
    struct id_list threads;   /* of one group or of all, as the walk has it */
    int task_dir;             /* an open PID/task, or -1 */
    struct read_buffer buffer;
    struct fd_cache fd_cache;
    struct large_groups large;
    enum clock_trust clock;
};

/* One way of finding tasks. */
struct walk_ops {
    const char *name;

    /*
     * Lists what a scan needs to know before it starts: fills source->processes, sorted, or as
     * request->only has it. 0 or -errno.
     */
    int (*begin)(struct proc_source *source, const struct scan_request *request);

    /*
     * The threads of one group, the leader first; borrowed until the next call. A group that has
     * vanished has none. Called only where request->rows or a sum asks for threads. 0 or -errno.
     */
    int (*threads)(struct proc_source *source, pid_t tgid, struct id_span *span);

    /*
     * Where a thread's own figures are. `listed` says that threads() was just called for its
     * group; else the place must hold by itself.
     */
    void (*thread_place)(const struct proc_source *source, struct task_id id, bool listed,
                         struct place *place);

    /* A process's times must be summed over its threads: its own files show the leader alone. */
    bool sums_threads;
};

/*
 * The number of threads is in stat since 2.6, as PID/task is. Before, threads() is counted where
 * the number is asked for.
 */
bool counts_threads(const struct proc_source *source);

extern const struct walk_ops walk_dot;
extern const struct walk_ops walk_task;
extern const struct walk_ops walk_flat;

/*
 * Makes a place from a pattern in which 'G' stands for the group's id and 'T' for the thread's:
 * "G", "G/task/T", ".T".
 */
void place_set(struct place *place, int dir, const char *pattern, struct task_id id);

/* "PREFIX/NAME" into `path`. */
#define PLACE_PATH_MAX 64
void place_path(const struct place *place, const char *name, char path[PLACE_PATH_MAX]);

/*
 * The group of a task by the Tgid: line of "<prefix>/status". On kernels that have none every
 * task is its own: `tid`. 0 with *tgid, -ENOENT when it is gone, or -errno.
 */
int read_tgid(struct proc_source *source, const struct place *place, pid_t tid, pid_t *tgid);

/*
 * Copies request->only into source->processes, in its order, without those that are no leader of
 * a group, gone, or named twice. 0 or -errno.
 */
int begin_with_only(struct proc_source *source, const struct scan_request *request);

/*
 * Puts the plain entries of source->listing into source->processes, sorted: the processes of a
 * kernel that lists threads elsewhere or with a dot. 0 or -ENOMEM.
 */
int begin_with_plain(struct proc_source *source);

/*
 * An error of one file that only means: leave this task out. (Gone, or hidden from us.) Running
 * out of memory or of file descriptors is not: tasks must not be lost in silence.
 */
bool task_is_lost(int error);

/* source_ops::scan of all three. */
int scan_procfs(struct source *base, const struct scan_request *request, struct snapshot *snapshot);

#endif
