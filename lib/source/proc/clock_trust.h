/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_CLOCK_TRUST_H
#define DOTPROC_SOURCE_PROC_CLOCK_TRUST_H

/*
 * Whether the CPU clocks of processes, read by PID (process_clock_read()), are those of the
 * processes that a procfs lists, and whether the time they count is that of stat.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct read_buffer;

/* Also of the run times of threads, see recall_counts_run_time(). */
enum clock_trust {
    CLOCK_UNTRIED, /* tested for the first process that is read this way */
    CLOCK_GOOD,
    CLOCK_BAD,
};

/*
 * The initial trust for a source whose PIDs are, or are not, those of our PID namespace. CLOCK_BAD
 * on architectures that account user and system time independently of the clock.
 */
enum clock_trust clock_trust_first(bool same_pids);

/*
 * Whether /proc/self/status, as read by the process `self`, belongs to a procfs of its own PID
 * namespace, so that PIDs mean the same in both, and to a kernel whose user and system times add up
 * to the clock.
 *
 * NSpid: has a PID for each namespace from that of the procfs down to the task's: exactly one if
 * they are the same. CoreDumping: came with Linux 4.15; the sum has been exact since 4.3, and in
 * nanoseconds rather than jiffies since 4.11.
 */
bool clock_trust_fits(const char *status, size_t len, pid_t self);

/*
 * Whether the CPU clocks of processes are reliable for the procfs that `dir` is open on. Tested on
 * the first call, which overwrites the buffer; `trust` is what clock_trust_first() returned.
 */
bool clock_trust_holds(enum clock_trust *trust, int dir, struct read_buffer *buffer);

#endif
