/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LEADER_STAT_H
#define DOTPROC_SOURCE_PROC_LEADER_STAT_H

/*
 * The CPU time of a process of many threads, from its CPU clock.
 *
 * For /proc/PID/stat the kernel walks all threads of the process twice: for their page faults and
 * for their CPU time (do_task_stat() in fs/proc/array.c). With 16,000 threads that is nearly all of
 * what a scan takes. Where NEED_USAGE is not asked for, one walk is spared: the sum of the CPU time
 * is read from the process's CPU clock, and all the rest from its leader's own file,
 * /proc/PID/task/PID/stat, which walks nothing. The two files differ in page faults, user, system
 * and guest time, and wchan; the rest is either the leader's in both (state, flags, priorities,
 * processor, start) or the whole process's in both (parents, terminal, threads, memory, reaped
 * children).
 *
 * The clock is what the kernel makes utime and stime from: their sum is the clock's time
 * (cputime_adjust() in kernel/sched/cputime.c). Each of the two is cut to ticks, so that their sum
 * may be one tick less than the clock's, which is cut once.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/task_reader.h"

/* What a process's clock has shown. */
struct clock_sample {
    bool used;       /* the file read is the leader's, and this is the process's CPU time: */
    uint64_t cpu_ns; /* in whole ticks */
    bool read;       /* the file read is the process's, and the clock was read before it: */
    uint64_t before_ns;
};

/*
 * The trust to begin with, for a source whose pids seem to be our own or not. No trust on
 * architectures where user and system time are measured apart from the clock.
 */
enum clock_trust leader_stat_first_trust(bool same_pids);

/* Whether they can be. Overwrites the source's buffer, once. */
bool leader_stat_trusts_clock(struct proc_source *source);

/*
 * Whether /proc/self/status, as this process `self` reads it, is that of a procfs of its own pid
 * namespace, so that a number means the same process here and there; and that of a kernel whose
 * user and system times add up to the clock.
 *
 * NSpid: has an id for each namespace from the procfs's down to that of the task: one alone where
 * they are the same. CoreDumping: came with Linux 4.15; the sum is exact since 4.3, and kept in
 * nanoseconds, not in jiffies, since 4.11.
 */
bool leader_stat_fits(const char *status, pid_t self);

/* Opens the leader's own stat file of reader->task, a process. A descriptor, or -1 with errno. */
int leader_stat_open(const struct task_reader *reader);

#endif
