/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_TASK_FLAGS_H
#define DOTPROC_BASE_TASK_FLAGS_H

/*
 * The flags, states and names of tasks, as the kernel has them. BPF programs use this header, too,
 * so it includes nothing.
 */

/* The room of a task's name with its NUL: task_struct::comm, include/linux/sched.h. */
#define TASK_COMM_LEN 16

/* Bits of task::flags, PF_* of include/linux/sched.h. */
#define PF_EXITING   0x00000004u
#define PF_WQ_WORKER 0x00000020u
#define PF_KTHREAD   0x00200000u /* kernel thread; since 2.6.27 */

/* Values of task::state that the code names; all are in task_state_array in fs/proc/array.c. */
enum {
    STATE_RUNNING = 'R',
    STATE_BLOCKED = 'D', /* uninterruptible sleep */
    STATE_STOPPED = 'T',
    STATE_TRACED = 't',
    STATE_ZOMBIE = 'Z',
    STATE_IDLE = 'I', /* uninterruptible sleep that does not count towards the load average */
};

/* Where a task is, with respect to system calls. */
enum task_place {
    PLACE_CPU,    /* running or on a run queue: its system call is unknown */
    PLACE_USER,   /* in user space, in no system call */
    PLACE_CALL,   /* in a system call */
    PLACE_KERNEL, /* a kernel thread: never in user space */
};

#endif
