/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_THREAD_H
#define DOTPROC_BASE_THREAD_H

#include <pthread.h>
#include <stddef.h>

/*
 * Starts a thread with a stack of that size: the default is the limit of the program's own, which
 * may be too small, or more than there is. All signals are blocked in it, for the program's own
 * threads to receive, except those of what the thread itself does wrong. 0 or -errno.
 */
int thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *), void *argument);

#endif
