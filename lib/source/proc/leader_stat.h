/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LEADER_STAT_H
#define DOTPROC_SOURCE_PROC_LEADER_STAT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/task_reader.h"

/*
 * The stat of a process with many threads, from its leader's own stat file and its CPU clock.
 *
 * For /proc/PID/stat the kernel walks all threads of the process twice: for their page faults and
 * for their CPU time (do_task_stat() in fs/proc/array.c). With 16,000 threads that is nearly the
 * whole scan. Without NEED_USAGE one walk is enough: the sum of the CPU time is read from the
 * process's CPU clock, and everything else from the leader's own file, /proc/PID/task/PID/stat,
 * which needs no walk. The two files differ in page faults, user, system and guest time, and wchan.
 * All other fields are either the leader's in both (state, flags, priorities, processor, start) or
 * the whole process's in both (parents, terminal, threads, memory, reaped children).
 *
 * The kernel scales utime and stime so that their sum is the clock's time (cputime_adjust() in
 * kernel/sched/cputime.c). Each is rounded down to ticks, so their sum may be one tick less than
 * the clock, which is rounded down once.
 */

/* A reading of a process's CPU clock. */
struct clock_sample {
    bool used;       /* the file read is the leader's, and cpu_ns is the process's CPU time */
    uint64_t cpu_ns; /* in whole ticks */
};

/*
 * The initial trust for a source whose PIDs are, or are not, those of our PID namespace. CLOCK_BAD
 * on architectures that account user and system time independently of the clock.
 */
enum clock_trust leader_stat_first_trust(bool same_pids);

/* Whether CPU clocks are reliable. Overwrites the source's buffer on the first call. */
bool leader_stat_trusts_clock(struct proc_source *source);

/*
 * Whether /proc/self/status, as read by the process `self`, belongs to a procfs of its own PID
 * namespace, so that PIDs mean the same in both, and to a kernel whose user and system times add up
 * to the clock.
 *
 * NSpid: has a PID for each namespace from that of the procfs down to the task's: exactly one if
 * they are the same. CoreDumping: came with Linux 4.15; the sum has been exact since 4.3, and in
 * nanoseconds rather than jiffies since 4.11.
 */
bool leader_stat_fits(const char *status, size_t len, pid_t self);

/* Opens the leader's own stat file of reader->task, a process. A descriptor, or -1 with errno. */
int leader_stat_open(const struct task_reader *reader);

/*
 * The stat of processes with many threads that have no record yet, as in a first scan: from their
 * CPU clock as described above.
 *
 * The number of threads must be known before the file is read. It follows from the link count of
 * PID/task (proc_task_getattr() in fs/proc/base.c), but to stat every process would cost a fifth of
 * the scan. So this is done only on a host with many more threads than processes, and only until
 * those threads are found. On any other host a scan makes no additional system call.
 */

/* Called at the start of a scan, once source->processes are known. */
void large_groups_begin(struct proc_source *source);

/*
 * Reads the stat of reader->task, a process, into the source's buffer. The length; or 0 if the
 * process has few threads or cannot be read this way: then its own file has to be read.
 */
ssize_t large_groups_read_stat(const struct task_reader *reader, struct clock_sample *clock);

#endif
