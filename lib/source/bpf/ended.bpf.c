// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Adds up what ended tasks have used, by their likes.
 *
 * A task is counted when the kernel frees it (sched_process_free), shortly after it has left /proc:
 * a zombie is still listed, and most threads bury themselves while they are running, so only then
 * their last slice of time, for a short thread all that it ever used, is part of their runtime. By
 * then its parent may be gone, too, so what it was is noted when it exits.
 *
 * A kernel may keep programs from running in some contexts: where the one that interrupts is hidden
 * from BPF, what the kernel frees in that interrupt is not seen. So a task that was freed unseen is
 * counted as it was when it exited, by who finds that: the next task in the same memory, or who
 * reads. One whose exit was not seen, or of which nothing could be noted for want of room, is
 * counted when it is freed, without its parent's name.
 *
 * A reader has shown of a task what that had used until the last reading. So a task that it may
 * know gets a record of its own, for the reader to subtract that; all others are in the sums, which
 * only grow. What has no room for a record is in the sums, and what has none there in `others`:
 * nothing is lost for want of room alone.
 *
 * All are raw tracepoints, whose programs cannot be preempted: the kernel does not let a program
 * interrupt itself, so of others that end on the same processor meanwhile it would miss some.
 *
 * WITH_GATE it is to be pinned: then no reader owns it, all is in the sums, and users read these by
 * an iterator.
 */
#include "lib/source/bpf/ended_wire.h"
#include "lib/source/bpf/gate.bpf.h"

/* Only GPL programs may call bpf_rdonly_cast(); the LGPL allows that. */
char program_license[] SEC("license") = "GPL";

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct kernfs_node {
    __u64 id;
};

struct cgroup {
    struct kernfs_node *kn;
};

struct css_set {
    struct cgroup *dfl_cgrp;
};

struct task_struct___ended {
    struct css_set *cgroups;
};

#pragma clang attribute pop

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, ENDED_SUMS);
    __type(key, struct ended_wire_key);
    __type(value, struct ended_wire_sum);
} sums SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, ENDED_KINDS);
    __type(key, __u32);
    __type(value, struct ended_wire_sum);
} others SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, __u64);
} execs SEC(".maps");

/* Without a reader of its own a program makes no records. */
#ifdef WITH_GATE
#define RECORDS 1
#else
#define RECORDS ENDED_RECORDS
#endif

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, RECORDS);
    __type(key, struct ended_wire_id);
    __type(value, struct ended_wire_record);
} records SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct ended_wire_control);
} control SEC(".maps");

/* By subject(). Room for very many, and made when it is needed: most hosts need little of it. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, ENDED_LEAVING);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, __u64);
    __type(value, struct ended_wire_leaving);
} leaving SEC(".maps");

static __always_inline const struct ended_wire_control *take_control(void)
{
    __u32 key = 0;

    return bpf_map_lookup_elem(&control, &key);
}

/*
 * Whether this task counts by itself as one of that kind, and that is asked for. As processes only
 * leaders do: no thread, nor the leader that it was until another thread of its group started a
 * program.
 */
static __always_inline int is_asked_for(const struct ended_wire_control *asked,
                                        const struct task_struct *task, __u32 kind)
{
    return asked->complete > 0 && asked->kinds & 1u << kind &&
           (kind != ENDED_PROCESSES || task->pid == task->tgid);
}

/*
 * The address of what counts, the task or its group, which is only compared. By the group, a leader
 * that gave its number to a thread that starts a program makes room for that thread when it exits.
 */
static __always_inline __u64 subject(const struct task_struct *task, __u64 address, __u32 kind)
{
    return kind == ENDED_PROCESSES ? (__u64)task->signal : address;
}

static __always_inline struct ended_wire_sum *find_sum(const struct ended_wire_key *key)
{
    const struct ended_wire_sum nothing = {};
    struct ended_wire_sum *sum = bpf_map_lookup_elem(&sums, key);
    __u32 kind = key->kind;

    if (sum)
        return sum;
    bpf_map_update_elem(&sums, key, &nothing, BPF_NOEXIST);
    sum = bpf_map_lookup_elem(&sums, key);
    return sum ? sum : bpf_map_lookup_elem(&others, &kind);
}

