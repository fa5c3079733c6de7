/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_SOURCE_PROC_FORKS_FIXTURE_H
#define DOTPROC_TESTS_UNIT_SOURCE_PROC_FORKS_FIXTURE_H

/* A source that is told the fork count before each scan, and children for it to find. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/source/source.h"

extern struct source *forks_source;
extern struct snapshot forks_found; /* of the last scan */
extern int end_pipe[2];             /* children read from it, and end when this process does */

void forks_setup(void);
void forks_teardown(void);

/* Another source, of the procfs that is mounted there; NULL: /proc. */
void forks_open(const char *procfs);

/* What a child does. */
_Noreturn void wait_to_end(void);

pid_t start_child(void);

/* One with this PID; 0 with errno where that cannot be. */
pid_t start_child_as(pid_t pid);

/* Why it cannot: the PID is another task's by now. */
bool pid_is_taken(void);

/* Scans all processes, of which this many were ever made. */
void scan_at(uint64_t forks);

/* The row of a child of ours, or NULL: when it has exited its PID may be another's. */
const struct task *row_of(pid_t child);

#endif
