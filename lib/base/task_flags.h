/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_TASK_FLAGS_H
#define DOTPROC_BASE_TASK_FLAGS_H

/* The kernel's flags and states of tasks. Used by BPF programs too, so nothing is included. */

/* Of task::flags, PF_* of include/linux/sched.h. */
#define PF_WQ_WORKER 0x00000020u
#define PF_KTHREAD   0x00200000u /* a kernel thread; since 2.6.27 */

/* Of task::state, task_state_array in fs/proc/array.c: those that are used by name. */
enum {
    STATE_RUNNING = 'R',
    STATE_BLOCKED = 'D', /* uninterruptible */
    STATE_STOPPED = 'T',
    STATE_TRACED = 't',
    STATE_ZOMBIE = 'Z',
    STATE_IDLE = 'I', /* blocked, not counted in the load */
};

#endif