static __always_inline void add(const struct ended_wire_key *key, const struct ended_wire_sum *used)
{
    struct ended_wire_sum *sum = find_sum(key);

    if (!sum)
        return;
    __sync_fetch_and_add(&sum->count, used->count);
    __sync_fetch_and_add(&sum->runtime, used->runtime);
    __sync_fetch_and_add(&sum->lifetime, used->lifetime);
    __sync_fetch_and_add(&sum->minflt, used->minflt);
    __sync_fetch_and_add(&sum->majflt, used->majflt);
}

/* A task is counted here and nowhere else. */
static __always_inline void count(const struct ended_wire_id *id,
                                  const struct ended_wire_record *record)
{
    const struct ended_wire_control *asked = take_control();

    if (asked && id->start <= asked->known_before &&
        bpf_map_update_elem(&records, id, record, BPF_ANY) == 0)
        return;
    add(&record->key, &record->used);
}

static __always_inline void fill_own(struct ended_wire_sum *used, const struct task_struct *task)
{
    used->runtime = task->se.sum_exec_runtime;
    used->minflt = task->min_flt;
    used->majflt = task->maj_flt;
}

/* At its exit the sums of its group have what ended before, and not itself. */
static __always_inline void fill_exiting(struct ended_wire_sum *used,
                                         const struct task_struct *task, __u32 kind)
{
    const struct signal_struct *signal = task->signal;

    fill_own(used, task);
    if (kind != ENDED_PROCESSES)
        return;
    used->runtime += signal->sum_sched_runtime;
    used->minflt += signal->min_flt;
    used->majflt += signal->maj_flt;
}

/* A leader is freed as the last of its group, whose sums then have all of it but its last slice. */
static __always_inline void fill_freed(struct ended_wire_sum *used, const struct task_struct *task,
                                       __u32 kind)
{
    const struct signal_struct *signal = task->signal;

    fill_own(used, task);
    if (kind != ENDED_PROCESSES)
        return;
    if (used->runtime < signal->sum_sched_runtime)
        used->runtime = signal->sum_sched_runtime;
    if (used->minflt < signal->min_flt)
        used->minflt = signal->min_flt;
    if (used->majflt < signal->maj_flt)
        used->majflt = signal->maj_flt;
}

/* All but the names of others, times and what it has used. */
static __always_inline void describe(struct ended_wire_leaving *entry,
                                     const struct task_struct *task, __u32 kind)
{
    struct ended_wire_key *key = &entry->record.key;

    entry->id.tid = task->pid;
    entry->id.kind = kind;
    entry->id.start = task->start_boottime;
    entry->record.tgid = task->tgid;
    entry->record.used.count = 1;
    bpf_probe_read_kernel(key->comm, sizeof(key->comm), task->comm);
    key->cgroup = ((const struct task_struct___ended *)task)->cgroups->dfl_cgrp->kn->id;
    key->euid = task->real_cred->euid.val;
    key->kind = kind;
}

/* Counts one that was freed unseen, as it was when it exited, and whose memory another got. */
static __always_inline void count_replaced(__u64 key, const struct ended_wire_id *by)
{
    const struct ended_wire_leaving *found = bpf_map_lookup_elem(&leaving, &key);
    struct ended_wire_leaving entry;

    if (!found || (found->id.start == by->start && found->id.tid == by->tid))
        return;
    entry = *found;
    if (bpf_map_delete_elem(&leaving, &key) == 0 && !entry.counted)
        count(&entry.id, &entry.record);
}

