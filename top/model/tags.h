/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_TAGS_H
#define DOTPROC_TOP_MODEL_TAGS_H

/*
 * Tasks tagged by the user: keys that signal or renice act on all of them.
 *
 * A tag is removed when its task exits, or when a sample has no row for the task: a thread's tag,
 * when processes are shown.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/task/task.h"
#include "top/model/sample.h"

/* The most tasks that can be tagged at a time. */
#define TAGS_MAX 4096

/* By task_identity_key(). Zero-initialise. */
struct tags {
    struct task_identity *list;
    size_t count, capacity;
};

void tags_fini(struct tags *tags);

bool tags_have(const struct tags *tags, const struct task *task);

/* 0, also if it is tagged already; -E2BIG, -ENOMEM. */
int tags_add(struct tags *tags, const struct task *task);
void tags_remove(struct tags *tags, const struct task *task);

/* Removes the tags of tasks that a sample of all tasks lacks. */
void tags_keep(struct tags *tags, const struct sample *sample);

#endif
