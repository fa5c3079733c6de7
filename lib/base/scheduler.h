/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_SCHEDULER_H
#define DOTPROC_BASE_SCHEDULER_H

/* The scheduler that is loaded as a BPF program (sched_ext, Linux 6.12). */

#include <stdbool.h>
#include <stddef.h>

#define SCHEDULER_FOLDER "/sys/kernel/sched_ext"

/* SCX_OPS_NAME_LEN of the kernel; names are of letters, digits, '_' and '.'. */
#define SCHEDULER_NAME_SIZE 128

/*
 * The name of the scheduler that is enabled; false if there is none. `folder`: SCHEDULER_FOLDER, or
 * a copy of it.
 */
bool scheduler_read(const char *folder, char *name, size_t size);

#endif
