/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PROC_SOURCE_H
#define DOTPROC_SOURCE_PROC_PROC_SOURCE_H

/*
 * What the parts of the procfs sources share.
 *
 *     open.c       the three back ends: open, fill, close
 *     scan.c       the parts of a scan, from the listing to the rows
 *     system.c     probes the kernel generation; reads the clocks and the host's figures
 *     listing.c    the IDs in a directory; lists of tasks, each with its thread group
 *     walk.c       finds tasks, and nothing else: one way per generation
 *     read.c       reads a file; task_reader.c: of a task, for a row
 *     needs.c      reads the files of a need into one task (task_files.h): calls task_stat.c for
 *                  stat, lazy.c for what only shown rows need; that calls details.c for figures
 *                  that few columns show, and this waits.c for what it waits for (with joined.c
 *                  and maps.c)
 *     parse/       pure parsers: bytes in, fields out
 *     report/      one task's wait: report.c, with the other waiters; links.c, who waits for whom;
 *                  stacks.c, the user and kernel stacks; memory.c and elf.c: what these need of
 *                  the program's memory
 *     file_locks.c the holders of file locks, from /proc/locks
 *     sockets.c    the peers of sockets, from the lists of all sockets, or asked of the kernel
 *     libraries.c, numa.c
 *                  libsystemd, libselinux and the NUMA nodes of CPUs, loaded when a column needs
 *                  them
 *     process.c    the clock and the start of a process, for callers without a source;
 *                  clock_trust.c: whether such clocks are those that stat has
 *
 * What makes scans cheaper; records kept from one scan to the next are in history/:
 *
 *     relist.c       by the count of forks not all of /proc, or none of it, is listed again; by
 *                    the threads' order only those that started or exited
 *     recall.c       reads stat only of tasks that have run since the last scan, and recalls all
 *                    others, and what they wait for, from records.c; who_ran.c finds the threads
 *                    that have run
 */

#include "lib/source/back_end.h"
#include "lib/source/due_rows.h"
#include "lib/source/proc/clock_trust.h"
#include "lib/source/proc/history/records.h"
#include "lib/source/proc/history/relist.h"
#include "lib/source/proc/host_data.h"
#include "lib/source/proc/listing.h"
#include "lib/source/proc/read.h"

struct walk_ops;

/* State of joined.c: the CPU time of searches in the current second. */
struct join_searches {
    int64_t start_ns;
    int64_t cpu_ns;
};

/* State of maps.c: the shared mappings of the process that was looked up last. */
struct shared_mappings {
    pid_t tgid; /* 0: none */
    int64_t read_ns;
    struct shared_mapping *list; /* by ascending address */
    size_t count, capacity;
};

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
    enum clock_trust clock;     /* of processes, see clock_trust_holds() */
    enum clock_trust run_times; /* of threads, see recall.h */

    /* Data of the host, loaded when a column needs it. */
    struct numa numa;
    struct login login;
    struct selinux selinux;
    struct sockets sockets;
    struct shared_mappings shared_mappings;
    struct join_searches join_searches;
    struct file_locks file_locks;

    /* Of the current scan. */
    const struct scan_request *request;
    struct snapshot *snapshot;
    size_t next_process; /* in `processes`; the current group is the one before */
    struct thread_cursor cursor;
    struct process process; /* the current row points to it until it is complete */
    int task_dir;           /* an open PID/task, or -1 */
    bool recalls;           /* rows are recalled, see recall.h */
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
