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
 * What is pinned outlives the program that loaded it. So a stream and a page begin with a header,
 * and any change of a record or of its meaning needs a new WIRE_VERSION, which is in the pins'
 * names as well.
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
#define WIRE_VERSION 4

/* The first word of every record. */
enum wire_kind {
    WIRE_NONE,   /* in an array: a slot that was not filled */
    WIRE_HEADER, /* once, in front */
    WIRE_TASK,
    WIRE_GROUP,  /* behind its leader; of a leader that died before its threads, behind those too */
    WIRE_STATUS, /* behind its task */
    WIRE_HIDDEN, /* of a walk: in place of a group */
    WIRE_SUMS,   /* of a walk of leaders alone */
    WIRE_END,    /* of an iterator, once, behind all: without it some are missing */
};

struct wire_header {
    uint32_t kind;
    uint32_t magic;
    uint32_t version;
    uint32_t task_size, group_size, status_size;
};

struct wire_end {
    uint32_t kind;
    uint32_t reserved;
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
    uint32_t has_memory;   /* 0: a kernel thread, or has given its memory up */
    uint32_t digest;       /* of a walk: see wire_cached */
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

    /* Of its dead threads. */
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

    uint32_t summed; /* living threads that the reader has added to those figures; 0 at first */
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

/* Whose view of the ids a reader has; within the programs alone. */
struct wire_viewer {
    uint32_t level; /* of its pid namespace; 0: the first, where all ids are the kernel's own */
    uint32_t reserved;
    uint64_t ns;
};

/* A group that the kernel keeps programs from seeing. */
struct wire_hidden {
    uint32_t kind;
    uint32_t tgid;
};

/* Some living threads of a group together. A group may have several such records, anywhere. */
struct wire_sums {
    uint32_t kind;
    uint32_t tgid;
    uint32_t threads; /* how many */
    uint32_t reserved;
    uint64_t utime, stime, runtime, minflt, majflt;
};

/*
 * What the reader has of a task, from a wire_task of an earlier walk. A task that has not run since
 * has the same times and faults and is who it was; but others may have changed its state,
 * processor, policy, priority or name. The digest is of these, and of the moment when it ran last:
 * the number of a task that has ended goes to another, which has run later.
 */
struct wire_cached {
    uint32_t tid;
    uint32_t digest;
    uint64_t runtime;
};

/* Of a walk. */
enum {
    WIRE_SUMS_ONLY = 1u << 0, /* leaders and groups, and of all threads only wire_sums */
    WIRE_STATUSES = 1u << 1,  /* with wire_status, where the program has it */
    WIRE_DIGESTS = 1u << 2,   /* with digests, where it compares */
    WIRE_USAGE = 1u << 3,     /* wire_sums has all figures; else the runtime alone */
};

/* What a run of the walking program says. */
enum wire_answer {
    WIRE_WALKED,
    WIRE_CLOSED,    /* the program has been taken back */
    WIRE_ELSEWHERE, /* the caller is not in the first pid namespace, whose ids are used */
};

/* As much as the kernel gets from its free lists quickly: the argument is copied in and out. */
#define WIRE_PAGE_SIZE 32768

/* As many as are looked at in one run. */
#define WIRE_CACHED_MAX 1024

/*
 * The argument of the walking program, in and out: a page of records, by ascending tid. All that it
 * knows from run to run is here.
 */
struct wire_page {
    struct wire_header header; /* out */
    uint32_t flags;            /* in */
    uint32_t next;             /* in and out: the first id to look at, 0 at first */
    uint32_t end;              /* in: ids from here on are left for another run */
    uint32_t used;             /* out: bytes of records */
    uint32_t visited;          /* out: tasks in this run */
    uint32_t done;             /* out: there are no more */

    /*
     * In, by ascending tid; they are the last that there is in `records`. Out: a bit for each that
     * is as it was, and for which there is no record.
     */
    uint32_t cached_count;
    uint32_t same[WIRE_CACHED_MAX / 32];

    uint32_t cached_at, handed_out; /* within a run */
    uint32_t reserved;
    struct wire_sums sums; /* within a run */
    char records[WIRE_PAGE_SIZE - 6 * 4 - 10 * 4 - WIRE_CACHED_MAX / 8 - 7 * 8];
};

/*
 * Of a group count: some living threads of a group, whose ids follow each other. A group may have
 * several of these.
 */
struct wire_count {
    uint32_t tgid;
    uint32_t threads;
    uint64_t runtime; /* theirs, ns */
    uint64_t ended;   /* of those that had ended before */

    /*
     * The sequence number of the lock under which a thread's time goes from the one to the other.
     * If it was odd or is another one after, a thread may be in both or in neither.
     */
    uint32_t sequence, sequence_after;

    uint32_t living; /* threads that the group had after */
    uint32_t reserved;
};

#define WIRE_COUNTS 1024

/*
 * What a group count leaves in a map in each run. It is never pinned, so there is nothing in it
 * to tell its version by.
 */
struct wire_count_page {
    uint32_t next; /* in and out: the first id to look at, 1 at first */
    uint32_t used; /* out: of counts; the first is none */
    uint32_t done; /* out: there are no more */
    uint32_t reserved;
    uint64_t signal; /* within a run */
    struct wire_count now;
    struct wire_count counts[WIRE_COUNTS];
};

#endif
