/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_ROBUST_LIST_H
#define DOTPROC_SOURCE_PROC_REPORT_ROBUST_LIST_H

#include <stdint.h>

#include "lib/source/proc/task_reader.h"

/*
 * Whether the robust list of the reader's thread contains the mutex with this futex: the kernel
 * returns the address of the list (get_robust_list(2)), the list itself is in program memory. 0;
 * -ENOENT if not, or if the list cannot be read; or -errno.
 */
int robust_list_find(const struct task_reader *reader, uint64_t futex);

#endif
