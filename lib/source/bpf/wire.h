/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WIRE_H
#define DOTPROC_SOURCE_BPF_WIRE_H

/*
 * What the BPF programs return to user space: the header that both sides include.
 *
 * Figures are raw, in the kernel's units (ns, pages). IDs are those of the reader's PID namespace.
 *
 * Any user may be allowed to read a pinned walk. So the records of walks have only figures that the
 * reader's procfs would show to anybody, and never: kernel pointers, addresses of code, stack,
 * arguments or environment, registers, wait channels, exit codes, I/O counters, executables.
 *
 * A pin outlives the process that created it. So a stream and a page begin with a header, and any
 * change of a record or of its meaning requires a new WIRE_VERSION, which is also part of the pins'
 * names. Pages of texts, cgroups and waits need no version: their programs are never pinned.
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

#include "lib/base/task_flags.h"

#define WIRE_MAGIC   0x70746f64 /* "dotp" */
#define WIRE_VERSION 6

/*
 * The programs calculate the size of code in pages of this size, so kernels with other page sizes
 * are not supported.
 */
#define WIRE_MEMORY_PAGE_BYTES 4096

/* The first word of every record. */
enum wire_kind {
    WIRE_HEADER = 1, /* once, first */
    WIRE_TASK,
    WIRE_GROUP,  /* after its leader; if that exited first, also after its threads */
    WIRE_STATUS, /* after its task */
    WIRE_HIDDEN, /* of a walk, instead of a group */
    WIRE_SUMS,   /* of a walk of leaders only */
    WIRE_END,    /* of an iterator, once, at the end: without it records are missing */
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
    int32_t prio;        /* kernel priority, 0 to 139 */
    int32_t static_prio;
    uint32_t rt_priority, policy;
    uint32_t processor;
    int32_t exit_signal;
    uint32_t euid, egid;
    uint32_t has_memory;   /* 0: a kernel thread, or has released its memory */
    uint32_t digest;       /* of a walk, see wire_cached */
    uint64_t utime, stime; /* sampled at ticks, in ns; not yet scaled by cputime_adjust() */
    uint64_t runtime;      /* exact */
    uint64_t shown_utime, shown_stime; /* lower bounds: shown by procfs last */
    uint64_t start;                    /* time since boot, in the initial time namespace */
    uint64_t minflt, majflt;
    char comm[TASK_COMM_LEN];
};

/* What the threads of a group share. */
struct wire_group {
    uint32_t kind;
    uint32_t tgid;
    uint32_t ppid, pgrp, sid;
    uint32_t tty;
    int32_t tpgid;
    int32_t nlwp;

    /* Of its exited threads. */
    uint64_t utime, stime, runtime, minflt, majflt;

    uint64_t shown_utime, shown_stime;
    uint64_t cutime, cstime, cminflt, cmajflt;
    uint64_t rss_limit;

    /*
     * Pages; all zero if no thread seen so far had memory. If no figure of memory was requested,
     * `total` is 1 and the others are 0.
     */
    uint64_t total, locked, data, stack, text;
    int64_t file, anon, swap, shmem;

    /* Only if status was requested. */
    uint64_t sig_group, sig_ignored, sig_caught;

    /* Kernel threads: the full name, and a worker's current or last work. */
    char name[64];
    char work[32];
    uint32_t work_now;

    uint32_t summed; /* living threads whose times the reader has added; initially 0 */
};

#define WIRE_GIDS 32

/* Figures that only /proc/PID/status has. */
struct wire_status {
    uint32_t kind;
    uint32_t tid;
    uint32_t uid[4], gid[4]; /* real, effective, saved, file system */
    uint64_t sig_pending, sig_blocked;
    uint64_t cap_permitted, cap_effective;
    uint32_t gid_count; /* supplementary gids; only the first WIRE_GIDS are stored */
    uint32_t gids[WIRE_GIDS];
    uint32_t reserved;
};

/* A group that programs may not see. */
struct wire_hidden {
    uint32_t kind;
    uint32_t tgid;
};

