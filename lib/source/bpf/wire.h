/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WIRE_H
#define DOTPROC_SOURCE_BPF_WIRE_H

/*
 * What the BPF programs return to user space: the header that both sides include.
 *
 * Figures are raw, in the kernel's units (ns, pages), and only those that the reader's procfs would
 * show to anybody, since any user may be allowed to read a pinned iterator. Ids are those of the
 * reader's pid namespace. Never included: kernel pointers, addresses of code, stack, arguments or
 * environment, registers, wait channels, exit codes, I/O counters, executables.
 *
 * A pin outlives the program that created it. So a stream and a page begin with a header, and any
 * change of a record or of its meaning needs a new WIRE_VERSION, which is also in the pins' names.
 */

#ifdef __bpf__
#include <linux/types.h>
typedef __u16 uint16_t;
typedef __u32 uint32_t;
typedef __s32 int32_t;
typedef __s64 int64_t;
typedef __u64 uint64_t;
#define UINT64_C(number) number##ull
#else
#include <stdint.h>
#endif

#define WIRE_MAGIC   0x70746f64 /* "dotp" */
#define WIRE_VERSION 5

/* The programs count the pages of code themselves; other kernels' figures would not fit them. */
#define WIRE_MEMORY_PAGE_BYTES 4096

/* The first word of every record. */
enum wire_kind {
    WIRE_HEADER = 1, /* once, first */
    WIRE_TASK,
    WIRE_GROUP,  /* after its leader; if that died before its threads, also after those */
    WIRE_STATUS, /* after its task */
    WIRE_HIDDEN, /* of a walk, in place of a group */
    WIRE_SUMS,   /* of a walk of leaders only */
    WIRE_END,    /* of an iterator, once, after all others: without it some are missing */
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
    uint32_t state;      /* TASK_*, shown as a letter in stat */
    uint32_t exit_state; /* EXIT_* */
    int32_t prio;        /* the scheduler's, 0 to 139 */
    int32_t static_prio;
    uint32_t rt_priority, policy;
    uint32_t processor;
    int32_t exit_signal;
    uint32_t euid, egid;
    uint32_t has_memory;   /* 0: a kernel thread, or has released its memory */
    uint32_t digest;       /* of a walk: see wire_cached */
    uint64_t utime, stime; /* by sampling at ticks, in ns; still to be scaled by cputime_adjust() */
    uint64_t runtime;      /* exact */
    uint64_t shown_utime, shown_stime; /* what procfs showed last, a lower bound */
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

    /*
     * Pages; all zero if no thread seen so far had memory. If nothing of the memory was asked for,
     * `total` is 1 and the others are 0.
     */
    uint64_t total, locked, data, stack, text;
    int64_t file, anon, swap, shmem;

    /* Only if status was asked for. */
    uint64_t sig_group, sig_ignored, sig_caught;

    /* Kernel threads: the full name, and a worker's current or last work. */
    char name[64];
    char work[32];
    uint32_t work_now;

    uint32_t summed; /* living threads whose times the reader has added; 0 at first */
};

#define WIRE_GIDS 32

/* What only /proc/PID/status has. */
struct wire_status {
    uint32_t kind;
    uint32_t tid;
    uint32_t uid[4], gid[4]; /* real, effective, saved, file system */
    uint64_t sig_pending, sig_blocked;
    uint64_t cap_permitted, cap_effective;
    uint32_t gid_count; /* supplementary gids; only the first WIRE_GIDS follow */
    uint32_t gids[WIRE_GIDS];
    uint32_t reserved;
};

/* A group that programs may not see. */
struct wire_hidden {
    uint32_t kind;
    uint32_t tgid;
};

/* The sums of some living threads of a group, which may have several such records, anywhere. */
struct wire_sums {
    uint32_t kind;
    uint32_t tgid;
    uint32_t threads; /* how many */
    uint32_t reserved;
    uint64_t utime, stime, runtime, minflt, majflt;
};

/*
 * What the reader has cached of a task, from a wire_task of an earlier walk. A task that has not
 * run since has the same times and faults; but others may have changed its state, processor,
 * policy, priority or name. The digest covers these and the time when it last ran: if its id is
 * reused, the new task ran later. In a walk of leaders it covers the parent, too, and one that is
 * unchanged stands for its whole group, so the reader passes only those without other threads.
 */
struct wire_cached {
    uint32_t tid;
    uint32_t digest;
    uint64_t runtime;
};

/* Of a walk. */
enum {
    WIRE_SUMS_ONLY = 1u << 0, /* leaders and groups, and only wire_sums of all threads */
    WIRE_STATUSES = 1u << 1,  /* with wire_status, if the program supports it */
    WIRE_DIGESTS = 1u << 2,   /* with digests, if the program supports them */
    WIRE_USAGE = 1u << 3,     /* wire_sums has all figures; else only the runtime */
    WIRE_NO_RSS = 1u << 4,    /* wire_group may lack `file` to `shmem`: all processors count them */
};

/* The result of a run of the id walk. */
enum wire_answer {
    WIRE_WALKED,
    WIRE_REVOKED,   /* the program may no longer be used */
    WIRE_ELSEWHERE, /* the caller is not in the first pid namespace, whose ids are used */
};

