/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_IDENTITY_H
#define DOTPROC_TASK_IDENTITY_H

/*
 * Which task: IDs are reused, so its start time is part of it. Where that was not read because it
 * could block (task::stat_unread), the IDs alone decide.
 */

#include "lib/task/task.h"

struct task_identity {
    pid_t tgid, tid;   /* tid 0: no task */
    uint64_t start_ns; /* as in struct task */
    bool known;        /* start_ns was read */
};

static inline struct task_identity task_identity_of(const struct task *task)
{
    return (struct task_identity){task->tgid, task->tid, task->start_ns, !task->stat_unread};
}

/* By process, then by TID. */
static inline uint64_t task_identity_key(const struct task_identity *identity)
{
    return (uint64_t)identity->tgid << 32 | (uint32_t)identity->tid;
}

/* Whether the row is this task's, or that of the process whose leader it is. */
static inline bool task_is_same(const struct task_identity *identity, const struct task *task)
{
    return task->tid == identity->tid && task->tgid == identity->tgid && !task->is_ended &&
           (!identity->known || task->stat_unread || task->start_ns == identity->start_ns);
}

#endif
