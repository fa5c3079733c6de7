/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_NEED_H
#define DOTPROC_TASK_NEED_H

/*
 * What must be read from the kernel, as a set of bits.
 *
 * Every column, sort key and selection declares the groups of figures that it needs. A program
 * forms the union before the first file is opened; a source reads those groups and nothing else. A
 * group is what one file or call provides, so each further bit may cost another file per task.
 *
 * task::have uses the same bits for the groups of one task that are valid.
 */

#include <stdint.h>

typedef uint64_t need_t;

#define NEED_BIT(bit) ((need_t)1 << (bit))

/* Only the IDs, which a listing has: no file is opened. */
#define NEED_IDS ((need_t)0)

#define NEED_STAT   NEED_BIT(0) /* /proc/PID/stat: state, parents, tty, times, faults, scheduling */
#define NEED_STATUS NEED_BIT(1) /* /proc/PID/status: IDs, signal masks, capabilities, memory */
#define NEED_STATM  NEED_BIT(2) /* /proc/PID/statm: memory in pages, by kind */
#define NEED_OWNER  NEED_BIT(3) /* effective uid and gid: the owner of the task's directory */

/*
 * Figures that several files have. A source takes them from a file that is read anyway, else from
 * the smallest one.
 */
#define NEED_COMM NEED_BIT(4) /* the task's name: stat, status or comm */
#define NEED_MEM  NEED_BIT(5) /* virtual and resident size: statm or status */

/*
 * The number of threads. Since 2.6 it is in stat; on older kernels threads must be listed, which
 * costs more, so it has a bit of its own.
 */
#define NEED_NLWP NEED_BIT(6)

/* Addresses of the memory map, in stat. Separate because BPF does not provide them. */
#define NEED_ADDRESSES NEED_BIT(7)

/*
 * Whether memory is locked, which only status has. Separate because it is the same for all threads
 * of a process and only affects one letter of ps's STAT: not worth a second file per thread.
 */
#define NEED_LOCKED NEED_BIT(61)

/*
 * In rows of threads: process::group_cpu_ns. Separate because it may take another file for each
 * process.
 */
#define NEED_GROUP_CPU NEED_BIT(48)

/* Lazy details: expensive, or may block on a stuck task; read only for rows that show them. */
#define NEED_CMDLINE NEED_BIT(8) /* /proc/PID/cmdline */
#define NEED_WCHAN   NEED_BIT(9) /* /proc/PID/wchan */

/* Lazy details for rarely used columns, in struct task_details. */
#define NEED_ENVIRON   NEED_BIT(10) /* /proc/PID/environ */
#define NEED_CGROUP    NEED_BIT(11) /* /proc/PID/cgroup */
#define NEED_LABEL     NEED_BIT(12) /* the security label: libselinux, or /proc/PID/attr/current */
#define NEED_IO        NEED_BIT(13) /* /proc/PID/io */
#define NEED_SMAPS     NEED_BIT(14) /* /proc/PID/smaps_rollup */
#define NEED_AUTOGROUP NEED_BIT(15) /* /proc/PID/autogroup, of the process */
#define NEED_LOGINUID  NEED_BIT(16) /* /proc/PID/loginuid */
#define NEED_OOM_SCORE NEED_BIT(17) /* /proc/PID/oom_score */
#define NEED_OOM_ADJ   NEED_BIT(18) /* /proc/PID/oom_score_adj */
#define NEED_EXE       NEED_BIT(19) /* the target of /proc/PID/exe */
#define NEED_FDS       NEED_BIT(20) /* the number of entries in /proc/PID/fd */
#define NEED_NODE      NEED_BIT(21) /* the NUMA node of its CPU; requires NEED_STAT */

/* Each is one link in /proc/PID/ns; `kind` is from enum namespace_kind. */
#define NEED_NAMESPACE(kind) NEED_BIT(22 + (kind))
#define NEED_NAMESPACES      (NEED_NAMESPACE(NAMESPACE_KINDS) - NEED_NAMESPACE(0))

/* Each is one call of libsystemd; `kind` is from enum login_kind. */
#define NEED_LOGIN(kind) NEED_BIT(32 + (kind))
#define NEED_LOGINS      (NEED_LOGIN(LOGIN_KINDS) - NEED_LOGIN(0))

/* What tasks wait for. */
#define NEED_SYSCALL   NEED_BIT(39) /* /proc/PID/syscall */
#define NEED_WAIT      NEED_BIT(40) /* syscall, and if that is ambiguous wchan and a link in fd */
#define NEED_WAIT_FILE NEED_BIT(41) /* the link in /proc/PID/fd of the descriptor in the call */
#define NEED_RUN_DELAY NEED_BIT(42) /* /proc/PID/schedstat */
#define NEED_SWITCHES  NEED_BIT(43) /* the last lines of /proc/PID/status */
#define NEED_WAITED    NEED_BIT(44) /* the time since it last ran: only from BPF */
#define NEED_WAIT_KEY  NEED_BIT(45) /* for shared futexes /proc/PID/maps, once per process */

#define NEED_LOCK_HOLDER NEED_BIT(46) /* /proc/locks and fdinfo of the holder */

/* Not read from the kernel: query/delta.h compares two snapshots with NEED_MEM. */
#define NEED_GROWTH NEED_BIT(47)

/* Not read from the kernel: query/delta.h computes these figures from an earlier snapshot. */
#define NEED_DELTA NEED_BIT(62)

/* The groups that a scan reads for every row; source_ops::fill() reads all others. */
#define NEED_SCANNED                                                                        \
    (NEED_STAT | NEED_STATUS | NEED_STATM | NEED_OWNER | NEED_COMM | NEED_MEM | NEED_NLWP | \
     NEED_LOCKED | NEED_ADDRESSES | NEED_GROUP_CPU)

/*
 * The groups whose reader may block while the task holds a lock in the kernel: mmap_lock, for as
 * long as a file system takes to write back what is unmapped, or exec_update_lock, for as long as
 * an execve(2) takes.
 */
#define NEED_MAY_BLOCK_ON_TASK                                                                \
    (NEED_STAT | NEED_ADDRESSES | NEED_CMDLINE | NEED_WCHAN | NEED_ENVIRON | NEED_LABEL |     \
     NEED_IO | NEED_SMAPS | NEED_EXE | NEED_FDS | NEED_SYSCALL | NEED_WAIT | NEED_WAIT_FILE | \
     NEED_WAIT_KEY | NEED_LOCK_HOLDER | NEED_NAMESPACES | NEED_LOGINS)

/* The same for locks of the whole host, which no task is to blame for: cgroup_mutex before 6.8. */
#define NEED_MAY_BLOCK_ON_HOST NEED_CGROUP
#define NEED_MAY_BLOCK         (NEED_MAY_BLOCK_ON_TASK | NEED_MAY_BLOCK_ON_HOST)

/* The groups of struct task_details: all other bits; 30, 31, 49 to 60 and 63 are free. */
#define NEED_DETAILS (~(NEED_SCANNED | NEED_CMDLINE | NEED_WCHAN | NEED_DELTA))

#endif
