/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_SOURCE_PROC_RECALL_FIXTURE_H
#define DOTPROC_TESTS_UNIT_SOURCE_PROC_RECALL_FIXTURE_H

/* Two sources of the running host, one of which recalls what did not run, and a scan of each. */

#include <stdbool.h>

#include "lib/source/source.h"

extern struct source *recalling, *plain;
extern struct snapshot kept, fresh; /* what each has said */

void recall_setup(void);
void recall_teardown(void);

/* Compares only what identifies a task: the figures of one that is ending drop to zero. */
bool is_same_task(const struct task *a, const struct task *b);

bool do_all_sleep(const struct snapshot *snapshot);

#endif
