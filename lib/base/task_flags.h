/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_TASK_FLAGS_H
#define DOTPROC_BASE_TASK_FLAGS_H

/*
 * What the kernel's bits and letters say of a task. For BPF programs too, so nothing is included.
 */

/* Of task::flags, PF_* of include/linux/sched.h. */
#define PF_WQ_WORKER 0x00000020u
#define PF_KTHREAD   0x00200000u /* one of the kernel's own; since 2.6.27 */

/* Of task::state, task_state_array of fs/proc/array.c: those that something depends on. */
enum {
    STATE_RUNNING = 'R',
    STATE_BLOCKED = 'D', /* and not to be interrupted */
    STATE_STOPPED = 'T',
    STATE_TRACED = 't',
    STATE_ZOMBIE = 'Z',
    STATE_IDLE = 'I', /* blocked, and not counted in the load */
};

#endif
