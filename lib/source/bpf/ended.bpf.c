// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Sums the usage of exited tasks by name, parent, user and cgroup.
 *
 * A task is counted once, when it exits: a thread at its own exit, a process at that of its last
 * thread. At that point the kernel has updated the task's runtime up to the last tick; the rest is
 * added here, from the scheduler's clock. Since 6.16 the tracepoint comes before the task releases
 * its memory; when it has, the record of a leader or process is updated. What a task runs from then
 * to its end is not counted.
 *
 * The reader has already shown part of a task's usage if it read the task while alive. So a task
 * that the reader may know gets a record of its own, from which the reader subtracts that part.
 * Leaders always get one, since a row may show them as zombies later. All other tasks are added to
 * sums.
 *
 * The reader empties one table of sums while the other one grows. What does not fit is added to the
 * sum without names, for which the reader reserves an entry.
 */
#include "lib/source/bpf/ended_wire.h"
#include "lib/source/bpf/kernel.bpf.h"

#define GROUP_MAX 4000000 /* maximum number of threads of a group */
#define ATTEMPTS  4

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct rq {
    __u64 clock, clock_task;
};

struct cfs_rq {
    struct rq *rq; /* only with CONFIG_FAIR_GROUP_SCHED */
};

struct sched_entity___ended {
    struct cfs_rq *cfs_rq;
};

struct task_struct___ended {
    struct sched_entity___ended se;
};

struct signal_struct___ended {
    struct {
        int counter;
    } live;
    struct task_struct *group_exec_task;
};

#pragma clang attribute pop

struct sums {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, ENDED_SUMS);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, struct ended_wire_key);
    __type(value, struct ended_wire_sum);
};

struct sums sums SEC(".maps"), other_sums SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, ENDED_COUNTERS);
    __type(key, __u32);
    __type(value, __u64);
} counters SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, ENDED_RECORDS);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, struct ended_wire_id);
    __type(value, struct ended_wire_record);
} records SEC(".maps");

/*
 * Processes whose last threads exit at the same time: only one of these threads counts the process.
 */
struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 1024);
    __type(key, struct ended_wire_id);
    __type(value, __u32);
} counted SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct ended_wire_control);
} control SEC(".maps");

static __always_inline const struct ended_wire_control *take_control(void)
{
    __u32 key = 0;

    return bpf_map_lookup_elem(&control, &key);
}

static __always_inline struct ended_wire_sum *find_sum(__u32 table,
                                                       const struct ended_wire_key *key)
{
    return table ? bpf_map_lookup_elem(&other_sums, key) : bpf_map_lookup_elem(&sums, key);
}

static __always_inline long insert_sum(__u32 table, const struct ended_wire_key *key,
                                       const struct ended_wire_sum *used)
{
    return table ? bpf_map_update_elem(&other_sums, key, used, BPF_NOEXIST)
                 : bpf_map_update_elem(&sums, key, used, BPF_NOEXIST);
}

/* Compares 16 bytes. */
static __always_inline int is_same_name(const char *one, const char *other)
{
    const __u64 *left = (const void *)one, *right = (const void *)other;

    return left[0] == right[0] && left[1] == right[1];
}

static __always_inline void add(__u32 table, const struct ended_wire_record *record)
{
    const struct ended_wire_key others = {.euid = ENDED_NO_OWNER, .kind = record->key.kind};
    const struct ended_wire_sum *used = &record->used;
    struct ended_wire_sum *sum = find_sum(table, &record->key);

    if (!sum && insert_sum(table, &record->key, used) == 0)
        return;
    /* Otherwise another CPU was first, or the table is full. */
    if (!sum)
        sum = find_sum(table, &record->key);
    if (!sum)
        sum = find_sum(table, &others);
    if (!sum)
        return;
    if (!is_same_name(sum->comm, used->comm))
        sum->other_comms = 1;
    if (!is_same_name(sum->by, used->by))
        sum->other_bys = 1;
    if (sum->by_pid != used->by_pid)
        sum->by_pid = 0;
    __sync_fetch_and_add(&sum->count, used->count);
    __sync_fetch_and_add(&sum->runtime, used->runtime);
    __sync_fetch_and_add(&sum->lifetime, used->lifetime);
    __sync_fetch_and_add(&sum->minflt, used->minflt);
    __sync_fetch_and_add(&sum->majflt, used->majflt);
}

