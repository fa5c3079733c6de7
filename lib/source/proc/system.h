/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SYSTEM_H
#define DOTPROC_SOURCE_PROC_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct read_buffer;
struct system_info;

/* The procfs and its kernel. */

/*
 * The kernel generation that a procfs belongs to, detected from the tree and not from a version
 * number: vendor kernels of many versions carried the patch.
 */
struct generation {
    bool live;      /* a mounted procfs; else a recorded tree */
    bool has_dot;   /* the procfs patch: threads are dot entries */
    bool has_task;  /* since 2.6: threads under PID/task */
    bool same_pids; /* "self" is this process: PIDs are those of our PID namespace */
};

/*
 * Probes the tree that `dir` is open on. 0; -ENOENT if it lists no process and so is no procfs; or
 * -errno if it cannot be read.
 */
int generation_probe(int dir, struct generation *generation);

/*
 * Reads struct system_info from the tree that `dir` is open on: for a live procfs by system calls,
 * and the memory from a file that is mounted over its meminfo (lib/base/kernel.h); for a recorded
 * tree from its files uptime, stat (btime), meminfo and sys/kernel/pid_max, if they exist. 0 or
 * -ENOMEM.
 */
int system_info_read(int dir, bool live, struct read_buffer *buffer, struct system_info *system);

/* --- CPU clocks --- */

/*
 * Whether the CPU clocks of processes, read by PID (process_clock_read()), are those of the
 * processes that a procfs lists, and whether the time they count is that of stat.
 */

enum clock_trust {
    CLOCK_UNTRIED, /* tested for the first process that is read this way */
    CLOCK_GOOD,
    CLOCK_BAD,
};

/*
 * Whether that may be: not for a procfs whose PIDs are not those of our PID namespace, and not on
 * architectures that account user and system time independently of the clock.
 */
bool clock_may_fit(bool same_pids);

/*
 * Whether /proc/self/status, as read by the process `self`, belongs to a procfs of its own PID
 * namespace, so that PIDs mean the same in both, and to a kernel whose user and system times add up
 * to the clock.
 *
 * NSpid: has a PID for each namespace from that of the procfs down to the task's: exactly one if
 * they are the same. CoreDumping: came with Linux 4.15; the sum has been exact since 4.3, and in
 * nanoseconds rather than jiffies since 4.11.
 */
bool clock_fits(const char *status, size_t len, pid_t self);

#endif