static __noinline int exiting_as(__u64 address, __u32 kind)
{
    const struct task_struct *task = task_at(address);
    const struct ended_wire_control *asked = take_control();
    const int leads = task->pid == task->tgid;
    const struct task_struct *by = leads ? task->real_parent : task->group_leader;
    struct ended_wire_leaving entry = {.led = leads};
    __u64 key;

    if (!asked || !is_asked_for(asked, task, kind))
        return 0;
    key = subject(task, address, kind);
    describe(&entry, task, kind);
    fill_exiting(&entry.record.used, task, kind);
    entry.exited = bpf_ktime_get_boot_ns();
    entry.record.used.lifetime = entry.exited - entry.id.start;
    bpf_probe_read_kernel(entry.record.key.by, sizeof(entry.record.key.by), by->comm);
    count_replaced(key, &entry.id);
    /* What has no room is counted when it is freed: not now, or it would be counted twice. */
    if (bpf_map_update_elem(&leaving, &key, &entry, BPF_ANY) != 0)
        bpf_map_delete_elem(&leaving, &key);
    return 0;
}

/*
 * For the case that a group is freed unseen, and so counts as it was when its leader exited: adds
 * what a thread has used that exits later.
 */
static __noinline int exiting_after_leader(__u64 address)
{
    const struct task_struct *task = task_at(address);
    const __u64 key = subject(task, address, ENDED_PROCESSES);
    struct ended_wire_leaving *entry;

    if (task->pid == task->tgid || !task->group_leader->exit_state)
        return 0;
    entry = bpf_map_lookup_elem(&leaving, &key);
    if (!entry)
        return 0;
    __sync_fetch_and_add(&entry->record.used.runtime, task->se.sum_exec_runtime);
    __sync_fetch_and_add(&entry->record.used.minflt, task->min_flt);
    __sync_fetch_and_add(&entry->record.used.majflt, task->maj_flt);
    return 0;
}

/* Counts a task whose exit was not seen, unless it was before all was attached. */
static __always_inline int count_unseen(const struct task_struct *task,
                                        const struct ended_wire_control *asked, __u32 kind)
{
    const __u64 now = bpf_ktime_get_boot_ns();
    struct ended_wire_leaving entry = {};

    if (now < asked->complete)
        return 0;
    describe(&entry, task, kind);
    fill_freed(&entry.record.used, task, kind);
    entry.record.used.lifetime = now - entry.id.start;
    count(&entry.id, &entry.record);
    return 0;
}

static __noinline int freed_as(__u64 address, __u32 kind)
{
    const struct task_struct *task = task_at(address);
    const struct ended_wire_control *asked = take_control();
    const struct ended_wire_leaving *found;
    struct ended_wire_leaving entry;
    __u64 key;

    if (!asked || !is_asked_for(asked, task, kind))
        return 0;
    key = subject(task, address, kind);
    found = bpf_map_lookup_elem(&leaving, &key);
    if (!found)
        return count_unseen(task, asked, kind);
    entry = *found;
    /* Who removes it, this program or its reader, counts it. */
    if (bpf_map_delete_elem(&leaving, &key) != 0)
        return 0;
    if (entry.id.start != task->start_boottime) {
        if (!entry.counted)
            count(&entry.id, &entry.record);
        return count_unseen(task, asked, kind);
    }
    if (entry.counted)
        return 0;
    entry.record.exchanged = entry.led && task->pid != task->tgid;
    entry.id.tid = task->pid;
    fill_freed(&entry.record.used, task, entry.id.kind);
    count(&entry.id, &entry.record);
    return 0;
}

SEC("raw_tp/sched_process_exit")
int exiting(__u64 *context)
{
    exiting_as(context[0], ENDED_PROCESSES);
    exiting_as(context[0], ENDED_THREADS);
    exiting_after_leader(context[0]);
    return 0;
}

SEC("raw_tp/sched_process_free")
int freed(__u64 *context)
{
    freed_as(context[0], ENDED_PROCESSES);
    freed_as(context[0], ENDED_THREADS);
    return 0;
}

SEC("raw_tp/sched_process_exec")
int started_program(void *context)
{
    __u32 key = 0;
    __u64 *number = bpf_map_lookup_elem(&execs, &key);

    (void)context;
    if (number)
        __sync_fetch_and_add(number, 1);
    return 0;
}

#ifdef WITH_GATE
#include "lib/source/bpf/ended_stream.bpf.h"
#endif