/* The sums of some living threads of a group. A group may have several such records, anywhere. */
struct wire_sums {
    uint32_t kind;
    uint32_t tgid;
    uint32_t threads; /* number of threads */
    uint32_t reserved;
    uint64_t utime, stime, runtime, minflt, majflt;
};

/*
 * A task in the reader's cache, from a wire_task of an earlier walk. A task that has not run since
 * has the same times and faults, but others may have changed its state, CPU, policy, priority or
 * name. The digest covers these and the time when it last ran: if its TID is reused, the new task
 * ran later. In a walk of leaders it covers the parent too, and an unchanged leader stands for its
 * whole group, so the reader passes only leaders without other threads.
 */
struct wire_cached {
    uint32_t tid;
    uint32_t digest;
    uint64_t runtime;
};

/* Flags of a walk. */
enum {
    WIRE_SUMS_ONLY = 1u << 0, /* leaders and groups, and only wire_sums of all threads */
    WIRE_STATUSES = 1u << 1,  /* with wire_status, if the program supports it */
    WIRE_DIGESTS = 1u << 2,   /* with digests, if the program supports them */
    WIRE_NO_RSS = 1u << 3, /* wire_group may lack `file` to `shmem`, which are summed over CPUs */
};

/* The result of a run of the id walk. */
enum wire_answer {
    WIRE_WALKED,
    WIRE_REVOKED,   /* the program may no longer be used */
    WIRE_ELSEWHERE, /* the caller is not in the initial PID namespace, whose PIDs are used */
};

/* The argument is copied in and out; the kernel allocates this size quickly. */
#define WIRE_PAGE_SIZE 32768

/* The maximum number of tasks that a run compares. */
#define WIRE_CACHED_MAX 1024

/*
 * The argument of the id walk, in and out: a page of records, by ascending tid. It holds all state
 * between runs.
 */
struct wire_page {
    struct wire_header header; /* out */
    uint32_t flags;            /* in */
    uint32_t next;             /* in and out: the ID to continue from, initially 0 */
    uint32_t end;              /* in: IDs from here on are left to another run */
    uint32_t used;             /* out: bytes used in `records` */
    uint32_t visited;          /* out: tasks in this run */
    uint32_t done;             /* out: there are no more tasks */

    /*
     * In: wire_cached entries at the end of `records`, by ascending TID. Out: a bit for each entry
     * that is unchanged and has no record.
     */
    uint32_t cached_count;
    uint32_t same[WIRE_CACHED_MAX / 32];

    uint32_t cached_at, handed_out; /* within a run */
    uint32_t rss_cost;              /* within a run: in visits, see id_walk.bpf.c */
    uint32_t digest, reserved;      /* within a run: digest of the current task */
    struct wire_sums sums;          /* within a run */
    char records[WIRE_PAGE_SIZE - 6 * 4 - 12 * 4 - WIRE_CACHED_MAX / 8 - 7 * 8];
};

/*
 * The maximum number of tasks in a run that reads texts, and of bytes in a text: longer ones are
 * left to procfs.
 */
#define WIRE_TEXTS        256
#define WIRE_TEXT_LONGEST 4096

enum wire_text_kind {
    WIRE_TEXT_UNREAD, /* to be read from procfs */
    WIRE_TEXT_WHOLE,  /* `len` bytes */
    WIRE_TEXT_TITLE,  /* an overwritten command line: up to the first NUL in `len` bytes */
};

/* The command line or the environment of one task. */
struct wire_text {
    uint32_t tid;  /* in */
    uint16_t kind; /* out */
    uint16_t len;  /* out */
    uint32_t at;   /* out: in wire_text_page::bytes */
};

/* The argument of a run, in and out. */
struct wire_text_page {
    uint32_t environ; /* in: environments, not command lines */
    uint32_t count;   /* in: of `texts` */
    uint32_t done;    /* out: how many of them were read; the others did not fit */
    uint32_t used;    /* out: of `bytes` */
    struct wire_text texts[WIRE_TEXTS];
    char bytes[WIRE_PAGE_SIZE - 4 * 4 - WIRE_TEXTS * 12];
};

