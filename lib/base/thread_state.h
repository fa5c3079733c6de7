/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_THREAD_STATE_H
#define DOTPROC_BASE_THREAD_STATE_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Whether a thread of this process works, or waits for a processor, rather than in the kernel for
 * something else. False where /proc does not say.
 */
bool thread_runs(pid_t tid);

#endif
