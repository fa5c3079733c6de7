/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_PARSE_H
#define DOTPROC_SOURCE_PROC_PARSE_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/buf.h"
#include "lib/task/task.h"

/* Pure parsers of files of procfs: bytes in, numbers in the kernel's units out. */

/* --- files and links of a task that few columns need --- */

/*
 * The lines of /proc/PID/io (proc(5), do_io_accounting() in fs/proc/base.c). False if none of them
 * is found. Missing ones are LINE_MISSING.
 */
bool io_parse(const char *text, size_t len, struct task_io *io);

/* The same for /proc/PID/smaps_rollup (proc(5), __show_smap() in fs/proc/task_mmu.c). */
bool smaps_parse(const char *text, size_t len, struct task_smaps *smaps);

/*
 * The line of /proc/PID/autogroup, "/autogroup-25 nice 0" (sched(7),
 * proc_sched_autogroup_show_task() in kernel/sched/autogroup.c). False for any other text; then
 * nothing is set.
 */
bool autogroup_parse(const char *text, size_t len, int64_t *id, int32_t *nice);

/*
 * The lines of /proc/PID/cgroup (cgroups(7)), "hierarchy:controllers:path": removes, in place,
 * those whose path is "/", and the last newline. The result has no NUL; returns its length, at most
 * `len`.
 */
size_t cgroup_join(char *text, size_t len);

/*
 * The target of a link in /proc/PID/ns, "pid:[4026531836]" (namespaces(7)): the inode number, or 0
 * if the text has another form.
 */
uint64_t namespace_parse(const char *text, size_t len);

/* --- stat and statm --- */

/*
 * The line in /proc/PID/stat (proc(5), do_task_stat() in fs/proc/array.c). The number of fields
 * distinguishes kernel versions, so it is part of the result.
 */

/* Fields, numbered as in proc(5). */
enum stat_field {
    STAT_PID = 1,
    STAT_COMM = 2,
    STAT_STATE = 3,
    STAT_PPID = 4,
    STAT_PGRP = 5,
    STAT_SESSION = 6,
    STAT_TTY_NR = 7,
    STAT_TPGID = 8,
    STAT_FLAGS = 9,
    STAT_MINFLT = 10,
    STAT_CMINFLT = 11,
    STAT_MAJFLT = 12,
    STAT_CMAJFLT = 13,
    STAT_UTIME = 14,
    STAT_STIME = 15,
    STAT_CUTIME = 16,
    STAT_CSTIME = 17,
    STAT_PRIORITY = 18,
    STAT_NICE = 19,
    STAT_NUM_THREADS = 20, /* 0 before 2.6 */
    STAT_STARTTIME = 22,
    STAT_VSIZE = 23,
    STAT_RSS = 24,
    STAT_RSSLIM = 25,
    STAT_STARTCODE = 26,
    STAT_ENDCODE = 27,
    STAT_STARTSTACK = 28,
    STAT_KSTKESP = 29,
    STAT_KSTKEIP = 30,
    STAT_EXIT_SIGNAL = 38,
    STAT_PROCESSOR = 39,
    STAT_RT_PRIORITY = 40, /* since 2.5 */
    STAT_POLICY = 41,
    STAT_FIELDS_MAX = 56,
};

struct stat_line {
    const char *comm; /* borrowed from the text; raw bytes, not NUL-terminated */
    size_t comm_len;
    char state;
    unsigned count; /* fields present, including those beyond STAT_FIELDS_MAX */

    /* Indexed by enum stat_field; negative numbers in two's complement, missing fields 0. */
    uint64_t field[STAT_FIELDS_MAX + 1];
};

/*
 * `text` is `len` bytes followed by a NUL. False for any other text: empty (the task exited while
 * being read), truncated, without a number in a numeric field, or with a state that is no letter,
 * which would be shown as it is. The name ends at the last ')'.
 */
bool stat_parse(const char *text, size_t len, struct stat_line *line);

/*
 * The CPU time of the whole thread group; a kernel with the procfs patch has it in the leader's
 * stat.
 */
struct stat_group_times {
    uint64_t utime, stime, cutime, cstime; /* in ticks */
};

/*
 * The patch's four fields: 42-45 of exactly 45, or 53-56 of exactly 56 on a procfs with dot
 * entries. On any other kernel those fields mean something else (block delay, guest times,
 * start_data), and this returns false.
 */
bool stat_group_times(const struct stat_line *line, bool has_dot_entries,
                      struct stat_group_times *times);

/*
 * The numbers of /proc/PID/statm (proc(5), proc_pid_statm() in fs/proc/array.c): all in pages.
 */
struct statm_line {
    uint64_t size, resident, shared, text, library, data;
};

/* False if there are fewer than six numbers. */
bool statm_parse(const char *text, size_t len, struct statm_line *line);

