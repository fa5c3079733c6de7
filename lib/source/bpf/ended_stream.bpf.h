/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ENDED_STREAM_BPF_H
#define DOTPROC_SOURCE_BPF_ENDED_STREAM_BPF_H

/*
 * The part of ended.bpf.c by which users read its sums where it is pinned: an iterator over them,
 * read like a file. Sums only grow, so readers do not disturb each other. They are those of the
 * host, so it tells nothing to who sees only a part of that, in a pid namespace.
 */

extern struct task_struct *bpf_task_from_pid(__s32 pid) __ksym;
extern void bpf_task_release(struct task_struct *task) __ksym;

/* Whether the reader sees the host's processes. */
static __always_inline int is_in_first_pid_namespace(void)
{
    return task_at(bpf_get_current_task())->thread_pid->level == 0;
}

/* Whether a task that has exited is still listed, as zombies are. */
static __always_inline int is_listed(const struct ended_wire_id *id)
{
    struct task_struct *task = bpf_task_from_pid(id->tid);
    int is_same;

    if (!task)
        return 0;
    is_same = task->start_boottime == id->start;
    bpf_task_release(task);
    return is_same;
}

/*
 * Counts one whose end was long ago, and that was freed unseen or is yet to be; who removes it
 * counts it.
 */
static long count_late(struct bpf_map *map, __u64 *key, struct ended_wire_leaving *task, void *now)
{
    struct ended_wire_leaving entry = *task;

    if (entry.counted || entry.exited + ENDED_LATE_NS >= *(__u64 *)now || is_listed(&entry.id) ||
        bpf_map_delete_elem(map, key) != 0)
        return 0;
    count(&entry.id, &entry.record);
    entry.counted = 1;
    bpf_map_update_elem(map, key, &entry, BPF_NOEXIST);
    return 0;
}

static __always_inline void count_all_late(void)
{
    __u64 now = bpf_ktime_get_boot_ns();

    bpf_for_each_map_elem(&leaving, count_late, &now, 0);
}

static __always_inline void put_sums_header(struct seq_file *seq)
{
    const struct ended_wire_control *asked = take_control();
    const struct ended_wire_header header = {
        .kind = WIRE_HEADER,
        .magic = WIRE_MAGIC,
        .version = WIRE_VERSION,
        .entry_size = sizeof(struct ended_wire_entry),
        .complete = asked ? asked->complete : 0,
    };

    bpf_seq_write(seq, &header, sizeof(header));
}

static __always_inline void put_sums_end(struct seq_file *seq)
{
    const __u32 processes = ENDED_PROCESSES, threads = ENDED_THREADS, first = 0;
    const struct ended_wire_sum *of_processes = bpf_map_lookup_elem(&others, &processes);
    const struct ended_wire_sum *of_threads = bpf_map_lookup_elem(&others, &threads);
    const __u64 *number = bpf_map_lookup_elem(&execs, &first);
    struct ended_wire_end end = {.kind = WIRE_END};

    if (!of_processes || !of_threads || !number)
        return;
    end.execs = *number;
    end.rest[ENDED_PROCESSES] = *of_processes;
    end.rest[ENDED_THREADS] = *of_threads;
    bpf_seq_write(seq, &end, sizeof(end));
}

SEC("iter/bpf_map_elem")
int stream(struct bpf_iter__bpf_map_elem *context)
{
    struct seq_file *seq = context->meta->seq;
    const struct ended_wire_key *key = context->key;
    const struct ended_wire_sum *sum = context->value;
    struct ended_wire_entry entry;

    /* In mid-reading, too: what then has no end is not taken for all that there is. */
    if (is_revoked() || !is_in_first_pid_namespace())
        return 0;
    if (context->meta->seq_num == 0) {
        count_all_late();
        put_sums_header(seq);
    }
    /* The last call has no sum; without any it is the first, too. */
    if (!key || !sum) {
        put_sums_end(seq);
        return 0;
    }
    entry.key = *key;
    entry.sum = *sum;
    bpf_seq_write(seq, &entry, sizeof(entry));
    return 0;
}

#endif
