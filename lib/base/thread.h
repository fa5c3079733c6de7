/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_THREAD_H
#define DOTPROC_BASE_THREAD_H

/* Threads, and the stacks of threads. */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Starts a thread with this stack size: the default is the main thread's limit, which may be too
 * small, or more than available. All signals are blocked in it, so that the program's own threads
 * receive them, except those that report a fault of the thread itself. 0 or -errno.
 */
int thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *), void *argument);

/*
 * Raises the stack limit (RLIMIT_STACK) to what the programs and the C library need, if it is
 * lower: the stack grows up to the limit in force at that time. False if it cannot be raised.
 */
bool stack_limit_ensure(void);

/* The message in that case, for write(2): printf(3) may need more stack than there is. */
#define STACK_LIMIT_MESSAGE "the limit of the stack is too small: see ulimit -s\n"

#endif