static __noinline int count(const struct ended_wire_id *id, struct ended_wire_record *record,
                            int leads)
{
    const struct ended_wire_control *asked = take_control();
    int is_known;

    if (!asked)
        return 0;
    is_known = id->start <= asked->known_before;
    if ((leads || is_known) && bpf_map_update_elem(&records, id, record, BPF_NOEXIST) == 0)
        return 0;
    /* The table is full: what a row may have shown cannot be subtracted, so it is not counted. */
    if (is_known)
        record->used.runtime = record->used.minflt = record->used.majflt = 0;
    add(asked->table & 1, record);
    return 0;
}

/* `value` in each byte of a word. */
#define BYTES(value) (0x0101010101010101ull * (value))

/*
 * Replaces digits by '0', a word at a time: a branch for each byte would take the verifier too
 * long.
 */
static __always_inline __u64 fold(__u64 word)
{
    const __u64 over = word ^ BYTES('0'); /* each byte below 10 is a digit */
    const __u64 others = ((over & BYTES(0x7f)) + BYTES(0x80 - 10)) | over;
    const __u64 digits = (~others & BYTES(0x80)) >> 7;

    return (word & ~(digits * 0xff)) | digits * '0';
}

static __always_inline void fold_name(char *to, const char *from)
{
    const __u64 *name = (const void *)from;
    __u64 *folded = (void *)to;

    folded[0] = fold(name[0]);
    folded[1] = fold(name[1]);
}

static __always_inline void describe(struct ended_wire_record *record,
                                     const struct task_struct *task, __u32 kind)
{
    const struct task_struct *by = task->pid == task->tgid ? task->real_parent : task->group_leader;
    struct ended_wire_sum *used = &record->used;
    struct ended_wire_key *key = &record->key;

    bpf_probe_read_kernel_str(used->comm, sizeof(used->comm), task->comm);
    bpf_probe_read_kernel_str(used->by, sizeof(used->by), by->comm);
    used->by_pid = by->tgid;
    fold_name(key->comm, used->comm);
    fold_name(key->by, used->by);
    key->cgroup = task->cgroups->dfl_cgrp->kn->id;
    key->euid = task->real_cred->euid.val;
    key->kind = kind;
    record->tgid = task->tgid;
    used->count = 1;
    used->lifetime = bpf_ktime_get_boot_ns() - task->start_boottime;
}

/* Time of interrupts and of the hypervisor on the task's CPU, which is accounted to no task. */
static __always_inline __u64 time_of_no_task(const struct task_struct *task)
{
    const struct rq *rq;

    if (!bpf_core_field_exists(struct cfs_rq, rq))
        return 0;
    rq = ((const struct task_struct___ended *)task)->se.cfs_rq->rq;
    return rq->clock - rq->clock_task;
}

/* The runtime of the current task since the kernel last updated it. */
static __always_inline __u64 running_slice(const struct task_struct *task)
{
    const struct ended_wire_control *asked = take_control();
    const __u64 now = bpf_ktime_get_ns() + (asked ? asked->clock_ahead_ns : 0);
    const __s64 slice = now - time_of_no_task(task) - task->se.exec_start;

    return asked && slice > 0 ? slice : 0;
}

static __noinline int thread_exits(__u64 address)
{
    const struct task_struct *task = task_at(address);
    const struct task_struct *heir =
        ((const struct signal_struct___ended *)task->signal)->group_exec_task;
    struct ended_wire_record record = {};
    struct ended_wire_id id = {task->pid, ENDED_THREADS, task->start_boottime};
    const int leads = task->pid == task->tgid;

    describe(&record, task, ENDED_THREADS);
    record.used.runtime = task->se.sum_exec_runtime + running_slice(task);
    record.used.minflt = task->min_flt;
    record.used.majflt = task->maj_flt;
    if (leads && heir && (__u64)heir != address) {
        record.exchanged = 1;
        id.tid = heir->pid;
    }
    return count(&id, &record, leads);
}

/* The threads of a group that are not released yet. */
struct group {
    __u64 head, node;
    __u64 runtime, minflt, majflt;
};

static long add_thread(__u32 index, void *context)
{
    struct group *group = context;
    const struct task_struct *task;

    (void)index;
    if (group->node == group->head)
        return 1;
    task = task_at(group->node - bpf_core_field_offset(struct task_struct, thread_node));
    group->runtime += task->se.sum_exec_runtime;
    group->minflt += task->min_flt;
    group->majflt += task->maj_flt;
    group->node = (__u64)task->thread_node.next;
    return 0;
}

