// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The group count: which thread groups exist, how many threads each has, and their CPU time. A scan
 * of processes needs no more of the kernel's many threads.
 *
 * For a program that scans once, loading is most of the cost of BPF. So this program uses one
 * kernel function, since each is searched for among all of them, and few types, and loads in a
 * third of the time of id_walk.bpf.c. It must run under RCU and need not ask for that: programs of
 * its type always do.
 */
#include "lib/base/unused.h"
#include "lib/source/bpf/ids.bpf.h"

/* Only GPL programs may call bpf_rdonly_cast(); the LGPL allows that. */
char program_license[] SEC("license") = "GPL";

/* Leaves in a run, which holds its processor for 0.1 ms, or 0.2 ms where memory is slow. */
#define LEAVES_MAX 32

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __uint(map_flags, BPF_F_MMAPABLE);
    __type(key, __u32);
    __type(value, struct wire_count_page);
} counts SEC(".maps");

struct run {
    struct wire_count_page *out;
    struct ids_cursor ids;
};

static __always_inline __u32 sequence_of(const struct signal_struct *signal)
{
    return signal->stats_lock.seqcount.seqcount.sequence;
}

/* Stores the count of the current group; at first there is none. */
static __always_inline void end_count(struct wire_count_page *out)
{
    const struct signal_struct *signal = CAST(signal_struct, (void *)out->signal);

    out->now.living = signal->nr_threads;
    barrier();
    out->now.sequence_after = sequence_of(signal);
    out->counts[out->used++ % WIRE_COUNTS] = out->now;
}

static __always_inline void begin_count(struct wire_count_page *out, const struct task_struct *task)
{
    const struct signal_struct *signal = task->signal;

    out->signal = (__u64)signal;
    out->now = (struct wire_count){.tgid = task->tgid, .sequence = sequence_of(signal)};
    barrier();
    out->now.ended = signal->sum_sched_runtime;
}

/*
 * A task that still has its id has not been added to the ended ones. To be sure, the id is read
 * again after the sequence number.
 */
static long count_task(__u32 index, struct run *run)
{
    const __u64 pid = ids_pid(run->ids.leaf, index);
    const __u64 link = pid ? ids_link(pid) : 0;
    struct wire_count_page *out = run->out;
    const struct task_struct *task;

    if (!link)
        return 0;
    task = task_at(ids_task(link));
    if (out->now.tgid != (__u32)task->tgid) {
        end_count(out);
        begin_count(out, task);
        if (!ids_link(pid))
            return 0;
    }
    out->now.threads++;
    out->now.runtime += task->se.sum_exec_runtime;
    return 0;
}

/* Advances by one leaf; true when this run has to end. */
static long count_leaf(__u32 index UNUSED, struct run *run)
{
    struct wire_count_page *out = run->out;

    if (out->used >= WIRE_COUNTS - IDS_OF_LEAF)
        return 1;
    run->ids.next = out->next;
    ids_find_leaf(&run->ids);
    if (run->ids.leaf) {
        bpf_loop(IDS_OF_LEAF, count_task, run, 0);
        run->ids.next = (run->ids.next | (IDS_OF_LEAF - 1)) + 1;
    }
    out->next = run->ids.next;
    out->done = out->next == 0;
    return out->done;
}

SEC("raw_tp/sys_enter")
int count(void *context UNUSED)
{
    __u32 key = 0;
    struct run run = {.out = bpf_map_lookup_elem(&counts, &key)};

    if (!run.out) /* never true, but the verifier cannot know */
        return WIRE_REVOKED;
    run.out->used = run.out->done = 0;
    run.out->now.tgid = 0;
    run.ids.tree = ids_tree(bpf_get_current_task());
    bpf_loop(LEAVES_MAX, count_leaf, &run, 0);
    end_count(run.out);
    run.out->signal = 0;
    return WIRE_WALKED;
}
