// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Command lines and environments, which are in the memory of their processes: many in each run,
 * where procfs takes three system calls for each. The program sleeps while memory is paged in, so
 * it cannot be part of a walk.
 *
 * procfs reads them without waiting for a file system: only from anonymous memory. The helper has
 * no such rule, and also waits for mmap_lock. So both are checked first, and unusual cases are left
 * to procfs, whose reads are guarded. A process that changes its map between check and read may
 * still block the reader, so this read is guarded as well.
 *
 * Never pinned: procfs shows these texts of other users' processes only to root.
 */
#include "lib/source/bpf/kernel.bpf.h"

/*
 * Finds the memory area at an address of a process, in the tree in which the kernel looks areas up
 * (lib/maple_tree.c, since 6.1). Nothing is locked: the tree may change meanwhile, so the result is
 * a hint. Unlike bpf_find_vma(), which relies on a map that may just be freed, these reads cannot
 * fault.
 *
 * A node has pivots, the last addresses of its parts, and then the parts; the last part may have no
 * pivot. The code avoids branches, each of which doubles what the verifier follows.
 */

/* An entry of the tree: a node's address, which is aligned, with its type and flags. */
#define AREAS_NODE_MASK     255ull
#define AREAS_TYPE_SHIFT    3
#define AREAS_TYPE_MASK     15
#define AREAS_TYPE_LEAF     1 /* a maple_range_64 */
#define AREAS_TYPE_ARANGE   3
#define AREAS_RANGE_PIVOTS  15
#define AREAS_ARANGE_PIVOTS 9 /* this kind of node begins like the other, with fewer pivots */
#define AREAS_LEVELS        6

/* A position in the tree. */
struct areas_cursor {
    __u64 address; /* to be found */
    __u64 entry;   /* a node; at the end, an area */
    __u64 is_leaf;
};

/* 1 or 0. The two differ by at least a page, or `pivot` is the maximum. */
static __always_inline __u64 areas_is_greater(__u64 address, __u64 pivot)
{
    __u64 distance = (pivot >> 1) - (address >> 1);

    /* Otherwise the compiler makes a branch of it. */
    barrier_var(distance);
    return distance >> 63;
}

/*
 * Reads the word at any address, as the first pivot of a node placed accordingly, so that the
 * verifier does not see a pointer.
 */
static __always_inline __u64 areas_word(__u64 address)
{
    return FIELD(maple_range_64, address - bpf_core_field_offset(struct maple_range_64, pivot),
                 pivot[0]);
}

