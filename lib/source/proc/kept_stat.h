/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_KEPT_STAT_H
#define DOTPROC_SOURCE_PROC_KEPT_STAT_H

/*
 * The stat file of a task in a scan that keeps files, and the CPU time of a process of many
 * threads.
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
 * may be one tick less than the clock's, which is cut once. What a process was ahead by when it
 * first was read so is taken off, lest an idle one seem to have used a tick in that moment. Anybody
 * may read the clock of a process (pid_for_clock() in kernel/time/posix-cpu-timers.c).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct target;

/* What a process's clock has shown. */
struct group_clock {
    bool used;       /* the file read is the leader's, and this is the process's CPU time: */
    uint64_t cpu_ns; /* in whole ticks */
    bool read;       /* the file read is the process's, and the clock was read before it: */
    uint64_t before_ns;
};

/* Whether those clocks can be relied on: told by the first process that would be read so. */
enum clock_trust {
    CLOCK_UNTRIED,
    CLOCK_GOOD,
    CLOCK_BAD,
};

/*
 * The trust to begin with, for a source whose pids are our own or not. No trust on architectures
 * where user and system time are measured apart from the clock.
 */
enum clock_trust clock_trust_first(bool same_pids);

/*
 * Reads the stat of target->task into the source's buffer, from the file that the last scan left
 * open or one to be left so. `usage`: NEED_USAGE is asked for. The length or -errno, as
 * read_file().
 */
ssize_t kept_stat_read(const struct target *target, bool usage, struct group_clock *clock);

/*
 * For the next scans, of a process that was just read from its own file, without need of
 * NEED_USAGE: once it has had many threads for a few scans, turns to the clock. `nlwp` and
 * `cpu_ns` are what the file has shown.
 */
void kept_stat_turn(const struct target *target, int32_t nlwp, uint64_t cpu_ns,
                    const struct group_clock *clock);

#endif
