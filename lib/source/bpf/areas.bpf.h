/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_AREAS_BPF_H
#define DOTPROC_SOURCE_BPF_AREAS_BPF_H

/*
 * What lies at an address of a process: its areas of memory, in the tree in which the kernel looks
 * them up (lib/maple_tree.c, since 6.1). Nothing is locked: the tree may change meanwhile, and what
 * is found is a hint. Unlike bpf_find_vma(), which relies on a map that may just be freed, these
 * are reads that cannot fault.
 */
#include "lib/base/unused.h"
#include "lib/source/bpf/words.bpf.h"

/* An entry of the tree: a node's address, which is aligned, with its type and marks. */
#define AREAS_NODE_MASK    255ull
#define AREAS_TYPE_SHIFT   3
#define AREAS_TYPE_MASK    15
#define AREAS_TYPE_LEAF    1
#define AREAS_TYPE_RANGE   2
#define AREAS_TYPE_ARANGE  3
#define AREAS_RANGE_PIVOTS 15
#define AREAS_LEVELS       6

/* A position in the tree. */
struct areas_cursor {
    __u64 entry;   /* a node; at the end, an area */
    __u64 address; /* that is looked for */
    __u64 pivots, slots;
    __u32 pivot_count;
    __u32 is_leaf;
};

static __always_inline __u64 areas_word(__u64 array, __u32 index)
{
    return word_at(array + index * sizeof(__u64));
}

/* The first pivot that is not less than the address; a pivot of 0 ends them. */
static long areas_try_pivot(__u32 index, struct areas_cursor *cursor)
{
    const __u64 pivot = areas_word(cursor->pivots, index);

    if (index < cursor->pivot_count && pivot < cursor->address && (pivot != 0 || index == 0))
        return 0;
    cursor->entry = areas_word(cursor->slots, index);
    return 1;
}

/* Goes down one level; true at the end. */
static long areas_descend(__u32 level UNUSED, struct areas_cursor *cursor)
{
    const __u64 node = cursor->entry & ~AREAS_NODE_MASK;
    const __u32 type = cursor->entry >> AREAS_TYPE_SHIFT & AREAS_TYPE_MASK;

    cursor->is_leaf = type == AREAS_TYPE_LEAF;
    if (type == AREAS_TYPE_ARANGE) {
        cursor->pivots = node + bpf_core_field_offset(struct maple_arange_64, pivot);
        cursor->slots = node + bpf_core_field_offset(struct maple_arange_64, slot);
        cursor->pivot_count = (cursor->slots - cursor->pivots) / sizeof(__u64);
    } else if (type == AREAS_TYPE_RANGE || cursor->is_leaf) {
        cursor->pivots = node + bpf_core_field_offset(struct maple_range_64, pivot);
        cursor->slots = node + bpf_core_field_offset(struct maple_range_64, slot);
        cursor->pivot_count = AREAS_RANGE_PIVOTS;
    } else {
        return 1;
    }
    bpf_loop(AREAS_RANGE_PIVOTS + 1, areas_try_pivot, cursor, 0);
    return cursor->is_leaf != 0;
}

/*
 * Where the area of a map ends that an address is in, if it is anonymous, that is: if no file
 * system is asked for its pages. Else, and where it is not found, 0.
 */
static __always_inline __u64 areas_anonymous_end(__u64 map, __u64 address)
{
    struct areas_cursor cursor = {.address = address};
    const struct vm_area_struct *area;

    cursor.entry = (__u64)FIELD(mm_struct, map, mm_mt.ma_root);
    bpf_loop(AREAS_LEVELS, areas_descend, &cursor, 0);
    if (!cursor.is_leaf)
        return 0;
    area = CAST(vm_area_struct, (void *)cursor.entry);
    if (area->vm_ops || area->vm_start > address || area->vm_end <= address)
        return 0;
    return area->vm_end;
}

#endif
