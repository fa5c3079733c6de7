/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Groups of figures, from a task of one snapshot to the same task in another. Each group is here
 * with all that it means: whoever adds one to need.h adds it here (tests/unit/test_copy.c).
 */
#include <errno.h>
#include <string.h>

#include "lib/task/snapshot.h"

/* False when memory is short. A NULL is copied as such. */
static bool copy_bytes(struct arena *arena, const char **to, const char *from, size_t len)
{
    *to = from ? arena_copy(arena, from, len) : NULL;
    return *to || !from;
}

static bool copy_string(struct arena *arena, const char **to, const char *from)
{
    return copy_bytes(arena, to, from, from ? strlen(from) : 0);
}

static bool copy_status(struct arena *arena, struct task *task, const struct task_status *from)
{
    struct task_status *status;

    if (!from)
        return true;
    status = arena_alloc(arena, sizeof(*status));
    if (!status)
        return false;
    *status = *from;
    task->status = status;
    return copy_string(arena, &status->groups, from->groups);
}

static bool copy_addresses(struct arena *arena, struct task *task,
                           const struct task_addresses *from)
{
    struct task_addresses *addresses;

    if (!from)
        return true;
    addresses = arena_alloc(arena, sizeof(*addresses));
    if (!addresses)
        return false;
    *addresses = *from;
    task->addresses = addresses;
    return true;
}

static void copy_numbers(struct task *task, const struct task *from, need_t groups)
{
    if (groups & NEED_OWNER) {
        task->euid = from->euid;
        task->egid = from->egid;
    }
    if (groups & NEED_MEM) {
        task->vsize_kib = from->vsize_kib;
        task->rss_kib = from->rss_kib;
    }
    if (groups & NEED_STATM) {
        task->shared_kib = from->shared_kib;
        task->code_kib = from->code_kib;
        task->data_kib = from->data_kib;
    }
    if (groups & NEED_NLWP)
        task->nlwp = from->nlwp;
    if (groups & NEED_CMDLINE)
        task->cmdline_len = from->cmdline_len;
    if (groups & NEED_ENVIRON)
        task->environ_len = from->environ_len;
}

int snapshot_copy_groups(struct snapshot *snapshot, struct task *task, const struct task *from,
                         need_t groups)
{
    struct arena *arena = &snapshot->arena;
    bool copied = true;

    groups &= from->have & ~(need_t)(NEED_STAT | NEED_DELTA);
    copy_numbers(task, from, groups);
    if (groups & NEED_COMM)
        copied = copied && copy_string(arena, &task->comm, from->comm);
    if (groups & NEED_STATUS)
        copied = copied && copy_status(arena, task, from->status);
    if (groups & NEED_ADDRESSES)
        copied = copied && copy_addresses(arena, task, from->addresses);
    if (groups & NEED_CMDLINE)
        copied = copied && copy_bytes(arena, &task->cmdline, from->cmdline, from->cmdline_len);
    if (groups & NEED_ENVIRON)
        copied = copied && copy_bytes(arena, &task->environ, from->environ, from->environ_len);
    if (groups & NEED_CGROUP)
        copied = copied && copy_string(arena, &task->cgroup, from->cgroup);
    if (groups & NEED_WCHAN)
        copied = copied && copy_string(arena, &task->wchan, from->wchan);
    if (groups & NEED_LABEL)
        copied = copied && copy_string(arena, &task->label, from->label);
    if (!copied)
        return -ENOMEM;
    task->have |= groups;
    return 0;
}
