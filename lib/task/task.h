/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_TASK_H
#define DOTPROC_TASK_TASK_H

/*
 * One task, as one scan found it.
 *
 * A plain record in a struct snapshot, which also owns every string and record it points to; all of
 * it is valid until that snapshot is cleared.
 *
 * Units are the same for all sources: times in nanoseconds, sizes in KiB, ids as in the reader's
 * namespaces. Fields of a group whose bit is missing in `have` are zero and mean nothing. Origins:
 * proc(5), fs/proc/array.c, fs/proc/base.c.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/task/need.h"
#include "lib/task/place.h"

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

/* What only /proc/PID/status has (NEED_STATUS). */
struct task_status {
    uid_t uid[ID_KINDS];
    gid_t gid[ID_KINDS];
    uint64_t sig_pending;   /* SigPnd: sent to this thread */
    uint64_t sig_group;     /* ShdPnd: sent to the group; 0 before 2.6 */
    uint64_t sig_blocked;   /* SigBlk */
    uint64_t sig_ignored;   /* SigIgn */
    uint64_t sig_caught;    /* SigCgt */
    uint64_t cap_permitted; /* CapPrm */
    uint64_t cap_effective; /* CapEff */
    uint64_t vm_locked_kib; /* VmLck */
    uint64_t vm_data_kib;   /* VmData */
    uint64_t vm_stack_kib;  /* VmStk */
    uint64_t vm_swap_kib;   /* VmSwap */
    uint64_t rss_anon_kib;  /* RssAnon, since 4.5 */
    uint64_t rss_file_kib;  /* RssFile */
    uint64_t rss_shmem_kib; /* RssShmem */
    const char *groups;     /* supplementary gids, decimal, separated by commas; never NULL */
};

/* Addresses in the memory map (NEED_ADDRESSES); 0 if the reader may not see them. */
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

/* What systemd's login manager knows of a task (sd-login(3)). */
enum login_kind {
    LOGIN_MACHINE,
    LOGIN_OWNER, /* the session's user, in digits */
    LOGIN_SEAT,
    LOGIN_SESSION,
    LOGIN_SLICE,
    LOGIN_UNIT,
    LOGIN_USER_UNIT,
    LOGIN_KINDS,
};

/* What a task has read and written, in bytes and calls (NEED_IO). */
struct task_io {
    uint64_t read_chars, write_chars;
    uint64_t read_calls, write_calls;
    uint64_t read_bytes, write_bytes; /* from and to a disk */
    uint64_t cancelled_write_bytes;
};

/* Sums over a process's memory map (NEED_SMAPS). */
struct task_smaps {
    uint64_t rss_kib;
    uint64_t pss_kib; /* resident; what n processes share counts for 1/n */
    uint64_t pss_anon_kib, pss_file_kib, pss_shmem_kib;
    uint64_t private_clean_kib, private_dirty_kib;
    uint64_t shared_hugetlb_kib, private_hugetlb_kib; /* in none of the above */
};

/* The system call a task is in (NEED_SYSCALL). */
struct task_syscall {
    int64_t number; /* on this processor, of programs of so many bits; PLACE_CALL only */
    uint64_t arguments[6];
    uint32_t place; /* enum task_place */
    uint32_t bits;  /* 32 or 64; 0: unknown */
    char at[24];    /* the futex or the descriptor it waits at: "0x7f...", "5"; "": neither */
};

/* Of a row that stands for ended tasks. Its times are those that no row has shown. */
struct task_ended {
    uint64_t count;       /* 0: unknown */
    int64_t lifetime_ns;  /* on average; -1: unknown */
    uint64_t interval_ns; /* in which they ended */
    const char *by;       /* name of the parent, or of a thread's process; "": unknown; raw bytes */
};

struct wait_report;

/*
 * Figures for rarely used columns, each with a group of its own. The table in details.c has the
 * file and the default of each.
 */
struct task_details {
    const struct task_io *io;           /* NEED_IO */
    const struct task_smaps *smaps;     /* NEED_SMAPS: kernel threads have none */
    const struct task_syscall *syscall; /* NEED_SYSCALL: NULL: the reader may not know */
    const char *environ;                /* NEED_ENVIRON: bytes, as in cmdline */
    const char *cgroup;                 /* NEED_CGROUP: the lines, joined by commas */
    const char *label;                  /* NEED_LABEL: of a security module */
    const char *exe;                    /* NEED_EXE: a path, raw bytes */
    const char *wait_file;              /* NEED_WAIT_FILE: of the call's descriptor; raw bytes */
    const char *login[LOGIN_KINDS];     /* NEED_LOGIN(kind) */
    uint64_t namespace_inodes[NAMESPACE_KINDS]; /* NEED_NAMESPACE(kind) */
    int64_t login_uid;                          /* NEED_LOGINUID */
    int64_t fds;                                /* NEED_FDS: open file descriptors */
    int64_t autogroup;                          /* NEED_AUTOGROUP */
    int64_t run_delay_ns;                       /* NEED_RUN_DELAY: runnable, but not running */
    int64_t waited_ns;                          /* NEED_WAITED: since it last ran */
    int64_t voluntary_switches;                 /* NEED_SWITCHES */
    int64_t forced_switches;                    /* likewise */
    int64_t run_queue_ns;                       /* run delay by query/run_delta.h: of each second */
    int64_t new_voluntary, new_forced;          /* likewise: switches since the snapshot before */
    int64_t
        threads_milli; /* of rows that top makes of pools: threads on average, in 1/1000; or 0 */
    int32_t autogroup_nice;                /* likewise */
    int32_t oom_score;                     /* NEED_OOM_SCORE */
    int32_t oom_adj;                       /* NEED_OOM_ADJ */
    int32_t node;                          /* NEED_NODE */
    int32_t sleeps_for;                    /* NEED_WAIT: enum wait_kind, but for its state */
    uint32_t environ_len;                  /* NEED_ENVIRON */
    const struct wait_report *wait_report; /* NEED_WAIT_REPORT: see wait_report.h */
    const struct task_ended *ended;        /* of rows with is_ended; of one snapshot */
};

