/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TARGET_H
#define DOTPROC_TOP_TARGET_H

/*
 * Signals and nice values for the task that was shown, and not for another one that has got its PID
 * since. Signals are sent through a pidfd, which always refers to the same process. On kernels
 * without it (before 5.3), and for nice values, the PID may be reused between check and action.
 */

#include <stdint.h>
#include <sys/types.h>

#include "top/base/events.h"

/* The system calls, which tests replace. Each: 0 (open_process: a descriptor) or -errno. */
struct target_calls {
    int (*open_process)(pid_t tgid);
    int (*signal_process)(int process, int signal);
    int (*signal_task)(pid_t pid, int signal);
    int (*set_nice)(pid_t pid, int value);
    int (*set_autogroup)(pid_t pid, int value);
    int (*read_start)(pid_t pid, uint64_t *start_ns); /* as process_start_read() */
};

extern const struct target_calls target_system;

/* The PID was reused by another task. */
#define TARGET_REPLACED 1

/*
 * Whether `pid` is the task that was shown: 0, TARGET_REPLACED, or -errno. A PID that was entered
 * and is not on the screen means whichever task has it now, and so does one whose stat is not read
 * because that could block.
 */
int target_check(const struct target_calls *calls, pid_t pid, const struct task_identity *shown);

/* Sends signal `value`, or sets the nice value to `value`: 0, TARGET_REPLACED, or -errno. */
typedef int target_act(const struct target_calls *calls, pid_t pid,
                       const struct task_identity *shown, int value);
target_act target_signal, target_set_nice, target_set_autogroup;

#endif