/* As thread_group_cputime(): retried if a thread is released meanwhile. */
static __noinline int sum_group(__u64 address, struct group *group)
{
    const struct signal_struct *signal = FIELD(task_struct, address, signal);

    if (!group)
        return 0;
    for (int i = 0; i < ATTEMPTS; i++) {
        const __u32 sequence = signal->stats_lock.seqcount.seqcount.sequence;

        group->head = (__u64)signal + bpf_core_field_offset(struct signal_struct, thread_head);
        group->node = (__u64)signal->thread_head.next;
        group->runtime = signal->sum_sched_runtime;
        group->minflt = signal->min_flt;
        group->majflt = signal->maj_flt;
        bpf_loop(GROUP_MAX, add_thread, group, 0);
        if (!(sequence & 1) && sequence == signal->stats_lock.seqcount.seqcount.sequence)
            break;
    }
    return 0;
}

static __noinline int process_exits(__u64 address)
{
    const struct task_struct *task = task_at(address);
    const struct task_struct *leader = task->group_leader;
    struct ended_wire_record record = {};
    struct ended_wire_id id = {leader->pid, ENDED_PROCESSES, leader->start_boottime};
    struct group group = {};
    const __u32 yes = 1;

    if (((const struct signal_struct___ended *)task->signal)->live.counter != 0)
        return 0;
    /* The thread that counted it may have been released since, and this one be the last. */
    if (task->signal->nr_threads > 1 ? bpf_map_update_elem(&counted, &id, &yes, BPF_NOEXIST) != 0
                                     : bpf_map_lookup_elem(&counted, &id) != NULL)
        return 0;
    sum_group(address, &group);
    describe(&record, leader, ENDED_PROCESSES);
    record.used.runtime = group.runtime + running_slice(task);
    record.used.minflt = group.minflt;
    record.used.majflt = group.majflt;
    return count(&id, &record, 1);
}

static __always_inline void count_one(__u32 counter)
{
    __u64 *number = bpf_map_lookup_elem(&counters, &counter);

    if (number)
        __sync_fetch_and_add(number, 1);
}

SEC("raw_tp/sched_process_exit")
int exiting(__u64 *context)
{
    const struct ended_wire_control *asked = take_control();
    const __u32 kinds = asked ? asked->kinds : 0;

    count_one(ENDED_EXITS);
    if (kinds & 1u << ENDED_THREADS)
        thread_exits(context[0]);
    if (kinds & 1u << ENDED_PROCESSES)
        process_exits(context[0]);
    return 0;
}

/* Updates the runtime of a leader's or process's record, unless the reader has taken it already. */
static __noinline int write_again(__u64 address)
{
    const struct ended_wire_control *asked = take_control();
    const struct task_struct *task = task_at(address);
    const struct task_struct *leader = task->group_leader;
    struct ended_wire_id id = {leader->pid, ENDED_THREADS, leader->start_boottime};
    struct ended_wire_record *record;
    struct group group = {.runtime = task->se.sum_exec_runtime};

    if (!asked)
        return 0;
    if (asked->kinds & 1u << ENDED_PROCESSES)
        id.kind = ENDED_PROCESSES;
    record = bpf_map_lookup_elem(&records, &id);
    if (!record || (id.kind == ENDED_THREADS && task->pid != task->tgid))
        return 0;
    if (id.kind == ENDED_PROCESSES)
        sum_group(address, &group);
    record->used.runtime = group.runtime + running_slice(task);
    return 0;
}

SEC("raw_tp/exit_mmap")
int released_memory(void *context)
{
    const __u64 address = bpf_get_current_task();

    (void)context;
    if (task_at(address)->flags & PF_EXITING)
        write_again(address);
    return 0;
}

SEC("raw_tp/sched_process_exec")
int started_program(void *context)
{
    (void)context;
    count_one(ENDED_EXECS);
    return 0;
}

/* How far the scheduler's clock is ahead, if the kernel has just updated the caller's runtime. */
SEC("syscall")
int compare_clocks(__s64 *ahead_ns)
{
    const struct task_struct *me = task_at((__u64)bpf_get_current_task());

    *ahead_ns = me->se.exec_start + time_of_no_task(me) - bpf_ktime_get_ns();
    return 0;
}
