/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_AREAS_BPF_H
#define DOTPROC_SOURCE_BPF_AREAS_BPF_H

/*
 * What lies at an address of a process: its areas of memory, in the tree in which the kernel looks
 * them up (lib/maple_tree.c, since 6.1). Nothing is locked: the tree may change meanwhile, and what
 * is found is a hint. Unlike bpf_find_vma(), which relies on a map that may just be freed, these
 * are reads that cannot fault.
 *
 * A node has pivots, the last addresses of its parts, and then the parts; the last part may have no
 * pivot. It does without branches as far as it can, each of which doubles what the verifier
 * follows.
 */
#include "lib/base/unused.h"
#include "lib/source/bpf/kernel.bpf.h"

/* An entry of the tree: a node's address, which is aligned, with its type and marks. */
#define AREAS_NODE_MASK     255ull
#define AREAS_TYPE_SHIFT    3
#define AREAS_TYPE_MASK     15
#define AREAS_TYPE_LEAF     1 /* a maple_range_64 */
#define AREAS_TYPE_ARANGE   3
#define AREAS_RANGE_PIVOTS  15
#define AREAS_ARANGE_PIVOTS 9 /* a node of this kind begins as the other, with fewer pivots */
#define AREAS_LEVELS        6

/* A position in the tree. */
struct areas_cursor {
    __u64 address; /* that is looked for */
    __u64 entry;   /* a node; at the end, an area */
    __u64 is_leaf;
};

/* 1 or 0. They differ by a page at least, or the second is the greatest number. */
static __always_inline __u64 areas_is_greater(__u64 address, __u64 pivot)
{
    return ((pivot >> 1) - (address >> 1)) >> 63;
}

/* Reads a word at any address, as a first pivot placed accordingly: no pointer to the verifier. */
static __always_inline __u64 areas_word(__u64 address)
{
    return FIELD(maple_range_64, address - bpf_core_field_offset(struct maple_range_64, pivot),
                 pivot[0]);
}

/* Goes down one level; true at the end. */
static long areas_descend(__u32 level UNUSED, struct areas_cursor *cursor)
{
    const __u64 address = cursor->address;
    const __u64 at = cursor->entry & ~AREAS_NODE_MASK;
    const __u64 type = cursor->entry >> AREAS_TYPE_SHIFT & AREAS_TYPE_MASK;
    const __u64 has_few = type == AREAS_TYPE_ARANGE;
    const struct maple_range_64 *node = CAST(maple_range_64, (void *)at);
    __u64 below = 1; /* all pivots so far are */
    __u64 part = 0;

    /* By constant indices, as others are not relocated. */
#define PASS(index) part += (below &= areas_is_greater(address, node->pivot[index]))
    PASS(0);
    PASS(1);
    PASS(2);
    PASS(3);
    PASS(4);
    PASS(5);
    PASS(6);
    PASS(7);
    PASS(8);
    below &= !has_few;
    PASS(9);
    PASS(10);
    PASS(11);
    PASS(12);
    PASS(13);
    PASS(14);
#undef PASS
    part += has_few ? AREAS_ARANGE_PIVOTS : AREAS_RANGE_PIVOTS;
    cursor->entry =
        areas_word(at + bpf_core_field_offset(struct maple_range_64, pivot) + part * sizeof(__u64));
    cursor->is_leaf = type <= AREAS_TYPE_LEAF;
    return cursor->is_leaf != 0;
}

struct areas_search {
    __u64 map, address;
    __u64 end;
};

/*
 * Finds where the area of a map ends that an address is in, if it is anonymous, that is: if no file
 * system is asked for its pages. Else, and where it is not found, `end` is 0.
 *
 * Not static, so that the verifier checks it once and not for every state in which it is called.
 */
__noinline int areas_find_anonymous(struct areas_search *search)
{
    struct areas_cursor cursor = {0};
    const struct vm_area_struct *area;

    if (!search)
        return 0;
    search->end = 0;
    cursor.address = search->address;
    cursor.entry = areas_word(search->map + bpf_core_field_offset(struct mm_struct, mm_mt.ma_root));
    bpf_loop(AREAS_LEVELS, areas_descend, &cursor, 0);
    if (!cursor.is_leaf)
        return 0;
    area = CAST(vm_area_struct, (void *)cursor.entry);
    if (!area->vm_ops && area->vm_start <= cursor.address && area->vm_end > cursor.address)
        search->end = area->vm_end;
    return 0;
}

#endif
