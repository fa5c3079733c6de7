/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_PLACE_H
#define DOTPROC_TASK_PLACE_H

/* For struct task_syscall, and for the BPF program that fills it in. */

/* Where a task is, in terms of system calls. */
enum task_place {
    PLACE_CPU,    /* it runs, or waits for a processor: nothing is known of its calls */
    PLACE_USER,   /* in none */
    PLACE_CALL,   /* in one */
    PLACE_KERNEL, /* it never leaves the kernel */
};

#endif
