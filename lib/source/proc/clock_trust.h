/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_CLOCK_TRUST_H
#define DOTPROC_SOURCE_PROC_CLOCK_TRUST_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/source/proc/proc_source.h"

/*
 * Whether the CPU clocks of processes, read by PID (process_clock_read()), are those of the
 * processes that a procfs lists, and whether the time they count is that of stat.
 */

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
 * Whether the CPU clocks of processes are reliable for this source. Overwrites its buffer on the
 * first call.
 */
bool clock_trust_holds(struct proc_source *source);

#endif
