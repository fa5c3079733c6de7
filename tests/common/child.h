/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_CHILD_H
#define DOTPROC_TESTS_COMMON_CHILD_H

/* Child processes of tests, none of which outlives its parent. */

#include <stdbool.h>
#include <sys/types.h>

/* fork(2); the child is killed when the thread that made it ends. */
pid_t child_fork(void);

/* The same for a child of this number, by clone3(2): -1 with errno where that cannot be. */
pid_t child_fork_as(pid_t number);

/*
 * Starts a child that runs `be`, which must not return, and waits until that calls
 * child_say_ready(). -1 if the child cannot be started or ends before.
 */
pid_t child_start(void (*be)(int ready, void *argument), void *argument);

/* False if nobody waits. */
bool child_say_ready(int ready);

/* Reaps a child that ends by itself; fails the test, naming the child, unless its status is 0. */
void child_reap(pid_t child, const char *name);

/* Kills and reaps it. */
void child_end(pid_t child);

#endif
