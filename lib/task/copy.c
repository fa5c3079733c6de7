/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Copies groups of figures from a task of one snapshot to the same task in another. The groups of
 * struct task_details are data: see details.h.
 */
#include <errno.h>
#include <string.h>

#include "lib/task/details.h"
#include "lib/task/snapshot.h"

/* Where copies go; `failed` stays set once memory was short. */
struct copying {
    struct snapshot *snapshot;
    bool failed;
};

/* Each returns a copy, or NULL for NULL. */
static const char *copy_bytes(struct copying *copying, const char *from, size_t len)
{
    const char *copy = from ? arena_copy(&copying->snapshot->arena, from, len) : NULL;

    copying->failed = copying->failed || (from && !copy);
    return copy;
}

static const char *copy_string(struct copying *copying, const char *from)
{
    return copy_bytes(copying, from, from ? strlen(from) : 0);
}

static void *copy_record(struct copying *copying, const void *from, size_t size)
{
    void *copy = from ? arena_alloc(&copying->snapshot->arena, size) : NULL;

    copying->failed = copying->failed || (from && !copy);
    return copy ? memcpy(copy, from, size) : NULL;
}

static const struct task_status *copy_status(struct copying *copying,
                                             const struct task_status *from)
{
    struct task_status *status = copy_record(copying, from, sizeof(*from));

    if (status)
        status->groups = copy_string(copying, from->groups);
    return status;
}

static void copy_details(struct copying *copying, struct task *task,
                         const struct task_details *from, need_t groups)
{
    struct task_details *to;

    if (!(groups & NEED_DETAILS) || !from)
        return;
    to = snapshot_add_details(copying->snapshot, task);
    if (!to || details_copy(to, from, groups, &copying->snapshot->arena) < 0)
        copying->failed = true;
}

static void copy_process(struct copying *copying, struct task *task, const struct process *from,
                         need_t groups)
{
    struct process to = *task->process;

    if (groups & NEED_MEM) {
        to.vsize_kib = from->vsize_kib;
        to.rss_kib = from->rss_kib;
    }
    if (groups & NEED_LOCKED)
        to.locked_kib = from->locked_kib;
    if (groups & NEED_STATM) {
        to.shared_kib = from->shared_kib;
        to.code_kib = from->code_kib;
        to.data_kib = from->data_kib;
    }
    if (groups & NEED_NLWP)
        to.nlwp = from->nlwp;
    if (snapshot_set_process(copying->snapshot, task, &to) < 0)
        copying->failed = true;
}

int snapshot_copy_groups(struct snapshot *snapshot, struct task *task, const struct task *from,
                         need_t groups)
{
    struct copying copying = {.snapshot = snapshot};

    groups &= from->have & ~(need_t)(NEED_STAT | NEED_USAGE | NEED_DELTA);
    copy_process(&copying, task, from->process, groups);
    if (groups & NEED_OWNER) {
        task->euid = from->euid;
        task->egid = from->egid;
    }
    if (groups & NEED_COMM)
        task->comm = copy_string(&copying, from->comm);
    if (groups & NEED_STATUS)
        task->status = copy_status(&copying, from->status);
    if (groups & NEED_ADDRESSES)
        task->addresses = copy_record(&copying, from->addresses, sizeof(*from->addresses));
    if (groups & NEED_CMDLINE) {
        task->cmdline = copy_bytes(&copying, from->cmdline, from->cmdline_len);
        task->cmdline_len = from->cmdline_len;
    }
    if (groups & NEED_WCHAN)
        task->wchan = copy_string(&copying, from->wchan);
    copy_details(&copying, task, from->details, groups);
    if (copying.failed)
        return -ENOMEM;
    task->have |= groups;
    return 0;
}
