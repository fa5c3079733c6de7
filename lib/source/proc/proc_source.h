/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PROC_SOURCE_H
#define DOTPROC_SOURCE_PROC_PROC_SOURCE_H

/*
 * What the parts of the procfs sources share.
 *
 *   open.c     the three back ends: open, fill, close
 *   scan.c     the parts of a scan, from the listing to the rows
 *   probe.c    which kernel generation this is
 *   walk_*.c   finding tasks, one way per generation, and nothing else; walk.c helps them
 *   needs.c    reads the files that a need asks for into one task; task_stat.c the largest of them,
 *              lazy.c those that can wait, details.c those of few columns, waits.c of these what
 *              says what a task waits for
 *   wait_report.c  one of these, of a single row: wait_links.c, who waits for whom, by memory.c;
 *              waiters.c, who else waits there, by futex_place.c; stacks.c, where it is, by maps.c
 *   parse/  pure parsers: stat.c, status.c, statm.c ...
 *   sockets.c  the peers of sockets, by lists of all
 *   login.c selinux.c  answers of libraries that are loaded when a column asks
 *
 * What makes scans cheaper, each by itself; what one leaves for the next is in history/:
 *
 *   fork_count.c   the processes of the last scan, where all or most need not be listed again
 *   recall.c       stat is read of tasks that have run since the last scan; all others are recalled
 *                  from group_records.c. ran_threads.c finds threads that have run by run_search.c;
 *                  scheduling.c says whether others have changed one that has not, and
 *                  thread_order.c which have come and gone
 *   wait_records.c likewise, what they wait for
 *   fd_cache.c     their files, which stay open from scan to scan, for cached_stat.c
 *   large_groups.c stat of processes of many threads in a scan that stands alone
 *   leader_stat.c  what is taken in place of a sum over threads
 */

#include "lib/source/back_end.h"
#include "lib/source/due_rows.h"
#include "lib/source/proc/clock_trust.h"
#include "lib/source/proc/history/fd_cache.h"
#include "lib/source/proc/history/fork_count.h"
#include "lib/source/proc/history/group_records.h"
#include "lib/source/proc/history/wait_records.h"
#include "lib/source/proc/ids.h"
#include "lib/source/proc/listing.h"
#include "lib/source/proc/login.h"
#include "lib/source/proc/numa.h"
#include "lib/source/proc/probe.h"
#include "lib/source/proc/read.h"
#include "lib/source/proc/selinux.h"
#include "lib/source/proc/sockets.h"
#include "lib/source/proc/task_folder.h"

struct walk_ops;

/* The state of large_groups.c. */
struct large_groups {
    uint32_t threads; /* besides the leaders, still to be found; 0: no process is asked */
    const struct group_counts *counts; /* of the scan, if it has any; else NULL */
};

/* The threads of the current group. */
struct thread_cursor {
    struct id_span ids;
    size_t next;  /* of these */
    bool found;   /* the threads were looked for */
    bool listed;  /* below task_dir, which is open */
    pid_t single; /* a thread without others, whose owner is known; 0: there is none */
    uid_t euid;
    gid_t egid;
};

struct proc_source {
    struct source base;
    int dir; /* the procfs, opened with O_PATH; listings open it again */
    struct generation generation;
    const struct walk_ops *walk;
    uint64_t ns_per_tick;
    uint32_t page_kib;
    bool lacks_comm; /* a kernel before 2.6.33: no comm file */
    enum clock_trust clock, run_times;

    /* Of the host, loaded when a column needs them. */
    struct numa numa;
    struct login login;
    struct selinux selinux;
    struct sockets sockets;

    /* Of the current scan. */
    const struct scan_request *request;
    struct snapshot *snapshot;
    size_t next_process; /* in `processes`: the current group is the one before */
    struct thread_cursor cursor;
    struct process process; /* what the current row points to until it is complete */
    int task_dir;           /* an open PID/task, or -1 */
    struct large_groups large;
    bool recalls;        /* see recall.h */
    struct due_rows due; /* then */

    /* The same; the memory is reused by the next scan. */
    struct listing listing;
    struct id_list processes; /* the groups to look at */
    struct id_list threads;   /* of one group or of all, depending on the walk */
    struct read_buffer buffer;

    /* From scan to scan. */
    struct fork_count forks; /* whether `processes` is still complete, or where it is not */
    int64_t ids_offset;      /* of the listing of /proc: see listing.h */
    struct group_records records;
    struct fd_cache fd_cache;
    struct wait_records waits;
};

/*
 * Whether the number of threads has to be counted. Since 2.6 it is in stat, and PID/task exists;
 * before that the threads are listed if it is needed.
 */
static inline bool counts_threads(const struct proc_source *source)
{
    return !source->generation.has_task;
}

#endif
