// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * All tasks, from an iterator that is read like a file: it can be pinned for all users, and works
 * on kernels without the id walk and in other PID namespaces.
 *
 * Records are made on the stack and written from there: a map would be shared by all readers, and
 * one could overwrite another's record.
 */
#include "lib/source/bpf/memory.bpf.h"

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct seq_file;

struct bpf_iter_meta {
    struct seq_file *seq;
    __u64 session_id;
    __u64 seq_num;
};

struct bpf_iter__task {
    struct bpf_iter_meta *meta;
    struct task_struct *task;
};

#pragma clang attribute pop

static __always_inline void put_end(struct seq_file *seq)
{
    const struct wire_end end = {.kind = WIRE_END};

    bpf_seq_write(seq, &end, sizeof(end));
}

/* Set before the program is loaded: whether tasks are followed by a wire_status. */
const volatile __u32 with_status = 0;

SEC("iter/task")
int tasks(struct bpf_iter__task *context)
{
    struct seq_file *seq = context->meta->seq;
    struct task_struct *trusted = context->task;
    struct task_struct *task;
    struct viewer viewer;
    union {
        struct wire_header header;
        struct wire_task task;
        struct wire_group group;
        struct wire_status status;
    } out;

    /*
     * Checked for each task: if it is revoked during a read, the end record is missing, so the
     * result is not taken as complete.
     */
    if (is_revoked())
        return 0;
    /* The last call has no task; seq_num is 0 in the first one. */
    if (!trusted) {
        put_end(seq);
        return 0;
    }
    if (context->meta->seq_num == 0) {
        fill_header(&out.header);
        bpf_seq_write(seq, &out.header, sizeof(out.header));
    }
    task = CAST(task_struct, trusted);
    viewer_init(&viewer);
    if (!fill_task(&out.task, task, &viewer))
        return 0;
    bpf_seq_write(seq, &out.task, sizeof(out.task));
    if (with_status) {
        __u32 tid = out.task.tid;

        __builtin_memset(&out.status, 0, sizeof(out.status));
        fill_status(&out.status, task, tid);
        bpf_seq_write(seq, &out.status, sizeof(out.status));
    }
    if (task->pid == task->tgid || outlives_leader(task)) {
        __builtin_memset(&out.group, 0, sizeof(out.group));
        fill_group(&out.group, task, &viewer);
        if (with_status)
            fill_signals(&out.group, task);
        fill_memory(&out.group, task, 1);
        bpf_seq_write(seq, &out.group, sizeof(out.group));
    }
    return 0;
}
