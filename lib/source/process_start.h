/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROCESS_START_H
#define DOTPROC_SOURCE_PROCESS_START_H

#include <stdint.h>
#include <sys/types.h>

/*
 * When a process or a thread of the running system started, as task::start_ns of a scan: by that
 * and its id a task is told from any other that has its id later. 0; -ESRCH when there is none;
 * -ENOSYS where there is no /proc to tell; or -errno.
 */
int process_start_read(pid_t tid, uint64_t *start_ns);

#endif
