/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_KERNEL_H
#define DOTPROC_BASE_KERNEL_H

/* The running kernel, and where in it this process is. */

#include <stdbool.h>

/* Whether it is of this version or a later one. */
bool kernel_is(unsigned long least_major, unsigned long least_minor);

/* The initial namespaces, by the text of their links in /proc/PID/ns: include/linux/proc_ns.h. */
#define KERNEL_FIRST_USER "user:[4026531837]"
#define KERNEL_FIRST_PID  "pid:[4026531836]"
#define KERNEL_FIRST_TIME "time:[4026531834]"

/* Whether this process is in that namespace. */
bool kernel_has_namespace(const char *name);

#endif
