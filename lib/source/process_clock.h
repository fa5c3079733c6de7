/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROCESS_CLOCK_H
#define DOTPROC_SOURCE_PROCESS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Reads the CPU clock of a process, in nanoseconds: the time of its threads, dead ones included.
 * Anybody may read it (pid_for_clock() in kernel/time/posix-cpu-timers.c). False if there is no
 * such process.
 */
bool process_clock_read(pid_t tgid, uint64_t *ns);

#endif
