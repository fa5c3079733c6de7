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

static void copy_details_numbers(struct task_details *to, const struct task_details *from,
                                 need_t groups)
{
    if (groups & NEED_AUTOGROUP) {
        to->autogroup = from->autogroup;
        to->autogroup_nice = from->autogroup_nice;
    }
    if (groups & NEED_LOGINUID)
        to->login_uid = from->login_uid;
    if (groups & NEED_OOM_SCORE)
        to->oom_score = from->oom_score;
    if (groups & NEED_OOM_ADJ)
        to->oom_adj = from->oom_adj;
    if (groups & NEED_FDS)
        to->fds = from->fds;
    if (groups & NEED_NODE)
        to->node = from->node;
    for (int kind = 0; kind < NAMESPACE_KINDS; kind++)
        if (groups & NEED_NAMESPACE(kind))
            to->namespace_inodes[kind] = from->namespace_inodes[kind];
}

static bool copy_io(struct arena *arena, struct task_details *to, const struct task_io *from)
{
    struct task_io *io = from ? arena_alloc(arena, sizeof(*io)) : NULL;

    if (io)
        *io = *from;
    to->io = io;
    return io || !from;
}

static bool copy_smaps(struct arena *arena, struct task_details *to, const struct task_smaps *from)
{
    struct task_smaps *smaps = from ? arena_alloc(arena, sizeof(*smaps)) : NULL;

    if (smaps)
        *smaps = *from;
    to->smaps = smaps;
    return smaps || !from;
}

static bool copy_details(struct snapshot *snapshot, struct task *task,
                         const struct task_details *from, need_t groups)
{
    struct arena *arena = &snapshot->arena;
    struct task_details *to;
    bool copied = true;

    if (!(groups & NEED_DETAILS) || !from)
        return true;
    to = snapshot_add_details(snapshot, task);
    if (!to)
        return false;
    copy_details_numbers(to, from, groups);
    if (groups & NEED_IO)
        copied = copied && copy_io(arena, to, from->io);
    if (groups & NEED_SMAPS)
        copied = copied && copy_smaps(arena, to, from->smaps);
    if (groups & NEED_EXE)
        copied = copied && copy_string(arena, &to->exe, from->exe);
    for (int kind = 0; kind < LOGIN_KINDS; kind++)
        if (groups & NEED_LOGIN(kind))
            copied = copied && copy_string(arena, &to->login[kind], from->login[kind]);
    return copied;
}

static bool copy_process(struct snapshot *snapshot, struct task *task, const struct process *from,
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
    return snapshot_set_process(snapshot, task, &to) == 0;
}

static void copy_numbers(struct task *task, const struct task *from, need_t groups)
{
    if (groups & NEED_OWNER) {
        task->euid = from->euid;
        task->egid = from->egid;
    }
    if (groups & NEED_CMDLINE)
        task->cmdline_len = from->cmdline_len;
    if (groups & NEED_ENVIRON)
        task->environ_len = from->environ_len;
}

int snapshot_copy_groups(struct snapshot *snapshot, struct task *task, const struct task *from,
                         need_t groups)
{
    struct arena *arena = &snapshot->arena;
    bool copied;

    groups &= from->have & ~(need_t)(NEED_STAT | NEED_USAGE | NEED_DELTA);
    copied = copy_process(snapshot, task, from->process, groups);
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
    copied = copied && copy_details(snapshot, task, from->details, groups);
    if (!copied)
        return -ENOMEM;
    task->have |= groups;
    return 0;
}