/* Tasks in a run that looks at cgroups. */
#define WIRE_CGROUPS 512

/* The argument of a run, in and out. */
struct wire_cgroup_page {
    uint32_t count; /* in: of `tids` */
    uint32_t reserved;
    uint32_t tids[WIRE_CGROUPS]; /* in */

    /* Out: equal for tasks with the same cgroups in all hierarchies; 0: to be read from procfs. */
    uint64_t digests[WIRE_CGROUPS];
};

/* Tasks in a run that looks at waits. */
#define WIRE_WAITS 256

/* What is known of a wait; flags. */
enum {
    WIRE_WAIT_TIMES = 1u << 0, /* how long it waited, and its context switches */
    WIRE_WAIT_CALL = 1u << 1, /* the system call: not for exited tasks, nor on every architecture */
};

/* The wait of one task. */
struct wire_wait {
    uint32_t tid;           /* in */
    uint32_t known;         /* out, as is all that follows: WIRE_WAIT_* */
    uint32_t place, bits;   /* as in struct task_syscall */
    int64_t number;         /* as in struct task_syscall */
    uint64_t stack_pointer; /* as in struct task_syscall */
    uint64_t arguments[6];  /* as in struct task_syscall */
    uint64_t run_delay_ns;
    uint64_t voluntary, forced; /* context switches */
    int64_t waited_ns;          /* since it last ran; -1: never */
    uint32_t file_mode;         /* of the file whose descriptor is the first argument; 0: none */
    uint32_t waits_for_io;      /* in_iowait */
};

enum wire_lock {
    WIRE_LOCK_NONE,
    WIRE_LOCK_MUTEX,
    WIRE_LOCK_SEMAPHORE, /* its owner: the last task that took it */
    WIRE_LOCK_RWSEM,     /* readers that hold it are unknown */
};

/* The argument of a run, in and out. */
struct wire_wait_page {
    uint32_t count; /* in: of `waits` */

    /* Out: the lock in the kernel that the last task waits for, and its owner; 0: unknown. */
    uint32_t lock; /* enum wire_lock */
    uint32_t owner_tid, owner_tgid;

    /*
     * In and out: how far the scheduler's clock is ahead of CLOCK_MONOTONIC. Initially 0; then the
     * caller must just have been scheduled in.
     */
    int64_t clock_ahead_ns;
    uint64_t now_ns; /* out: the scheduler's clock in this run */
    struct wire_wait waits[WIRE_WAITS];
};

/*
 * The layout is the same for the programs and for readers, which other compilers compile: the size,
 * and the offset of the last member.
 */
#define WIRE_LAYOUT(name, size, last, offset)                             \
    _Static_assert(sizeof(struct name) == (size) &&                       \
                       __builtin_offsetof(struct name, last) == (offset), \
                   #name " has another layout")

WIRE_LAYOUT(wire_header, 24, status_size, 20);
WIRE_LAYOUT(wire_end, 8, reserved, 4);
WIRE_LAYOUT(wire_task, 144, comm, 128);
WIRE_LAYOUT(wire_group, 328, summed, 324);
WIRE_LAYOUT(wire_status, 208, reserved, 204);
WIRE_LAYOUT(wire_hidden, 8, tgid, 4);
WIRE_LAYOUT(wire_sums, 56, majflt, 48);
WIRE_LAYOUT(wire_cached, 16, runtime, 8);
WIRE_LAYOUT(wire_page, 32768, records, 256);
WIRE_LAYOUT(wire_text, 12, at, 8);
WIRE_LAYOUT(wire_text_page, 32768, bytes, 3088);
WIRE_LAYOUT(wire_cgroup_page, 6152, digests, 2056);
WIRE_LAYOUT(wire_wait, 120, waits_for_io, 116);
WIRE_LAYOUT(wire_wait_page, 30752, waits, 32);

#endif
