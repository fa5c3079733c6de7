/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_IDS_BPF_H
#define DOTPROC_SOURCE_BPF_IDS_BPF_H

/*
 * From id to id, as /proc is listed: in the tree where the kernel itself looks a number up
 * (kernel/pid.c, lib/xarray.c), 64 ids to a leaf. To be followed under RCU. What is passed on the
 * way is an address as a number, for one cannot count with a pointer that the verifier knows.
 *
 * By the lists of tasks the way would be simpler, but on that way each task says where the next one
 * is, and the processor waits for every one of them to come from memory. The tasks of a leaf can be
 * asked for together.
 */
#include "lib/source/bpf/kernel.bpf.h"

/* For 4 million ids, the most that there may be. */
#define IDS_LEVELS 4

#define IDS_OF_LEAF 64

/* What a tree's entry says: another node, or anything else. */
static __always_inline int ids_is_node(__u64 entry)
{
    return (entry & 3) == 2 && entry > 4096;
}

static __always_inline struct xa_node *ids_node(__u64 entry)
{
    return CAST(xa_node, (void *)(entry - 2));
}

/*
 * A word from anywhere: as the first slot of a node that lies so that it is there. The verifier
 * takes no index that varies, and each further type takes time to be looked up in the kernel's.
 */
static __always_inline __u64 word_at(__u64 address)
{
    const __u64 node = address - bpf_core_field_offset(struct xa_node, slots);

    return (__u64)CAST(xa_node, (void *)node)->slots[0];
}

static __always_inline __u64 ids_slot(__u64 entry, __u32 index)
{
    return word_at((__u64)ids_node(entry) + bpf_core_field_offset(struct xa_node, slots) +
                   index % IDS_OF_LEAF * sizeof(__u64));
}

/*
 * Goes down to the leaf where `id`, which is not 0, would be, and puts it at *leaf. Where there is
 * none, the result is the id behind those that there are none of for the same reason; 0: there are
 * no more.
 */
static __always_inline __u32 ids_find_leaf(__u64 tree, __u32 id, __u64 *leaf)
{
    __u64 node = tree;
    __u32 shift;

    if (!ids_is_node(node))
        return 0;
    shift = ids_node(node)->shift & 31;
    if (id >> shift >= IDS_OF_LEAF)
        return 0;
#pragma unroll
    for (int i = 0; i < IDS_LEVELS; i++) {
        if (shift == 0) {
            *leaf = node;
            return id;
        }
        node = ids_slot(node, id >> shift);
        if (!ids_is_node(node))
            break;
        shift = ids_node(node)->shift & 31;
    }
    return ((id >> shift) + 1) << shift;
}

/* The task that has the id, 0 when none has; *leads: whether it leads its group. */
static __always_inline __u64 ids_task(__u64 leaf, __u32 id, int *leads)
{
    __u64 entry = ids_slot(leaf, id);
    struct pid *pid;
    __u64 link;

    if (!entry || entry & 3)
        return 0;
    pid = CAST(pid, (void *)entry);
    link = (__u64)pid->tasks[PID_OF_THREAD].first;
    *leads = pid->tasks[PID_OF_GROUP].first != 0;
    return link ? link - bpf_core_field_offset(struct task_struct, pid_links) : 0;
}

/*
 * The tree of the namespace that `me` is in, 0 where it is not found. It is the first thing in a
 * struct pid_namespace since 4.15; that it is so here is tried by looking `me` up. (The type itself
 * is not asked where: its name and that of struct pid fall on one place of the kernel's cache for
 * such questions, and with each load both would be searched for among all types anew.)
 */
static __always_inline __u64 ids_tree(struct task_struct *me)
{
    struct pid *pid = me->signal->pids[PID_OF_GROUP];
    __u64 tree = (__u64)CAST(idr, pid->numbers[0].ns)->idr_rt.xa_head;
    __u64 leaf = 0;

    ids_find_leaf(tree, me->tgid, &leaf);
    return leaf && ids_slot(leaf, me->tgid) == (__u64)pid ? tree : 0;
}

#endif
