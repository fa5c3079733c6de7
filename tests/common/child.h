/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_CHILD_H
#define DOTPROC_TESTS_COMMON_CHILD_H

/* Child processes of tests, none of which outlives its parent. */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* fork(2); the child is killed when the thread that made it exits. */
pid_t child_fork(void);

/*
 * As child_fork(), with this PID for the child, by clone3(2). -1 with errno if that is not
 * possible.
 */
pid_t child_fork_as(pid_t number);

/*
 * Starts a child that runs `be`, which must not return, and waits until `be` calls
 * child_say_ready(). -1 if the child cannot be started or exits before that.
 */
pid_t child_start(void (*be)(int ready, void *argument), void *argument);

/* Memory, full of zeros, that children have in common with their parent; fails where there is none.
 */
void *child_share(size_t size);

/* False: the parent does not wait any more. */
bool child_say_ready(int ready);

/*
 * Reaps a child that exits by itself; fails the test, with the child's name, if its status is not
 * 0.
 */
void child_reap(pid_t child, const char *name);

/* Kills and reaps a child. */
void child_end(pid_t child);

#endif
