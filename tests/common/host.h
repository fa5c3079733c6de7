/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_HOST_H
#define DOTPROC_TESTS_COMMON_HOST_H

/* What the kernel says in /proc, by itself, for tests that hold other answers against it. */

#include <stdint.h>

/* How many tasks were ever made; 0: unknown. */
uint64_t host_fork_count(void);

/* The letter of a task's state, by the path of its stat; '?': unknown. */
char host_state_by(const char *stat_path);

#endif
