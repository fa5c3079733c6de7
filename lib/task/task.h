/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_TASK_H
#define DOTPROC_TASK_TASK_H

/*
 * One task, as one scan found it.
 *
 * A plain record in a struct snapshot, which also owns every string and record it points to; all of
 * it is valid until that snapshot is cleared.
 *
 * Units are the same for all sources: times in nanoseconds, sizes in KiB, IDs as seen in the
 * reader's namespaces. Fields of a group whose bit is missing in `have` are zero and meaningless.
 * Origins: proc(5), fs/proc/array.c, fs/proc/base.c.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/task_flags.h"
#include "lib/task/need.h"

/* What a row stands for. */
enum task_kind {
    TASK_PROCESS, /* a thread group: CPU times and faults are the group's totals */
    TASK_THREAD,  /* one thread, perhaps the leader: its own times */
};

/* Credentials in the order of the Uid: and Gid: lines. */
enum {
    ID_REAL,
    ID_EFFECTIVE,
    ID_SAVED,
    ID_FS,
    ID_KINDS,
};

/*
 * A size or count in the records of status, io and smaps: the file has no such line, as those of
 * other kernels, or of trees that something else made. Masks may be UINT64_MAX.
 */
#define LINE_MISSING UINT64_MAX

/* As stock ps has it in texts. */
static inline uint64_t line_or_zero(uint64_t number)
{
    return number == LINE_MISSING ? 0 : number;
}

/* Figures that only /proc/PID/status has (NEED_STATUS). A task without memory has 0 of it. */
struct task_status {
    uid_t uid[ID_KINDS];
    gid_t gid[ID_KINDS];
    uint32_t has_signals, has_capabilities; /* whether these masks are known; else they are 0 */
    uint64_t sig_pending;                   /* SigPnd: sent to this thread */
    uint64_t sig_group;                     /* ShdPnd: sent to the group, since 2.6 */
    uint64_t sig_blocked;                   /* SigBlk */
    uint64_t sig_ignored;                   /* SigIgn */
    uint64_t sig_caught;                    /* SigCgt */
    uint64_t cap_permitted;                 /* CapPrm */
    uint64_t cap_effective;                 /* CapEff */
    uint64_t vm_locked_kib;                 /* VmLck */
    uint64_t vm_data_kib;                   /* VmData */
    uint64_t vm_stack_kib;                  /* VmStk */
    uint64_t vm_swap_kib;                   /* VmSwap */
    uint64_t rss_anon_kib;                  /* RssAnon, since 4.5 */
    uint64_t rss_file_kib;                  /* RssFile */
    uint64_t rss_shmem_kib;                 /* RssShmem */
    const char *groups; /* supplementary gids, decimal, separated by commas; never NULL */
};

/* Addresses in the memory map (NEED_ADDRESSES); 0 without permission. */
struct task_addresses {
    uint64_t start_code, end_code, start_stack, esp, eip;
};

/* See namespaces(7). */
enum namespace_kind {
    NAMESPACE_CGROUP,
    NAMESPACE_IPC,
    NAMESPACE_MNT,
    NAMESPACE_NET,
    NAMESPACE_PID,
    NAMESPACE_TIME,
    NAMESPACE_USER,
    NAMESPACE_UTS,
    NAMESPACE_KINDS,
};

/* What systemd-logind and systemd report about a task (sd-login(3)). */
enum login_kind {
    LOGIN_MACHINE,
    LOGIN_OWNER, /* the UID of the session's user, in digits */
    LOGIN_SEAT,
    LOGIN_SESSION,
    LOGIN_SLICE,
    LOGIN_UNIT,
    LOGIN_USER_UNIT,
    LOGIN_KINDS,
};

/* I/O of a task, in bytes and calls (NEED_IO). */
struct task_io {
    uint64_t read_chars, write_chars;
    uint64_t read_calls, write_calls;
    uint64_t read_bytes, write_bytes; /* of storage */
    uint64_t cancelled_write_bytes;
};

/* Sums over a process's memory map (NEED_SMAPS). */
struct task_smaps {
    uint64_t rss_kib;
    uint64_t pss_kib; /* proportional set size: a page shared by n processes counts 1/n */
    uint64_t pss_anon_kib, pss_file_kib, pss_shmem_kib;
    uint64_t private_clean_kib, private_dirty_kib;
    uint64_t shared_hugetlb_kib, private_hugetlb_kib; /* not included in the figures above */
};

/* The system call that a task is in (NEED_SYSCALL). */
struct task_syscall {
    int64_t number; /* of its architecture and `bits`; PLACE_CALL only */
    uint64_t arguments[6];
    uint32_t place;         /* enum task_place */
    bool resumes_futex;     /* restart_syscall(2) of a futex wait, with that call's arguments */
    uint32_t bits;          /* word size of the program, 32 or 64; 0: unknown */
    uint64_t stack_pointer; /* in user space; 0: none */
    char at[24];            /* futex or descriptor it waits at: "0x7f...", "5"; "": neither */
};

