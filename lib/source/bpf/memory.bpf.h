/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_MEMORY_BPF_H
#define DOTPROC_SOURCE_BPF_MEMORY_BPF_H

/* A group's memory, whose RSS counters are per CPU: a part of its record. */

#include "lib/source/bpf/record.bpf.h"

#define CPUS_MAX 4096

/* One element per CPU: its distance from a per-CPU pointer, plus 1; 0 if not known yet. */
struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, __u64);
} landmark SEC(".maps");

/* The per-CPU pointer of the landmark map. */
static __always_inline __u64 landmark_base(void)
{
    __u64 base = 0;

    bpf_probe_read_kernel(
        &base, sizeof(base),
        (void *)(address_of(&landmark) + bpf_core_field_offset(struct bpf_array, pptrs)));
    return base;
}

struct cpu_sum {
    __u64 base;
    __u64 parts[RSS_KINDS]; /* per-CPU pointers */
    __s64 sums[RSS_KINDS];
};

/*
 * Reads through a cast pointer, if available: helper calls would keep the CPU from overlapping the
 * cache misses of several CPUs' counters.
 */
static __always_inline void add_part(struct cpu_sum *sum, __u32 kind, __u64 distance)
{
#ifdef WITHOUT_CAST
    __s32 part = 0;

    bpf_probe_read_kernel(&part, sizeof(part), (void *)(sum->parts[kind] + distance));
    sum->sums[kind] += part;
#else
    /* Read as pid::level of a struct pid placed accordingly. (word_at() may yield a pointer.) */
    const __u64 id = sum->parts[kind] + distance - bpf_core_field_offset(struct pid, level);

    sum->sums[kind] += (__s32)FIELD(pid, id, level);
#endif
}

/*
 * The distance of a CPU's memory never changes. So it is computed once for all users of the
 * program; if two compute it at the same time, they get the same value.
 */
static __always_inline __u64 distance_at(__u64 *here, const struct cpu_sum *sum)
{
    if (*here == 0)
        *here = (address_of(here) - sum->base) | 1;
    return *here & ~1ull;
}

static long add_cpu(__u32 cpu, struct cpu_sum *sum)
{
    __u32 key = 0;
    __u64 *here = bpf_map_lookup_percpu_elem(&landmark, &key, cpu);
    __u64 distance;

    if (!here)
        return 1;
    distance = distance_at(here, sum);
    add_part(sum, RSS_FILE, distance);
    add_part(sum, RSS_ANON, distance);
    add_part(sum, RSS_SWAP, distance);
    add_part(sum, RSS_SHMEM, distance);
    return 0;
}

/*
 * Sums per-CPU counters exactly: the common part and that of each CPU. The kernel does not provide
 * programs with the distance of a CPU's memory from a per-CPU pointer; it is taken from the
 * landmark map. Returns the number of CPUs.
 */
static __always_inline __u32 sum_counters(struct mm_struct *mm, struct wire_group *out)
{
    __u32 cpus;

    struct cpu_sum sum = {.base = landmark_base()};

    sum.parts[RSS_FILE] = (__u64)mm->rss_stat[RSS_FILE].counters;
    sum.parts[RSS_ANON] = (__u64)mm->rss_stat[RSS_ANON].counters;
    sum.parts[RSS_SWAP] = (__u64)mm->rss_stat[RSS_SWAP].counters;
    sum.parts[RSS_SHMEM] = (__u64)mm->rss_stat[RSS_SHMEM].counters;
    cpus = bpf_loop(CPUS_MAX, add_cpu, &sum, 0);
    out->file = mm->rss_stat[RSS_FILE].count + sum.sums[RSS_FILE];
    out->anon = mm->rss_stat[RSS_ANON].count + sum.sums[RSS_ANON];
    out->swap = mm->rss_stat[RSS_SWAP].count + sum.sums[RSS_SWAP];
    out->shmem = mm->rss_stat[RSS_SHMEM].count + sum.sums[RSS_SHMEM];
    return cpus;
}

/* Uses a helper, since the verifier of these kernels cannot load from an array of typedefs. */
static __always_inline void read_atomic_counters(struct mm_struct___atomic *mm,
                                                 struct wire_group *out)
{
    struct {
        __u64 kinds[RSS_KINDS];
    } counts = {};

    bpf_probe_read_kernel(&counts, sizeof(counts), &mm->rss_stat.count[0]);
    out->file = counts.kinds[RSS_FILE];
    out->anon = counts.kinds[RSS_ANON];
    out->swap = counts.kinds[RSS_SWAP];
    out->shmem = counts.kinds[RSS_SHMEM];
}

/* Returns the number of CPUs whose counters were summed; 0 unless `with_rss`. */
static __always_inline __u32 fill_memory(struct wire_group *out, struct task_struct *task,
                                         int with_rss)
{
    const __u64 page_mask = ~(WIRE_MEMORY_PAGE_BYTES - 1ull);
    struct mm_struct *mm = task->mm;
    __u32 cpus = 0;

    clear_memory(out);
    if (!mm || task->flags & PF_KTHREAD)
        return 0;
    out->total = mm->total_vm;
    out->locked = mm->locked_vm;
    out->data = mm->data_vm;
    out->stack = mm->stack_vm;
    out->text = (((mm->end_code + ~page_mask) & page_mask) - (mm->start_code & page_mask)) /
                WIRE_MEMORY_PAGE_BYTES;
    if (bpf_core_type_exists(struct mm_rss_stat)) {
        read_atomic_counters((struct mm_struct___atomic *)mm, out);
    } else if (with_rss) {
        cpus = sum_counters(mm, out);
    }
    if (task->mm != mm)
        clear_memory(out);
    return cpus;
}

#endif
