/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_PATIENCE_H
#define DOTPROC_TOP_WORK_PATIENCE_H

/*
 * How long stuck processes are waited for, and which ones there were: for all pools together.
 *
 * A process counts as stuck when reading one of its files takes longer than half of the patience,
 * or a quarter while another one is stuck, and so on. All functions are for the interface's thread.
 */

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* 0, as at first: without end. */
void patience_set(uint64_t patience_ns);

/* How long a read is waited for while `stuck` others are stuck; 0: without end. */
int64_t patience_limit_ns(size_t stuck);

/* Notes that a process is stuck, or says how many were so far. */
void patience_note_stuck(pid_t tgid);
size_t patience_count_stuck(void);

#endif
