/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ID_WALK_BPF_H
#define DOTPROC_SOURCE_BPF_ID_WALK_BPF_H

/*
 * How the id walk finds tasks, and which of them are still as in the reader's delta cache.
 */
#include "lib/source/bpf/record.bpf.h"

/* --- IDs --- */

/*
 * Iterates over IDs like a listing of /proc: in the tree in which the kernel looks up IDs
 * (kernel/pid.c, lib/xarray.c), with 64 IDs per leaf. Must run under RCU. Pointers are passed as
 * numbers, since the verifier forbids arithmetic with pointers of known type.
 *
 * The lists of tasks would be simpler, but each task contains the pointer to the next one, so the
 * CPU would stall on each task's memory in turn. The tasks of a leaf can be prefetched together.
 */

/* Levels above the leaves: enough for 16 million IDs; pid_max is at most 4 million. */
#define IDS_LEVELS 3

#define IDS_OF_LEAF 64

/*
 * Whether a tree's entry is a node. (Small numbers are no nodes, but nothing can be read at them,
 * so they look like a leaf without tasks.)
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
 * Reads the word at any address, as a field of a task_struct placed accordingly. The verifier
 * forbids variable indexes, and each further type must be looked up in the kernel's BTF. A slot of
 * a node would be a pointer, and Linux 7 forbids arithmetic with it.
 */
static __always_inline __u64 word_at(__u64 address)
{
    const __u64 task = address - bpf_core_field_offset(struct task_struct, se.exec_start);

    return FIELD(task_struct, task, se.exec_start);
}

static __always_inline __u64 ids_slot(__u64 entry, __u32 index)
{
    return word_at(ids_node(entry) + bpf_core_field_offset(struct xa_node, slots) +
                   index % IDS_OF_LEAF * sizeof(__u64));
}

/* A position in a tree. */
struct ids_cursor {
    __u64 tree;
    __u64 leaf; /* the leaf of `next`; 0: none, or unknown */
    __u32 next; /* the next ID; 0: there are no more */
    __u32 reserved;
};

/*
 * Descends to the leaf of `next`, which is not 0. If there is none, `next` becomes the first ID
 * after the missing part of the tree.
 *
 * Not static, so that the verifier checks it once and not for every state in which it is called.
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
 * The struct pid of an ID; 0 if the ID is unused. (The tree's own temporary entries are small
 * numbers, at which no task is found.)
 */
static __always_inline __u64 ids_pid(__u64 leaf, __u32 id)
{
    return ids_slot(leaf, id);
}

/* The link in the task that has this ID; 0 if the task has exited. */
static __always_inline __u64 ids_link(__u64 pid)
{
    return (__u64)FIELD(pid, pid, tasks[PID_OF_THREAD].first);
}

static __always_inline __u64 ids_task(__u64 link)
{
    return link - bpf_core_field_offset(struct task_struct, pid_links);
}

/* Whether the ID is that of a group leader. */
static __always_inline int ids_leads(__u64 pid)
{
    return FIELD(pid, pid, tasks[PID_OF_GROUP].first) != 0;
}

/*
 * The tree of the initial PID namespace, found from the task `me`. It is the first member of struct
 * pid_namespace since 4.15; ids_tree_serves() checks that by looking up a known task. (The offset
 * is not relocated: the names of that type and of struct pid collide in the kernel's cache of type
 * lookups, so each load would search all types for both.)
 */
static __always_inline __u64 ids_tree(__u64 me)
{
    return (__u64)FIELD(idr, task_at(me)->thread_pid->numbers[0].ns, idr_rt.xa_head);
}

/*
 * Whether `me` is in that tree and in the initial PID namespace, so that its PIDs are those of the
 * tree.
 */
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

/* --- the delta cache, compared by reading few cache lines --- */

#define RECORDS_SIZE (WIRE_PAGE_SIZE - offsetof(struct wire_page, records))
#define CACHED_AT    (RECORDS_SIZE - WIRE_CACHED_MAX * sizeof(struct wire_cached))

enum cached_state {
    CACHED_NOT,   /* not cached, or changed since */
    CACHED_SAME,  /* unchanged, and marked so in the page */
    CACHED_LATER, /* entries of exited tasks must be skipped first: call again */
};

/*
 * A hash of what others may have changed in a cached task, and of when it last ran, since its TID
 * may have been reused; one comparison covers it all. In a walk of leaders it includes the parent;
 * otherwise each walk returns new group records with the parent.
 */
static __always_inline __u32 digest_of(const struct wire_page *page, __u64 address)
{
    struct task_struct *task = task_at(address);
    const __u64 comm = address + bpf_core_field_offset(struct task_struct, comm);
    /* Random odd numbers. */
    __u64 mixed = ((__u64)task_state(task) << 32 | task->flags) * 0x9e3779b97f4a7c15;

    mixed += ((__u64)task->prio << 32 | (__u32)task->static_prio) * 0xbf58476d1ce4e5b9;
    mixed += ((__u64)task->policy << 32 | task_processor(task)) * 0x94d049bb133111eb;
    mixed += task->se.exec_start * 0xd6e8feb86659fd93;
    mixed += word_at(comm) * 0xa0761d6478bd642f;
    mixed += word_at(comm + sizeof(__u64)) * 0xe7037ed1a0b428db;
    if (page->flags & WIRE_SUMS_ONLY)
        mixed += (__u64)task->real_parent->tgid * 0x8ebc6af09c88c6e3;
    return (mixed ^ mixed << 29) >> 32;
}

/* Stores the digest of a task for its record. */
__noinline int take_digest(struct wire_page *page, const __u64 *address)
{
    if (!page || !address)
        return 0;
    page->digest = digest_of(page, *address);
    return 0;
}

/* Compares the task with the TID page->next with its cache entry. */
__noinline int compare_cached(struct wire_page *page, const __u64 *address)
{
    const struct wire_cached *cached;
    __u32 at, place;

    if (!page || !address)
        return CACHED_NOT;
    at = page->cached_at;
    /* The entries are at the end of the largest possible array. */
    place = at + WIRE_CACHED_MAX - page->cached_count;
    if (place >= WIRE_CACHED_MAX)
        return CACHED_NOT;
    /* Otherwise clang 19 merges both comparisons, and the verifier loses track of the bounds. */
    barrier_var(place);
    if (at >= WIRE_CACHED_MAX)
        return CACHED_NOT;
    cached = (struct wire_cached *)(page->records + CACHED_AT) + place;
    if (cached->tid > page->next)
        return CACHED_NOT;
    page->cached_at = at + 1;
    if (cached->tid < page->next)
        return CACHED_LATER;
    if (cached->runtime != task_at(*address)->se.sum_exec_runtime ||
        cached->digest != digest_of(page, *address))
        return CACHED_NOT;
    page->same[at / 32] |= 1u << at % 32;
    return CACHED_SAME;
}

#endif
