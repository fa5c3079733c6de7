/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_PLACE_H
#define DOTPROC_TASK_PLACE_H

/* For struct task_syscall, and for the BPF program that sets it. */

/* Where a task is, with respect to system calls. */
enum task_place {
    PLACE_CPU,    /* running or on a run queue: its system call is unknown */
    PLACE_USER,   /* in user space, in no system call */
    PLACE_CALL,   /* in a system call */
    PLACE_KERNEL, /* a kernel thread: never in user space */
};

#endif
