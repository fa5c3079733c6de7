/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_WORKER_THREAD_H
#define DOTPROC_TOP_WORK_WORKER_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Starts a thread like thread_start(), with a signal stack for crash_handler_use_stack(). 0 or
 * -errno. */
int worker_thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

/* Joins a thread if it ends within the limit; otherwise detaches it and returns false. */
bool worker_thread_join_within(pthread_t thread, int64_t limit_ns);

#endif