/* The argument is copied in and out; the kernel allocates this size quickly. */
#define WIRE_PAGE_SIZE 32768

/* As many as a run compares. */
#define WIRE_CACHED_MAX 1024

/*
 * The argument of the id walk, in and out: a page of records, by ascending tid. It holds all state
 * between runs.
 */
struct wire_page {
    struct wire_header header; /* out */
    uint32_t flags;            /* in */
    uint32_t next;             /* in and out: the first id to look at, 0 at first */
    uint32_t end;              /* in: ids from here on are for another run */
    uint32_t used;             /* out: bytes of records */
    uint32_t visited;          /* out: tasks in this run */
    uint32_t done;             /* out: there are no more */

    /*
     * In: wire_cached entries at the end of `records`, by ascending tid. Out: a bit for each one
     * that is unchanged and has no record.
     */
    uint32_t cached_count;
    uint32_t same[WIRE_CACHED_MAX / 32];

    uint32_t cached_at, handed_out; /* within a run */
    uint32_t rss_cost;              /* within a run: in visits, see id_walk.bpf.c */
    uint32_t digest, reserved;      /* within a run: of the current task */
    struct wire_sums sums;          /* within a run */
    char records[WIRE_PAGE_SIZE - 6 * 4 - 12 * 4 - WIRE_CACHED_MAX / 8 - 7 * 8];
};

/*
 * A group count: some living threads of a group with consecutive ids. A group may have several of
 * these.
 */
struct wire_count {
    uint32_t tgid;
    uint32_t threads;
    uint64_t runtime; /* theirs, ns */
    uint64_t ended;   /* of threads that had ended before */

    /*
     * The sequence number of the lock under which a thread's time moves from `runtime` to `ended`.
     * If it is odd or changes, a thread may be in both or in neither.
     */
    uint32_t sequence, sequence_after;

    uint32_t living; /* threads of the group afterwards */
    uint32_t reserved;
};

#define WIRE_COUNTS 1024

/* What each run of a group count leaves in a map. It is never pinned, so it needs no version. */
struct wire_count_page {
    uint32_t next; /* in and out: the first id to look at, 1 at first */
    uint32_t used; /* out: number of counts; the first is unused */
    uint32_t done; /* out: there are no more */
    uint32_t reserved;
    uint64_t signal; /* within a run */
    struct wire_count now;
    struct wire_count counts[WIRE_COUNTS];
};

/* Tasks in a run that reads texts, and the longest text: what is longer is left to procfs. */
#define WIRE_TEXTS        256
#define WIRE_TEXT_LONGEST 4096

enum wire_text_kind {
    WIRE_TEXT_UNREAD, /* to be read from procfs */
    WIRE_TEXT_WHOLE,  /* `len` bytes */
    WIRE_TEXT_TITLE,  /* a command line that was overwritten: up to the first NUL in `len` bytes */
};

/* The command line or the environment of one task. */
struct wire_text {
    uint32_t tid;  /* in */
    uint16_t kind; /* out */
    uint16_t len;  /* out */
    uint32_t at;   /* out: in wire_text_page::bytes */
};

/* The argument of a run, in and out. It is never pinned, so it needs no version. */
struct wire_text_page {
    uint32_t environ; /* in: environments, not command lines */
    uint32_t count;   /* in: of `texts` */
    uint32_t done;    /* out: how many of them; those after them did not fit */
    uint32_t used;    /* out: of `bytes` */
    struct wire_text texts[WIRE_TEXTS];
    char bytes[WIRE_PAGE_SIZE - 4 * 4 - WIRE_TEXTS * 12];
};

/* Tasks in a run that looks at waits. */
#define WIRE_WAITS 256

/* What is known of a wait; a set. */
enum {
    WIRE_WAIT_TIMES = 1u << 0, /* how long it waited, how often it left the processor */
    WIRE_WAIT_CALL = 1u << 1,  /* where it is: not of ended tasks, nor on every processor */
};

/* One task. */
struct wire_wait {
    uint32_t tid;          /* in */
    uint32_t known;        /* out, as is all that follows: WIRE_WAIT_* */
    uint32_t place, bits;  /* as in struct task_syscall */
    int64_t number;        /* likewise */
    uint64_t arguments[6]; /* likewise */
    uint64_t run_delay_ns;
    uint64_t voluntary, forced; /* switches */
    int64_t waited_ns;          /* since it last ran; -1: it never has */
    uint32_t file_mode;    /* of the file whose descriptor would be the first argument; 0: none */
    uint32_t waits_for_io; /* it is counted as waiting for a disk */
};

/* The argument of a run, in and out. It is never pinned, so it needs no version. */
struct wire_wait_page {
    uint32_t count; /* in: of `waits` */
    uint32_t reserved;

    /*
     * In and out: what the scheduler's clock is ahead of the monotonic one; 0 at first, and then
     * the caller has just begun to run.
     */
    int64_t clock_ahead_ns;
    uint64_t now_ns; /* out: the scheduler's clock in this run */
    struct wire_wait waits[WIRE_WAITS];
};

#endif