/* Descends one level; true at the end. */
static long areas_descend(__u32 level, struct areas_cursor *cursor)
{
    const __u64 address = cursor->address;
    const __u64 at = cursor->entry & ~AREAS_NODE_MASK;
    const __u64 type = cursor->entry >> AREAS_TYPE_SHIFT & AREAS_TYPE_MASK;
    const __u64 has_few = type == AREAS_TYPE_ARANGE;
    const struct maple_range_64 *node = CAST(maple_range_64, (void *)at);
    __u64 below = 1; /* address is above all pivots so far */
    __u64 part = 0;

    /* By constant indexes, since others are not relocated. */
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
 * Sets `end` to the end of the area that contains the address, if it is anonymous, so that no file
 * system has to provide its pages. Otherwise, or if it is not found, `end` is 0.
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

#define BYTES_SIZE (sizeof(((struct wire_text_page *)0)->bytes))

/* State of a run. */
struct run {
    struct wire_text_page *page;
};

/* The bounds of the texts in a memory map. */
struct bounds {
    __u64 arg_start, arg_end, env_start, env_end;
};

static __always_inline void find_bounds(__u64 map, struct bounds *bounds)
{
    const struct mm_struct *mm = CAST(mm_struct, (void *)map);

    bounds->arg_start = mm->arg_start;
    bounds->arg_end = mm->arg_end;
    bounds->env_start = mm->env_start;
    bounds->env_end = mm->env_end;
}

/* Whether no task changes the memory map or waits to do so: otherwise the helper would wait. */
static __always_inline int is_unlocked(__u64 map)
{
    const struct mm_struct *mm = CAST(mm_struct, (void *)map);

    return bpf_core_field_exists(mm->mmap_lock.count) &&
           (mm->mmap_lock.count.counter & RWSEM_BUSY) == 0;
}

/* Copies `size` bytes of the task's memory, at most WIRE_TEXT_LONGEST, after the other texts. */
static __always_inline int copy(struct wire_text_page *page, struct wire_text *text,
                                struct task_struct *task, __u64 start, __u64 size)
{
    const __u32 at = page->used;

    if (at > BYTES_SIZE - WIRE_TEXT_LONGEST || size == 0)
        return 0;
    /*
     * Otherwise the compiler compares size - 1, from which the verifier learns nothing about size.
     */
    barrier_var(size);
    if (size > WIRE_TEXT_LONGEST)
        return 0;
    if (bpf_copy_from_user_task(page->bytes + at, size, (void *)start, task, 0) < 0)
        return 0;
    text->at = at;
    text->len = size;
    return 1;
}

static __always_inline __u64 least(__u64 a, __u64 b)
{
    return a < b ? a : b;
}

/*
 * A process that overwrites its command line may continue into the environment after it. Then the
 * line no longer ends in a NUL, and the first NUL ends it (get_mm_proctitle() in fs/proc/base.c).
 */
static __always_inline void read_title(struct wire_text_page *page, struct wire_text *text,
                                       struct task_struct *task, const struct bounds *bounds,
                                       __u64 area_end)
{
    const __u64 start = bounds->arg_start;
    const int goes_on = bounds->env_start == bounds->arg_end && bounds->env_end > bounds->arg_end;
    const __u64 limit = (goes_on ? bounds->env_end : bounds->arg_end) - start;
    const __u64 size = least(least(limit, area_end - start), WIRE_TEXT_LONGEST);

    if (copy(page, text, task, start, size))
        text->kind = WIRE_TEXT_TITLE;
}

static __always_inline void read_bytes(struct wire_text_page *page, struct wire_text *text,
                                       struct task_struct *task, const struct bounds *bounds,
                                       __u64 map)
{
    const int environ = page->environ != 0;
    const __u64 start = environ ? bounds->env_start : bounds->arg_start;
    const __u64 end = environ ? bounds->env_end : bounds->arg_end;
    struct areas_search area = {0};
    __u32 last;

    /* A program that is just being started has no texts yet. */
    if (bounds->env_end == 0 || start >= end) {
        text->kind = WIRE_TEXT_WHOLE;
        return;
    }
    area.map = map;
    area.address = start;
    areas_find_anonymous(&area);
    if (area.end < end || !is_unlocked(map) || !copy(page, text, task, start, end - start))
        return;
    last = page->used + text->len - 1;
    if (!environ && last < BYTES_SIZE && page->bytes[last] != '\0')
        read_title(page, text, task, bounds, area.end);
    else
        text->kind = WIRE_TEXT_WHOLE;
}

/*
 * The memory map cannot be held, so it is read as a number, and the bounds are read twice; if both
 * are unchanged, the task has not called execve(2) meanwhile.
 */
static __always_inline void read_task(struct wire_text_page *page, struct wire_text *text,
                                      struct task_struct *trusted)
{
    const struct task_struct *task = task_at((__u64)trusted);
    const __u64 map = (__u64)task->mm;
    struct bounds bounds, after;

    if (!map || task->flags & PF_KTHREAD) {
        /* For a missing environment, procfs reports the reason. */
        text->kind = page->environ ? WIRE_TEXT_UNREAD : WIRE_TEXT_WHOLE;
        return;
    }
    find_bounds(map, &bounds);
    read_bytes(page, text, trusted, &bounds, map);
    find_bounds(map, &after);
    if ((__u64)task->mm != map || bounds.arg_start != after.arg_start ||
        bounds.arg_end != after.arg_end || bounds.env_start != after.env_start ||
        bounds.env_end != after.env_end)
        text->kind = WIRE_TEXT_UNREAD;
}

/* True if this run must end. */
static long read_text(__u32 index, struct run *run)
{
    struct wire_text_page *page = run->page;
    struct task_struct *task;
    struct wire_text *text;

    if (index >= WIRE_TEXTS || index >= page->count || page->used > BYTES_SIZE - WIRE_TEXT_LONGEST)
        return 1;
    text = &page->texts[index];
    text->kind = WIRE_TEXT_UNREAD;
    text->len = 0;
    text->at = 0;
    page->done = index + 1;
    task = bpf_task_from_pid(text->tid);
    if (!task)
        return 0;
    read_task(page, text, task);
    bpf_task_release(task);
    if (text->kind != WIRE_TEXT_UNREAD)
        page->used += text->len;
    return 0;
}

/* Accesses the argument as memory: a program may write its own argument only at fixed offsets. */
__noinline int run_page(struct wire_text_page *page)
{
    struct run run = {page};

    if (!page)
        return WIRE_REVOKED;
    page->done = page->used = 0;
    bpf_loop(WIRE_TEXTS, read_text, &run, 0);
    return WIRE_WALKED;
}

SEC("syscall")
int texts(struct wire_text_page *page)
{
    return run_page(page);
}