/*
 * What the threads of a process usually have in common: tasks for which the kernel says the same
 * share one record. It never changes once it is in a snapshot; a task of which more becomes known
 * gets another (snapshot_set_process()). Without padding, so that records can be compared by
 * memcmp(3).
 */
struct process {
    /* NEED_STAT */
    pid_t ppid, pgrp, sid;
    uint32_t tty; /* device number as the kernel prints it, see text/tty.h; 0: none */
    pid_t tpgid;  /* foreground group of the terminal, -1: none */
    int32_t nlwp; /* threads in the group; 0: unknown (NEED_NLWP also sets it) */
    uint64_t cminflt, cmajflt, cutime_ns, cstime_ns; /* reaped children */
    uint64_t rss_limit;                              /* bytes; UINT64_MAX: none */
    uint64_t stat_vsize_bytes; /* 0: no memory. Before 2.6 the only exact size; NEED_MEM, too */

    /* NEED_MEM: 0 for kernel threads and zombies */
    uint64_t vsize_kib, rss_kib;

    /* NEED_STATM */
    uint64_t shared_kib, code_kib, data_kib;

    /* NEED_LOCKED: 0 for kernel threads and zombies */
    uint64_t locked_kib;
};

_Static_assert(sizeof(struct process) == 6 * sizeof(int32_t) + 12 * sizeof(uint64_t),
               "struct process has gaps");

/* Of an empty task: all zero. */
extern const struct process process_none;

/*
 * Hosts have tens of thousands of these, in two snapshots: the order leaves no padding, and what is
 * shared or rarely used is behind a pointer.
 */
struct task {
    need_t have;

    pid_t tid;  /* a process row: the same as tgid */
    pid_t tgid; /* thread group, what ps calls PID */

    /* NEED_OWNER */
    uid_t euid;
    gid_t egid;

    /* NEED_STAT; the rest of that group is in struct process */
    uint32_t flags;   /* PF_*: lib/base/task_flags.h */
    uint32_t read_us; /* when its times were read, after system_info::uptime_ns; rounded up */
    int16_t processor;
    int16_t priority; /* the kernel's: 20 + nice, or -1 - rt_priority */
    int16_t exit_signal;
    int8_t nice;
    uint8_t rt_priority, policy;
    char state; /* one of RSDTtXZPIxKW, see lib/base/task_flags.h */

    enum task_kind kind : 8;
    bool stat_unread : 1; /* NEED_STAT was not read because it could block: it has no value */
    bool is_left_out : 1; /* something else in `have` was not read for that reason */
    bool is_recalled : 1; /* it has not run since the scan before, as far as is known */

    /*
     * It is no task, but all that ended and were alike: details->ended has more of them. Of the
     * figures that do not say of themselves that such rows have them, nothing is known.
     */
    bool is_ended : 1;

    uint32_t cmdline_len; /* see below */
    uint64_t minflt, majflt;
    uint64_t utime_ns, stime_ns; /* see kind; without NEED_USAGE only their sum is right */
    uint64_t start_ns;           /* after boot */

    /* NEED_DELTA: since the snapshot before; see query/delta.h */
    uint64_t delta_cpu_ns;
    uint32_t delta_minflt, delta_majflt;

    const struct process *process; /* never NULL */

    /* NEED_COMM. Raw bytes: never print them without text/escape.h. NULL when not read. */
    const char *comm;

    /* NEED_ADDRESSES and NEED_STATUS; NULL when not read */
    const struct task_addresses *addresses;
    const struct task_status *status;

    /*
     * Lazy details; NULL when not read, "" if the kernel has none. cmdline holds cmdline_len raw
     * bytes, with a NUL after each argument and at the end.
     */
    const char *cmdline;
    const char *wchan; /* kernel function slept in; "" when running or hidden */

    /* NEED_DETAILS; NULL if none of those groups was read */
    struct task_details *details;
};

_Static_assert(sizeof(struct task) <= 160, "a column that few look at belongs in task_details");

/* How many threads can have used its CPU time; 0: unknown, as of what has ended. */
static inline uint64_t task_thread_count(const struct task *task)
{
    if (task->is_ended)
        return 0;
    if (task->kind == TASK_THREAD)
        return 1;
    return task->process->nlwp > 0 ? (uint64_t)task->process->nlwp : 0;
}

#endif
