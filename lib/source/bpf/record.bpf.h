/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_RECORD_BPF_H
#define DOTPROC_SOURCE_BPF_RECORD_BPF_H

/*
 * What both walks need: the gate of pinned programs, and the record of a task, which are the
 * figures that fs/proc/array.c prints, unscaled.
 *
 * The task cannot be freed while it is read, but objects it points to can. What is reached through
 * a pointer that may be cleared meanwhile is read first, and used only if the pointer is still the
 * same.
 */

#include "lib/source/bpf/kernel.bpf.h"

/*
 * Whether a pinned program has been revoked. Users may hold it, or a file that it serves, for
 * longer than its pin exists. Its gate is a map that only root can write to; a revoked program
 * stays so.
 */
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, __u32);
} gate SEC(".maps");

static __always_inline int is_revoked(void)
{
    __u32 key = 0;
    const __u32 *revoked = bpf_map_lookup_elem(&gate, &key);

    return !revoked || *revoked;
}

/* The PID namespace of a reader. */
struct viewer {
    __u32 level; /* 0: the initial one, with the kernel's own PIDs */
    __u32 reserved;
    __u64 ns;
};

/* The start of a stream or a page. */
static __always_inline void fill_header(struct wire_header *out)
{
    out->kind = WIRE_HEADER;
    out->magic = WIRE_MAGIC;
    out->version = WIRE_VERSION;
    out->task_size = sizeof(struct wire_task);
    out->group_size = sizeof(struct wire_group);
    out->status_size = sizeof(struct wire_status);
}

/* The namespace of a PID at a level, as a number; *id becomes the PID. */
static __always_inline __u64 namespace_at(struct pid *pid, __u32 level, __u32 *id)
{
    struct upid upid = {};

    bpf_probe_read_kernel(
        &upid, sizeof(upid),
        (void *)(address_of(&pid->numbers[0]) + level * bpf_core_type_size(struct upid)));
    *id = upid.nr;
    return (__u64)upid.ns;
}

static __always_inline void viewer_init(struct viewer *viewer)
{
    struct task_struct *me = (struct task_struct *)bpf_get_current_task();
    struct pid *pid = BPF_CORE_READ(me, thread_pid);
    __u32 id;

    viewer->level = BPF_CORE_READ(pid, level);
    viewer->ns = namespace_at(pid, viewer->level, &id);
}

/* The PID of `pid` in the viewer's namespace; 0: it has none there. */
static __always_inline __u32 id_for(const struct viewer *viewer, struct pid *pid)
{
    __u32 level = viewer->level;
    __u32 id;

    if (!pid)
        return 0;
    if (level == 0) {
        id = pid->numbers[0].nr;
        /*
         * Otherwise the compiler reads both members with one instruction, which the verifier
         * rejects.
         */
        barrier_var(id);
        return id;
    }
    if (pid->level < level)
        return 0;
    return namespace_at(pid, level, &id) == viewer->ns ? id : 0;
}

static __always_inline __u32 task_processor(struct task_struct *task)
{
    if (bpf_core_field_exists(task->thread_info.cpu))
        return task->thread_info.cpu;
    return ((struct task_struct___cpu *)task)->cpu;
}

/* False if the task is not in the viewer's namespace. */
static __always_inline int fill_task(struct wire_task *out, struct task_struct *task,
                                     const struct viewer *viewer)
{
    const struct cred *cred = task->real_cred;

    if (viewer->level == 0) {
        out->tid = task->pid;
        out->tgid = task->tgid;
    } else {
        out->tid = id_for(viewer, task->thread_pid);
        out->tgid = id_for(viewer, task->signal->pids[PID_OF_GROUP]);
    }
    if (out->tid == 0)
        return 0;
    out->flags = task->flags;
    out->state = task_state(task);
    out->exit_state = task->exit_state;
    out->prio = task->prio;
    out->static_prio = task->static_prio;
    out->rt_priority = task->rt_priority;
    out->policy = task->policy;
    out->processor = task_processor(task);
    out->exit_signal = task->exit_signal;
    out->euid = cred->euid.val;
    out->egid = cred->egid.val;
    out->has_memory = task->mm && !(out->flags & PF_KTHREAD);
    out->digest = 0;
    out->utime = task->utime;
    out->stime = task->stime;
    out->runtime = task->se.sum_exec_runtime;
    out->shown_utime = task->prev_cputime.utime;
    out->shown_stime = task->prev_cputime.stime;
    out->start = task->start_boottime;
    out->minflt = task->min_flt;
    out->majflt = task->maj_flt;
    bpf_probe_read_kernel(out->comm, sizeof(out->comm), task->comm);
    out->kind = WIRE_TASK;
    return 1;
}

static __always_inline void fill_tty(struct wire_group *out, struct signal_struct *signal,
                                     const struct viewer *viewer)
{
    struct tty_struct *tty = signal->tty;
    __u32 minor, major;
    struct pid *pgrp;

    out->tty = 0;
    out->tpgid = -1;
    if (!tty)
        return;
    if (bpf_core_field_exists(tty->ctrl))
        pgrp = tty->ctrl.pgrp;
    else
        pgrp = ((struct tty_struct___flat *)tty)->pgrp;
    minor = tty->driver->minor_start + tty->index;
    major = tty->driver->major;
    out->tpgid = id_for(viewer, pgrp);
    /* new_encode_dev() */
    out->tty = (minor & 0xff) | (major << 8) | ((minor & ~0xffu) << 12);
    if (signal->tty != tty) {
        out->tty = 0;
        out->tpgid = -1;
    }
}

