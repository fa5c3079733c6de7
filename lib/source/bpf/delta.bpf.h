/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_DELTA_BPF_H
#define DOTPROC_SOURCE_BPF_DELTA_BPF_H

/*
 * Whether a task is still as in the reader's delta cache, checked by reading few cache lines.
 *
 * These functions are not static because of the verifier: see id_walk.bpf.c.
 */
#include "lib/source/bpf/ids.bpf.h"
#include "lib/source/bpf/record.bpf.h"

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
