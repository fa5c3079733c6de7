/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_NIGHTLY_CHURN_LOAD_H
#define DOTPROC_TESTS_NIGHTLY_CHURN_LOAD_H

/*
 * Tasks that come and go as fast as they can, among others that stay:
 *
 *   two processes that fork children which end at once
 *   one whose thousands of threads, once all are there, end within 50 ms, and are made again
 *   one that becomes another program again and again, by a thread that is not its leader
 *
 * All end with the process that made them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define LOAD_PROCESSES 100
#define LOAD_THREADS   300

/* Threads that end together, at most and by default. */
#define LOAD_EXPIRING 3000

/* What stays. The threads are of one process, whose own id is the first one. */
struct load {
    pid_t processes[LOAD_PROCESSES];
    pid_t *threads; /* LOAD_THREADS of them */
    pid_t changing; /* it stays as a process; its only thread is not always the same */
};

/* `expiring` threads end together. False, with a word on stderr, where it cannot be started. */
bool load_start(struct load *load, const char *program, size_t expiring);

/* For a program that load_start() had started as itself: the one word of its command line. */
#define LOAD_AGAIN "--become-yourself-again"
int load_become_again(const char *program);

#endif
