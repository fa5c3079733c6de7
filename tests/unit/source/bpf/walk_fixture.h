/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_SOURCE_BPF_WALK_FIXTURE_H
#define DOTPROC_TESTS_UNIT_SOURCE_BPF_WALK_FIXTURE_H

/*
 * A host of tasks, which are all in this memory, and id walks of it through a delta cache: a small
 * kernel answers as id_walk.bpf.c does.
 */

#include "lib/source/bpf/delta_cache.h"

#define WALK_TASKS_MAX 4000

/* The reader. */
extern struct delta_cache cache;
extern struct records records; /* of the last walk */
extern struct wire_page page;

/* The tasks that there are, by ascending id. */
extern struct wire_task tasks[WALK_TASKS_MAX];
extern size_t task_count;

extern uint32_t visits_max; /* in one run */
extern size_t handed_over;  /* in the last walk */

/* Of walks of leaders: the groups of `tasks`, and what is due. NULL: all are threads. */
extern struct wire_group *groups;
extern struct due_rows due;

void walk_setup(void);
void walk_teardown(void);

/* Always the same numbers in a test. */
uint32_t random_below(uint32_t end);

void begin_task(uint32_t tid);
void end_task(size_t at);
void touch_task(struct wire_task *task); /* has run */

/* Walks over the host, or fails. */
void walk_host(void);

/* The records have what there is, or the test fails. */
void expect_all(void);

#endif