/* --- status --- */

/*
 * The lines of /proc/PID/status (proc(5), proc_pid_status() in fs/proc/array.c). Which lines exist
 * depends on the kernel and the task: kernel threads and zombies have no memory lines, and 0 of all
 * memory. Other figures are LINE_MISSING.
 */

struct status_lines {
    struct task_status status; /* its `groups` stays NULL; see `groups` below */

    /* Borrowed from the text, not NUL-terminated. */
    const char *name; /* NULL: no such line; still escaped, see status_unescape() */
    size_t name_len;
    const char *groups; /* gids, separated and perhaps followed by a space; never NULL */
    size_t groups_len;

    int32_t threads; /* 0: before 2.6 */
    uint64_t vm_size_kib;
    uint64_t vm_rss_kib;
};

/* False if there is no Uid: line: the text is not that of a status file. */
bool status_parse(const char *text, size_t len, struct status_lines *lines);

/*
 * Undoes the kernel's escapes in a name: "\n" and "\\" become newline and backslash. `out` may
 * overlap the name if it begins no later; the result is not longer. Returns the new length.
 */
size_t status_unescape(const char *name, size_t len, char *out);

/* The thread group of the task, from the Tgid: line; 0 if there is none, or if it is no ID. */
pid_t status_tgid(const char *text, size_t len);

/*
 * The task's TID in its own PID namespace, from the NSpid: line (since 4.1), if that namespace is
 * not that of this procfs; else 0.
 */
pid_t status_innermost_tid(const char *text, size_t len);

/* The task's TID, if its PID namespace is that of this procfs; else 0. */
pid_t status_sole_tid(const char *text, size_t len);

/* Whether there is a CoreDumping: line (since 4.15). */
bool status_has_core_dumping(const char *text, size_t len);

/* --- maps and syscall --- */

/* One line of /proc/PID/maps (proc(5), show_map_vma() in fs/proc/task_mmu.c). */
struct mapping {
    uint64_t start, end; /* `end` is exclusive */
    uint64_t offset;     /* of its start, in the file */
    uint64_t device;     /* major number in the upper 32 bits, minor in the lower */
    uint64_t inode;      /* 0: anonymous memory; shared anonymous memory has an inode */
    bool executable;
    bool shared;      /* MAP_SHARED */
    const char *path; /* borrowed from the line, not terminated; raw bytes, newlines escaped; may be
                         empty */
    size_t path_len;
};

/* Parses a line, with or without its newline; false for any other text. */
bool maps_parse(const char *line, size_t len, struct mapping *mapping);

/* The stack of a 32-bit program is below this address. */
#define SYSCALL_STACK_LOW (UINT64_C(1) << 32)

/*
 * The line of /proc/PID/syscall (proc(5), proc_pid_syscall() in fs/proc/base.c). Sets `*call`
 * except for its `bits`, and the user stack pointer, 0 if there is none. False for any other text.
 * The text ends in a NUL.
 */
bool syscall_parse(const char *text, struct task_syscall *call, uint64_t *stack_pointer);

/*
 * The user stack pointer and program counter of a task in a system call or in user space; false for
 * any other text.
 */
bool syscall_parse_place(const char *text, uint64_t *stack_pointer, uint64_t *program_counter);

/* --- lists of sockets and of file locks, line by line --- */

/* A connected socket in /proc/PID/net/tcp, tcp6, udp or udp6 (proc_net_tcp.rst). */
struct net_socket {
    uint64_t inode;      /* first: sockets are sorted by it */
    uint8_t address[16]; /* of the peer, in network order; IPv4: the first four bytes */
    uint16_t port;
    bool is_ipv6;
};

/*
 * Parses a line that ends in a NUL or a newline. False for the heading, and for sockets that are
 * not connected or whose inode is 0.
 */
bool net_socket_parse(const char *line, struct net_socket *out);

/* Appends "127.0.0.1:5432" or "[::1]:5432". */
void net_socket_put_peer(struct buf *out, const struct net_socket *from);

/* A line of /proc/locks, or of fdinfo after "lock:" (proc(5), lock_get_status() in fs/locks.c). */

/* By flock(2), by fcntl(2), by fcntl(2) on an open file description. */
enum file_lock_kind {
    LOCK_FLOCK,
    LOCK_POSIX,
    LOCK_OFD
};

struct file_lock {
    enum file_lock_kind kind;
    bool waits; /* it waits for the last lock above it that does not wait */
    pid_t tgid; /* the process that holds the lock or waits for it; 0: not named by the kernel */
    uint64_t inode; /* of the file; its device is not parsed */
};

/* False for any other text, including leases, and without a PID or -1; then only `waits` is set. */
bool file_lock_parse(const char *line, size_t len, struct file_lock *lock);

#endif
