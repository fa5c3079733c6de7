/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WIRE_H
#define DOTPROC_SOURCE_BPF_WIRE_H

/*
 * What the BPF programs hand to user space: the one header that both sides include.
 *
 * Figures are raw, in the kernel's units (ns, pages), as far as the reader's procfs would show
 * them to anybody: a pinned iterator may be readable by every user. Ids are those of the reader's
 * pid namespace. What is never here: kernel pointers, addresses of code, stack, arguments or
 * environment, registers, wait channels, exit codes, I/O counters, executables.
 *
 * A pinned iterator outlives the program that loaded it. So its stream begins with a header, and
 * any change of a record or of its meaning needs a new WIRE_VERSION, which is in the pins' names
 * as well.
 */

#ifdef __bpf__
#include <linux/types.h>
typedef __u32 uint32_t;
typedef __s32 int32_t;
typedef __s64 int64_t;
typedef __u64 uint64_t;
#else
#include <stdint.h>
#endif

#define WIRE_MAGIC   0x70746f64 /* "dotp" */
#define WIRE_VERSION 1

/* The first word of everything in a stream. */
enum wire_kind {
    WIRE_NONE,   /* in an array: a slot that was not filled */
    WIRE_HEADER, /* once, in front */
    WIRE_TASK,
    WIRE_GROUP,  /* behind its leader; of a leader that died before its threads, behind those too */
    WIRE_STATUS, /* behind its task */
};

struct wire_header {
    uint32_t kind;
    uint32_t magic;
    uint32_t version;
    uint32_t task_size, group_size, status_size;
};

/* One thread's own figures. */
struct wire_task {
    uint32_t kind;
    uint32_t tid, tgid;
    uint32_t flags;      /* PF_* */
    uint32_t state;      /* TASK_*, what stat makes a letter of */
    uint32_t exit_state; /* EXIT_* */
    int32_t prio;        /* the scheduler's, 0 to 139 */
    int32_t static_prio;
    uint32_t rt_priority, policy;
    uint32_t processor;
    int32_t exit_signal;
    uint32_t euid, egid;
    uint32_t has_memory; /* 0: a kernel thread, or has given its memory up */
    uint32_t reserved;
    uint64_t utime, stime; /* ticks' worth of ns: cputime_adjust() has still to scale them */
    uint64_t runtime;      /* exact */
    uint64_t shown_utime, shown_stime; /* what procfs showed last, below which it never goes */
    uint64_t start;                    /* after boot, in the first time namespace */
    uint64_t minflt, majflt;
    char comm[16];
};

/* What the threads of a group share. */
struct wire_group {
    uint32_t kind;
    uint32_t tgid;
    uint32_t ppid, pgrp, sid;
    uint32_t tty;
    int32_t tpgid;
    int32_t nlwp;

    /* Of its dead threads; after a walk of groups alone, of the living ones as well. */
    uint64_t utime, stime, runtime, minflt, majflt;

    uint64_t shown_utime, shown_stime;
    uint64_t cutime, cstime, cminflt, cmajflt;
    uint64_t rss_limit;

    /* Pages; all zero where no thread seen so far had memory. */
    uint64_t total, locked, data, stack, text;
    int64_t file, anon, swap, shmem;

    /* Only where status was asked for. */
    uint64_t sig_group, sig_ignored, sig_caught;

    /* Kernel threads: the whole name, and what a worker works or worked on. */
    char name[64];
    char work[32];
    uint32_t work_now;

    /* Where a walk is; not an id of the reader's namespace, and 0 in a stream. */
    uint32_t root_tgid;
};

#define WIRE_GIDS 32

/* What stands in /proc/PID/status alone. */
struct wire_status {
    uint32_t kind;
    uint32_t tid;
    uint32_t uid[4], gid[4]; /* real, effective, saved, file system */
    uint64_t sig_pending, sig_blocked;
    uint64_t cap_permitted, cap_effective;
    uint32_t gid_count; /* supplementary ones; only the first WIRE_GIDS are here */
    uint32_t gids[WIRE_GIDS];
    uint32_t reserved;
};

/* Whose view of the ids a reader has; filled and used by the programs alone. */
struct wire_viewer {
    uint32_t level; /* of its pid namespace; 0: the first, where all ids are the kernel's own */
    uint32_t reserved;
    uint64_t ns;
};

/*
 * The argument of the walking programs, in and out. All their state is here and none of it in
 * variables: the verifier would follow every value that those can have, for seconds.
 */
struct wire_walk {
    uint32_t sum_only; /* put leaders out alone, and add up their threads in wire_group */
    uint32_t limit;    /* visit about so many tasks, then return */
    uint32_t groups;   /* there are */
    uint32_t tasks;    /* put out so far */
    uint32_t overflow; /* an array was too small: what is there is not all */

    /* Where to go on; 0 at first. */
    uint32_t group;
    uint32_t root_tid;   /* a thread of that group; 0: its leader */
    uint32_t memory_tid; /* the first thread of that group that has memory */

    uint32_t visited; /* in this run */
    uint32_t done;    /* with the group */
    struct wire_viewer viewer;
};

#endif
