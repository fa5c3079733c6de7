/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_SMALL_THREAD_H
#define DOTPROC_TESTS_COMMON_SMALL_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread with a small stack, so that many threads take little memory. */
bool small_thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

/*
 * The same with the smallest stack and no guard page, which would be a second mapping a thread, of
 * which there are 65,530: for crowds of threads that do next to nothing. Returns 0 or an error
 * number.
 */
int tiny_thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

/* The function of a thread that only has to exist: it sleeps until its process exits. */
void *small_thread_sleep_on(void *unused);

#endif
