/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROCESS_START_H
#define DOTPROC_SOURCE_PROCESS_START_H

#include <stdint.h>
#include <sys/types.h>

/*
 * When a process or thread of the running system started, as task::start_ns. Together with its id
 * this identifies a task, even if the id is reused. 0; -ESRCH if there is no such task; -ENOSYS
 * without /proc; or -errno.
 */
int process_start_read(pid_t tid, uint64_t *start_ns);

#endif
