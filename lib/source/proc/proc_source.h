/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PROC_SOURCE_H
#define DOTPROC_SOURCE_PROC_PROC_SOURCE_H

/*
 * What the parts of the procfs sources share.
 *
 *     open.c     the three back ends: open, fill, close
 *     scan.c     the parts of a scan; walk.c finds its tasks, in lists of listing.c
 *     needs.c    the files of one task: task_stat.c, details.c, waits.c (needs.h)
 *     recall.c   what repeated scans need not read, from the records in history/
 *     report/    all that is known of one task's wait
 *     parse/     pure parsers: bytes in, fields out
 *
 * Every other file is named for what it reads.
 */

#include "lib/source/back_end.h"
#include "lib/source/proc/file_locks.h"
#include "lib/source/proc/futexes.h"
#include "lib/source/proc/history/records.h"
#include "lib/source/proc/history/relist.h"
#include "lib/source/proc/libraries.h"
#include "lib/source/proc/listing.h"
#include "lib/source/proc/numa.h"
#include "lib/source/proc/read.h"
#include "lib/source/proc/sockets.h"
#include "lib/source/proc/system.h"

struct walk_ops;

/* The threads of the current group. */
struct thread_cursor {
    struct id_span ids;
    size_t next;  /* index in `ids` */
    bool found;   /* find_threads() was called for this group */
    bool listed;  /* they are in task_dir, which is open */
    pid_t single; /* the only thread of the process, whose owner is known; 0: none */
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
    bool lacks_comm;            /* kernel before 2.6.33: no comm file */
    bool may_have_clocks;       /* of processes, see clock_may_fit() */
    enum clock_trust run_times; /* of threads, see recall.h */

    /* Data of the host, loaded when a column needs it. */
    struct numa numa;
    struct login login;
    struct selinux selinux;
    struct sockets sockets;
    struct futexes futexes;
    struct file_locks file_locks;

    /* Of the current scan. */
    const struct scan_request *request;
    struct snapshot *snapshot;
    size_t next_process; /* in `processes`; the current group is the one before */
    struct thread_cursor cursor;
    struct process process; /* the current row points to it until it is complete */
    int task_dir;           /* an open PID/task, or -1 */
    bool recalls;           /* rows are recalled, see recall.h */
    bool recalled;          /* so they were in the last scan, whose waits fill() records */
    struct due_rows due;    /* valid if `recalls` */
    int64_t search_left_ns; /* remaining part of scan_request::search_ns */
    int search_error;       /* why a run time could not be read, other than by exit; 0: none */

    /* Also of the current scan; the memory is reused by the next one. */
    struct listing listing;
    struct id_list processes; /* the groups to scan */
    struct id_list threads;   /* of one group or of all, depending on the walk */
    struct read_buffer buffer;

    /* Kept from scan to scan. */
    struct fork_count forks; /* whether `processes` is still complete */
    int64_t ids_offset;      /* listing::offset of the last listing of /proc */
    struct group_records records;
    struct wait_records waits;
};

/*
 * Whether threads must be counted. Since 2.6 their number is in stat and PID/task exists; before
 * that, the threads are listed if the number is needed.
 */
static inline bool counts_threads(const struct proc_source *source)
{
    return !source->generation.has_task;
}

/* The parts of a scan, the same for all procfs sources. */
extern const struct scan_ops proc_scan;

#endif