/* For a row that stands for exited tasks. Its times are the part that no row has shown before. */
struct task_ended {
    uint64_t count;       /* 0: unknown */
    int64_t lifetime_ns;  /* average; -1: unknown */
    uint64_t interval_ns; /* in which they exited */
    const char *by;       /* comm of the parent, or of a thread's process; "": unknown; raw bytes;
                             NULL: several, in a group of such rows */
    pid_t by_pid;         /* its PID; 0: unknown, or several */
    bool other_comms;     /* some of the tasks have other names: comm is folded, by
                             pool_name_fold() */
};

/* Of struct task_details: a number that may be negative, and is not known. */
#define NUMBER_UNKNOWN INT32_MIN

/*
 * Figures for rarely used columns, each with a group of its own. The table in fields.c has the file
 * and default of each.
 */
struct task_details {
    const struct task_io *io;           /* NEED_IO */
    const struct task_smaps *smaps;     /* NEED_SMAPS; kernel threads have none */
    const struct task_syscall *syscall; /* NEED_SYSCALL; NULL: no permission */
    const char *environ;                /* NEED_ENVIRON: bytes, as in cmdline */
    const char *cgroup;                 /* NEED_CGROUP: lines, the last without its newline */
    const char *label;                  /* NEED_LABEL: of a security module */
    const char *exe;                    /* NEED_EXE: a path, raw bytes */
    const char *wait_file;          /* NEED_WAIT_FILE: target of the call's descriptor; raw bytes */
    const char *wait_key;           /* NEED_WAIT_KEY: identifies the futex on this host */
    const char *login[LOGIN_KINDS]; /* NEED_LOGIN(kind) */
    uint64_t namespace_inodes[NAMESPACE_KINDS]; /* NEED_NAMESPACE(kind) */
    int64_t login_uid;                          /* NEED_LOGINUID */
    int64_t fds;                                /* NEED_FDS: open file descriptors */
    int64_t autogroup;                          /* NEED_AUTOGROUP */
    int64_t run_delay_ns;                       /* NEED_RUN_DELAY: total time on a run queue */
    int64_t waited_ns;                          /* NEED_WAITED: time since it last ran */
    int64_t voluntary_switches;                 /* NEED_SWITCHES: context switches */
    int64_t forced_switches;                    /* NEED_SWITCHES: involuntary ones */
    int64_t run_queue_ns;                       /* by query/delta.h: run delay per second */
    int64_t new_voluntary, new_forced; /* by query/delta.h: switches since the last snapshot */
    int64_t new_read, new_written;     /* likewise: bytes from and to a disk; NEED_IO */
    int64_t new_io_calls;              /* likewise: read and write calls; NEED_IO */
    int64_t rss_growth_kib;            /* likewise; NEED_GROWTH; or NUMBER_UNKNOWN */
    int32_t autogroup_nice;            /* NEED_AUTOGROUP */
    int32_t oom_score;                 /* NEED_OOM_SCORE */
    int32_t oom_adj;                   /* NEED_OOM_ADJ; or NUMBER_UNKNOWN */
    int32_t node;                      /* NEED_NODE */
    int32_t lock_holder;               /* NEED_LOCK_HOLDER: a PID; 0: unknown; -1: none */
    int32_t sleeps_for;             /* NEED_WAIT: enum wait_kind, regardless of the task's state */
    uint32_t environ_len;           /* NEED_ENVIRON */
    const struct task_ended *ended; /* of rows with is_ended; not kept beyond one snapshot */
};

/*
 * What the threads of a process usually have in common: tasks with equal figures share one record.
 * It never changes once it is in a snapshot; when more of a task is read, it gets another record
 * (snapshot_set_process()). Without padding, so that records can be compared by memcmp(3).
 */
struct process {
    /* NEED_STAT */
    pid_t ppid, pgrp, sid;
    uint32_t tty; /* device number as in stat, see text/tty.h; 0: none */
    pid_t tpgid;  /* foreground process group of the terminal; -1: none */
    int32_t nlwp; /* threads in the group; 0: unknown (also set by NEED_NLWP) */
    uint64_t cminflt, cmajflt, cutime_ns, cstime_ns; /* of reaped children */
    int64_t exited_ns;                               /* rows of threads: see task::knows_exited */
    uint64_t rss_limit;                              /* bytes; UINT64_MAX: none */
    uint64_t stat_vsize_bytes; /* 0: no memory. Before 2.6 the only exact size; also by NEED_MEM */

    /* NEED_MEM: 0 for kernel threads and zombies */
    uint64_t vsize_kib, rss_kib;

    /* NEED_STATM */
    uint64_t shared_kib, code_kib, data_kib;

    /* NEED_LOCKED: 0 for kernel threads and zombies */
    uint64_t locked_kib;

    /* NEED_GROUP_CPU, in the row of the leader: CPU time of all threads, exited ones included */
    uint64_t group_cpu_ns; /* 0: unknown */
};

_Static_assert(sizeof(struct process) == 6 * sizeof(int32_t) + 14 * sizeof(uint64_t),
               "struct process has gaps");

