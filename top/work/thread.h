/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_THREAD_H
#define DOTPROC_TOP_WORK_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Starts a thread beside the interface's. Signals are the interface's, but for those of its own
 * crashes: see crash_handler.h. 0 or -errno.
 */
int thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

/* Waits for the end of a thread, so long at most; false when it goes on. */
bool thread_join_within(pthread_t thread, int64_t limit_ns);

#endif
