/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_KERNEL_H
#define DOTPROC_BASE_KERNEL_H

/* The running kernel, its scheduler, and the namespaces of this process. */

#include <stdbool.h>
#include <stddef.h>

/* Whether the kernel has this version or a later one. */
bool kernel_is(unsigned long least_major, unsigned long least_minor);

/* The initial namespaces, as named by the links in /proc/PID/ns: include/linux/proc_ns.h. */
#define KERNEL_FIRST_USER "user:[4026531837]"
#define KERNEL_FIRST_PID  "pid:[4026531836]"
#define KERNEL_FIRST_TIME "time:[4026531834]"

/* Whether this process is in the namespace. */
bool kernel_has_namespace(const char *name);

#define SCHEDULER_FOLDER "/sys/kernel/sched_ext"

/* SCX_OPS_NAME_LEN of the kernel; names are of letters, digits, '_' and '.'. */
#define SCHEDULER_NAME_SIZE 128

/*
 * The name of the scheduler that is loaded as a BPF program (sched_ext, Linux 6.12) and enabled;
 * false if there is none. `folder`: SCHEDULER_FOLDER, or a copy of it.
 */
bool scheduler_read(const char *folder, char *name, size_t size);

#endif
