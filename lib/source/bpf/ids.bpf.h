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

/* Above the leaves: for 16 million ids, of which there are 4 at most. */
#define IDS_LEVELS 3

#define IDS_OF_LEAF 64

/*
 * What a tree's entry says: another node, or anything else. (A small number is none either, but as
 * nothing can be read there it does for a leaf without tasks.)
 */
static __always_inline int ids_is_node(__u64 entry)
{
    return (entry & 3) == 2;
}

static __always_inline __u64 ids_node(__u64 entry)
{
    return entry - 2;
}

static __always_inline __u32 ids_shift(__u64 entry)
{
    return FIELD(xa_node, ids_node(entry), shift) & 31;
}

/*
 * A word from anywhere: as the first slot of a node that lies so that it is there. The verifier
 * takes no index that varies, and each further type takes time to be looked up in the kernel's.
 */
static __always_inline __u64 word_at(__u64 address)
{
    const __u64 node = address - bpf_core_field_offset(struct xa_node, slots);

    return (__u64)FIELD(xa_node, node, slots[0]);
}

static __always_inline __u64 ids_slot(__u64 entry, __u32 index)
{
    return word_at(ids_node(entry) + bpf_core_field_offset(struct xa_node, slots) +
                   index % IDS_OF_LEAF * sizeof(__u64));
}

/* On the way through a tree. */
struct ids_cursor {
    __u64 tree;
    __u64 leaf; /* that `next` is in; 0: none, or not known */
    __u32 next; /* the id to look at; 0: there are no more */
    __u32 reserved;
};

/*
 * Goes down to the leaf where `next`, which is not 0, would be. Where there is none, `next` becomes
 * the id behind those that there are none of for the same reason.
 *
 * Not static for the verifier's sake, who then goes through it once and not for every state in
 * which it may be called.
 */
__noinline int ids_find_leaf(struct ids_cursor *cursor)
{
    __u64 node;
    __u32 shift, id;

    if (!cursor)
        return 0;
    node = cursor->tree;
    id = cursor->next;
    cursor->leaf = 0;
    cursor->next = 0;
    if (!ids_is_node(node))
        return 0;
    shift = ids_shift(node);
    if (id >> shift >= IDS_OF_LEAF)
        return 0;
#pragma clang loop unroll(disable)
    for (int i = 0; shift > 0 && i < IDS_LEVELS; i++) {
        node = ids_slot(node, id >> shift);
        if (!ids_is_node(node)) {
            cursor->next = ((id >> shift) + 1) << shift;
            return 0;
        }
        shift = ids_shift(node);
    }
    if (shift == 0) {
        cursor->leaf = node;
        cursor->next = id;
    }
    return 0;
}

/*
 * The id's struct pid, 0 when it belongs to no task. (What may stand there of the tree's own, for a
 * moment, is a small number: no task is found by that.)
 */
static __always_inline __u64 ids_pid(__u64 leaf, __u32 id)
{
    return ids_slot(leaf, id);
}

/*
 * The task whose own id this is, by the link in it that its struct pid has; without one it has
 * gone.
 */
static __always_inline __u64 ids_link(__u64 pid)
{
    return (__u64)FIELD(pid, pid, tasks[PID_OF_THREAD].first);
}

static __always_inline __u64 ids_task(__u64 link)
{
    return link - bpf_core_field_offset(struct task_struct, pid_links);
}

/* Whether it is the leader of its group. */
static __always_inline int ids_leads(__u64 pid)
{
    return FIELD(pid, pid, tasks[PID_OF_GROUP].first) != 0;
}

/*
 * The tree of the first pid namespace, by way of the task `me`. It is the first thing in a struct
 * pid_namespace since 4.15; whether that is so here has to be tried, by looking for a task that is
 * known. (The type itself is not asked where: its name and that of struct pid fall on one place of
 * the kernel's cache for such questions, and with each load both would be searched for among all
 * types anew.)
 */
static __always_inline __u64 ids_tree(__u64 me)
{
    return (__u64)FIELD(idr, task_at(me)->thread_pid->numbers[0].ns, idr_rt.xa_head);
}

/* Whether `me` is found in that tree, and is in that namespace, so that its ids are those. */
static __always_inline int ids_tree_serves(__u64 tree, __u64 me)
{
    const struct task_struct *task = task_at(me);
    const struct pid *pid = task->thread_pid;
    struct ids_cursor cursor = {.tree = tree, .next = task->pid};

    if (pid->level > 0)
        return 0;
    ids_find_leaf(&cursor);
    return cursor.leaf && ids_pid(cursor.leaf, cursor.next) == (__u64)pid;
}

#endif
