// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Command lines and environments, which are in the memory of their processes: many in each run,
 * where procfs takes three system calls for each. It sleeps while memory is paged in, so it cannot
 * be part of a walk.
 *
 * procfs reads them without waiting for a file system: only from memory without a file behind it.
 * The helper has no such rule, and waits for the lock of the memory map, too. So both are looked at
 * first, and what is not as usual is left to procfs and to whoever guards its reads. A process that
 * changes its map in the instant between may still hold up the reader, who is guarded as well.
 *
 * Never pinned: it reads what procfs shows of other users' processes to root alone.
 */
#include "lib/base/unused.h"
#include "lib/source/bpf/areas.bpf.h"
#include "lib/source/bpf/kernel.bpf.h"

/* Only GPL programs may call the helpers; the LGPL allows that. */
char program_license[] SEC("license") = "GPL";

#define BYTES_SIZE (sizeof(((struct wire_text_page *)0)->bytes))

extern struct task_struct *bpf_task_from_pid(__s32 pid) __ksym;
extern void bpf_task_release(struct task_struct *task) __ksym;

/* A run. */
struct run {
    struct wire_text_page *page;
};

/* Where the texts of a memory map are. */
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

/* Whether nobody changes the memory map or waits for that: the helper would wait as well. */
static __always_inline int is_unlocked(__u64 map)
{
    const struct mm_struct *mm = CAST(mm_struct, (void *)map);

    return bpf_core_field_exists(mm->mmap_lock.count) &&
           (mm->mmap_lock.count.counter & RWSEM_BUSY) == 0;
}

/* Copies `size` bytes of the task's memory, at most WIRE_TEXT_LONGEST, behind the other texts. */
static __always_inline int copy(struct wire_text_page *page, struct wire_text *text,
                                struct task_struct *task, __u64 start, __u64 size)
{
    const __u32 at = page->used;

    if (at > BYTES_SIZE - WIRE_TEXT_LONGEST || size == 0 || size > WIRE_TEXT_LONGEST)
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
 * A process that overwrites its command line may go on into its environment behind it: then the
 * line no longer ends in a NUL, and what counts is the first NUL (get_mm_proctitle() in
 * fs/proc/base.c).
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
 * The memory map cannot be held, so it is read as a number, as are the bounds; if they are the same
 * afterwards, the task has not started another program meanwhile.
 */
static __always_inline void read_task(struct wire_text_page *page, struct wire_text *text,
                                      struct task_struct *trusted)
{
    const struct task_struct *task = task_at((__u64)trusted);
    const __u64 map = (__u64)task->mm;
    struct bounds bounds, after;

    if (!map || task->flags & PF_KTHREAD) {
        /* Of an environment procfs says why there is none. */
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

/* True when this run has to end. */
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

/* Takes the argument as memory: of a program's own argument only fixed offsets may be written. */
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
