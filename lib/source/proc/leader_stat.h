/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LEADER_STAT_H
#define DOTPROC_SOURCE_PROC_LEADER_STAT_H

/*
 * The stat of a process of many threads from its leader's own stat file and its CPU clock.
 *
 * For /proc/PID/stat the kernel walks all threads of the process twice: for their page faults and
 * for their CPU time (do_task_stat() in fs/proc/array.c). With 16,000 threads that is nearly the
 * whole scan. Without NEED_USAGE one walk is enough: the sum of the CPU time is read from the
 * process's CPU clock, and everything else from the leader's own file, /proc/PID/task/PID/stat,
 * which walks nothing. The two files differ in page faults, user, system and guest time, and wchan;
 * the rest is either the leader's in both (state, flags, priorities, processor, start) or the whole
 * process's in both (parents, terminal, threads, memory, reaped children).
 *
 * The kernel derives utime and stime from the clock: their sum is the clock's time
 * (cputime_adjust() in kernel/sched/cputime.c). Each is cut to ticks, so their sum may be one tick
 * less than the clock, which is cut once.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/clock_trust.h"
#include "lib/source/proc/task_reader.h"

/* What a process's CPU clock showed. */
struct clock_sample {
    bool used;       /* the file read is the leader's; cpu_ns is the process's CPU time */
    uint64_t cpu_ns; /* in whole ticks */
};

/*
 * The initial trust for a source whose pids are, or are not, those of our namespace. CLOCK_BAD on
 * architectures that measure user and system time apart from the clock.
 */
enum clock_trust leader_stat_first_trust(bool same_pids);

/* Whether CPU clocks can be relied on. Overwrites the source's buffer at the first call. */
bool leader_stat_trusts_clock(struct proc_source *source);

/*
 * Whether /proc/self/status, as read by the process `self`, belongs to a procfs of its own pid
 * namespace, so that ids mean the same in both, and to a kernel whose user and system times add up
 * to the clock.
 *
 * NSpid: has an id for each namespace from the procfs's down to the task's: exactly one where they
 * are the same. CoreDumping: came with Linux 4.15; the sum has been exact since 4.3, and in
 * nanoseconds rather than jiffies since 4.11.
 */
bool leader_stat_fits(const char *status, size_t len, pid_t self);

/* Opens the leader's own stat file of reader->task, a process. A descriptor, or -1 with errno. */
int leader_stat_open(const struct task_reader *reader);

#endif
