/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ENDED_STREAM_BPF_H
#define DOTPROC_SOURCE_BPF_ENDED_STREAM_BPF_H

/*
 * The part of ended.bpf.c by which users read its sums where it is pinned: an iterator over them,
 * read like a file. It only reads, so readers do not disturb each other. The sums are those of the
 * host, so it tells nothing to who sees only a part of that, in a pid namespace.
 */

/* Whether the reader sees the host's processes. */
static __always_inline int is_in_first_pid_namespace(void)
{
    return task_at(bpf_get_current_task())->thread_pid->level == 0;
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
    if (context->meta->seq_num == 0)
        put_sums_header(seq);
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
