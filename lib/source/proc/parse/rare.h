/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_RARE_H
#define DOTPROC_SOURCE_PROC_PARSE_RARE_H

/* Pure parsers of small files in /proc/PID that few columns need. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/buf.h"
#include "lib/task/task.h"

/* --- files of numbers: lines of a key and a number, and single numbers --- */

/* One line to look for: "Pss:", blanks, decimal digits. */
struct key_value {
    const char *key; /* with its colon, if any */
    uint64_t *value; /* unchanged if the line is missing */
};

/* Finds each of `count` lines in a text, in any order; returns how many were found. */
size_t key_value_parse(const char *text, size_t len, const struct key_value *lines, size_t count);

/*
 * The number at the start of a text, with or without a minus sign; false if there is none. A number
 * that is too large becomes INT64_MAX, or its negative.
 */
bool key_value_number(const char *text, size_t len, int64_t *number);

/*
 * The lines of /proc/PID/io (proc(5), do_io_accounting() in fs/proc/base.c). False if none of them
 * is found. Missing ones are LINE_MISSING.
 */
bool io_parse(const char *text, size_t len, struct task_io *io);

/* The same for /proc/PID/smaps_rollup (proc(5), __show_smap() in fs/proc/task_mmu.c). */
bool smaps_parse(const char *text, size_t len, struct task_smaps *smaps);

/* --- others --- */

/*
 * The line of /proc/PID/autogroup, "/autogroup-25 nice 0" (sched(7),
 * proc_sched_autogroup_show_task() in kernel/sched/autogroup.c). False for any other text; then
 * nothing is set.
 */
bool autogroup_parse(const char *text, size_t len, int64_t *id, int32_t *nice);

/*
 * The lines of /proc/PID/cgroup (cgroups(7)), "hierarchy:controllers:path": joins them with commas,
 * in place, without those whose path is "/". The result has no NUL; returns its length, at most
 * `len`.
 */
size_t cgroup_join(char *text, size_t len);

/*
 * The target of a link in /proc/PID/ns, "pid:[4026531836]" (namespaces(7)): the inode number, or 0
 * if the text has another form.
 */
uint64_t namespace_parse(const char *text, size_t len);

/*
 * /proc/PID/syscall: proc(5), proc_pid_syscall() in fs/proc/base.c. The stack of a 32-bit program
 * is below this address.
 */
#define SYSCALL_STACK_LOW (UINT64_C(1) << 32)

/*
 * Sets `*call` except for its `bits`, and the user stack pointer, 0 if there is none. False for any
 * other text. The text ends in a NUL.
 */
bool syscall_parse(const char *text, struct task_syscall *call, uint64_t *stack_pointer);

/*
 * The user stack pointer and program counter of a task in a system call or in user space; false for
 * any other text.
 */
bool syscall_parse_place(const char *text, uint64_t *stack_pointer, uint64_t *program_counter);

/* --- lines of lists of the host --- */

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

/* False for any other text, including leases. */
bool file_lock_parse(const char *line, size_t len, struct file_lock *lock);

/* A pure parser of /proc/PID/net/tcp, tcp6, udp and udp6 (proc_net_tcp.rst), line by line. */

/* A connected socket. */
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

#endif