/* A kernel thread's name may be longer than comm, and a worker's includes its work. */
static __always_inline void fill_name(struct wire_group *out, struct task_struct *task)
{
    struct kthread *kthread;
    struct worker *worker;
    char *name = 0;

    out->name[0] = '\0';
    out->work[0] = '\0';
    out->work_now = 0;
    if (!(task->flags & PF_KTHREAD))
        return;
    if (bpf_core_field_exists(task->worker_private))
        kthread = task->worker_private;
    else
        kthread = ((struct task_struct___kthread *)task)->set_child_tid;
    if (bpf_core_field_exists(kthread->full_name))
        name = BPF_CORE_READ(kthread, full_name);
    if (name)
        bpf_probe_read_kernel_str(out->name, sizeof(out->name), name);
    if (!(task->flags & PF_WQ_WORKER))
        return;
    worker = BPF_CORE_READ(kthread, data);
    if (!BPF_CORE_READ(worker, pool))
        return;
    BPF_CORE_READ_STR_INTO(&out->work, worker, desc);
    out->work_now = BPF_CORE_READ(worker, current_work) != 0;
}

struct signal_scan {
    __u64 action; /* address of an element */
    __u64 ignored, caught;
};

static long scan_signal(__u32 index, struct signal_scan *scan)
{
    __u64 handler = 0;

    bpf_probe_read_kernel(&handler, sizeof(handler),
                          (void *)(scan->action + index * bpf_core_type_size(struct k_sigaction)));
    if (handler == 1) /* SIG_IGN; 0 is SIG_DFL */
        scan->ignored |= 1ull << index;
    else if (handler)
        scan->caught |= 1ull << index;
    return 0;
}

/* The group's part of status. */
static __always_inline void fill_signals(struct wire_group *out, struct task_struct *task)
{
    struct signal_scan scan = {.action = address_of(&task->sighand->action[0])};

    bpf_loop(SIGNALS, scan_signal, &scan, 0);
    out->sig_group = task->signal->shared_pending.signal.sig[0];
    out->sig_ignored = scan.ignored;
    out->sig_caught = scan.caught;
}

static __always_inline void fill_status(struct wire_status *out, struct task_struct *task,
                                        __u32 tid)
{
    const struct cred *cred = task->real_cred;
    struct group_info *info = cred->group_info;
    __u32 count = info->ngroups;

    out->kind = WIRE_STATUS;
    out->tid = tid;
    out->uid[0] = cred->uid.val;
    out->uid[1] = cred->euid.val;
    out->uid[2] = cred->suid.val;
    out->uid[3] = cred->fsuid.val;
    out->gid[0] = cred->gid.val;
    out->gid[1] = cred->egid.val;
    out->gid[2] = cred->sgid.val;
    out->gid[3] = cred->fsgid.val;
    out->sig_pending = task->pending.signal.sig[0];
    out->sig_blocked = task->blocked.sig[0];
    bpf_probe_read_kernel(&out->cap_permitted, 8, &cred->cap_permitted);
    bpf_probe_read_kernel(&out->cap_effective, 8, &cred->cap_effective);
    out->gid_count = count;
    out->reserved = 0;
    if (count > 0)
        bpf_probe_read_kernel(out->gids, (count < WIRE_GIDS ? count : WIRE_GIDS) * 4,
                              &info->gid[0]);
}

static __always_inline void clear_memory(struct wire_group *out)
{
    out->total = out->locked = out->data = out->stack = out->text = 0;
    out->file = out->anon = out->swap = out->shmem = 0;
}

/* All figures except memory and the signals of status. */
static __always_inline void fill_group(struct wire_group *out, struct task_struct *task,
                                       const struct viewer *viewer)
{
    struct signal_struct *signal = task->signal;

    out->tgid = id_for(viewer, signal->pids[PID_OF_GROUP]);
    out->ppid = id_for(viewer, task->real_parent->signal->pids[PID_OF_GROUP]);
    out->pgrp = id_for(viewer, signal->pids[PID_OF_PGRP]);
    out->sid = id_for(viewer, signal->pids[PID_OF_SESSION]);
    fill_tty(out, signal, viewer);
    out->nlwp = signal->nr_threads;
    out->utime = signal->utime;
    out->stime = signal->stime;
    out->runtime = signal->sum_sched_runtime;
    out->minflt = signal->min_flt;
    out->majflt = signal->maj_flt;
    out->shown_utime = signal->prev_cputime.utime;
    out->shown_stime = signal->prev_cputime.stime;
    out->cutime = signal->cutime;
    out->cstime = signal->cstime;
    out->cminflt = signal->cmin_flt;
    out->cmajflt = signal->cmaj_flt;
    out->rss_limit = signal->rlim[RLIMIT_OF_RSS].rlim_cur;
    out->summed = 0;
    fill_name(out, task);
    out->sig_group = out->sig_ignored = out->sig_caught = 0;
    out->kind = WIRE_GROUP;
}

/*
 * Whether the leader has released its memory and this thread has not: then this thread provides the
 * group's memory.
 */
static __always_inline int outlives_leader(struct task_struct *task)
{
    return task->mm && !(task->flags & PF_KTHREAD) && !task->group_leader->mm;
}

#endif