/* The process part of an empty task: all zero. */
extern const struct process process_none;

/*
 * Hosts have tens of thousands of these, in two snapshots: the order leaves no padding, and what is
 * shared or rarely used is behind a pointer.
 */
struct task {
    need_t have;

    pid_t tid;  /* of a process row: equal to tgid */
    pid_t tgid; /* thread group, the PID of ps */

    /* NEED_OWNER */
    uid_t euid;
    gid_t egid;

    /* NEED_STAT; the rest of that group is in struct process */
    uint32_t flags;   /* PF_*: lib/base/task_flags.h */
    uint32_t read_us; /* when its times were read, after system_info::uptime_ns; rounded up */
    int16_t processor;
    int16_t priority; /* as in stat: 20 + nice, or -1 - rt_priority */
    int16_t exit_signal;
    int8_t nice;
    uint8_t rt_priority, policy;
    char state; /* one of RSDTtXZPIxKW, see lib/base/task_flags.h */

    enum task_kind kind : 8;
    bool stat_unread : 1; /* NEED_STAT was not read because it could block: no value */
    bool is_left_out : 1; /* another group in `have` was not read because it could block */
    bool is_recalled : 1; /* it has not run since the last scan */

    /*
     * process->exited_ns is valid: the CPU time of exited threads of the process beyond what rows
     * have shown of them; a lower bound. Only its growth is meaningful, unless the process is new.
     */
    bool knows_exited : 1;

    /*
     * Not a task, but the sum of similar exited tasks (details->ended). Only figures of columns
     * with of_ended (column/column.h) are valid.
     */
    bool is_ended : 1;

    /* NEED_DELTA: delta_minflt and delta_majflt are known, see query/delta.h. */
    bool has_new_faults : 1;

    /* NEED_DELTA: delta_cpu_ns is unknown, and 0 */
    bool cpu_not_compared : 1;

    uint32_t cmdline_len; /* of cmdline */
    uint64_t minflt, majflt;
    uint64_t utime_ns, stime_ns; /* see `kind` */
    uint64_t runtime_ns;         /* utime + stime, not rounded to clock ticks; 0: unknown */
    uint64_t start_ns;           /* time since boot */

    /* NEED_DELTA: since the last snapshot, see query/delta.h */
    uint64_t delta_cpu_ns;
    uint32_t delta_minflt, delta_majflt;

    const struct process *process; /* never NULL */

    /* NEED_COMM. Raw bytes: never print them without text/escape.h. NULL if not read. */
    const char *comm;

    /* NEED_ADDRESSES and NEED_STATUS; NULL if not read */
    const struct task_addresses *addresses;
    const struct task_status *status;

    /*
     * Lazy details; NULL if not read, "" if the kernel has none. cmdline has cmdline_len raw bytes,
     * with a NUL after each argument and at the end.
     */
    const char *cmdline;
    const char *wchan; /* the kernel function it sleeps in; "" if running or hidden */

    /* NEED_DETAILS; NULL if none of those groups was read */
    struct task_details *details;
};

_Static_assert(sizeof(struct task) <= 168, "a column that few look at belongs in task_details");

/* Its comm, or "" if that was not read: raw bytes. */
static inline const char *task_name(const struct task *task)
{
    return task->comm ? task->comm : "";
}

/* The limits of nice values, to which the kernel clamps others. */
#define NICE_LEAST (-20)
#define NICE_MOST  19

static inline int nice_clamp(int64_t nice)
{
    return nice < NICE_LEAST ? NICE_LEAST : nice > NICE_MOST ? NICE_MOST : (int)nice;
}

/* The number of threads whose CPU time the row shows; 0: unknown, as for exited tasks. */
static inline uint64_t task_thread_count(const struct task *task)
{
    if (task->is_ended)
        return 0;
    if (task->kind == TASK_THREAD)
        return 1;
    return task->process->nlwp > 0 ? (uint64_t)task->process->nlwp : 0;
}

/*
 * Which task: IDs are reused, so its start time is part of it. Where that was not read because it
 * could block (task::stat_unread), the IDs alone decide.
 */
struct task_identity {
    pid_t tgid, tid;   /* tid 0: no task */
    uint64_t start_ns; /* as in struct task */
    bool known;        /* start_ns was read */
};

static inline struct task_identity task_identity_of(const struct task *task)
{
    return (struct task_identity){task->tgid, task->tid, task->start_ns, !task->stat_unread};
}

/* By process, then by TID. */
static inline uint64_t task_identity_key(const struct task_identity *identity)
{
    return (uint64_t)identity->tgid << 32 | (uint32_t)identity->tid;
}

/* Whether the row is this task's, or that of the process whose leader it is. */
static inline bool task_is_same(const struct task_identity *identity, const struct task *task)
{
    return task->tid == identity->tid && task->tgid == identity->tgid && !task->is_ended &&
           (!identity->known || task->stat_unread || task->start_ns == identity->start_ns);
}

#endif
