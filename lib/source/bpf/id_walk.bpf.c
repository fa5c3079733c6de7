// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * All tasks, a page of records in each run. The page is the program's argument, which the kernel
 * copies in and out; it has the ID to continue from. The program keeps no state between runs and
 * shares none between readers, so it can be pinned: whoever may open the pin may run it, without
 * permission to load programs, and any number of readers can do so at the same time.
 *
 * The caller's page is not trusted: it contains an ID to continue from and figures to compare with,
 * and a run visits a limited number of tasks.
 *
 * The walk goes from ID to ID, so it cannot lose its place when a task exits, and no task that
 * stays is missed or visited twice.
 *
 * Three variants, since each feature makes loading slower: BARE is without memory, FULL has status
 * and the delta cache.
 */
#ifndef FULL
#define FULL 0
#endif

#include "lib/source/bpf/id_walk.bpf.h"
#ifndef BARE
#include "lib/source/bpf/memory.bpf.h"
#endif

/*
 * The maximum number of tasks, and of IDs, used or not, in a run: it delays other tasks and RCU by
 * at most 0.2 ms.
 */
#define VISITS_MAX WIRE_CACHED_MAX
#define STEPS_MAX  8192

/* The number of CPUs whose counters take as long to read as a visit. */
#define CPUS_PER_VISIT 3

/*
 * The maximum number of threads of an exited leader that are searched for the group's memory: every
 * thread has it unless it is exiting.
 */
#define HOLDERS_MAX 64

/* The maximum size written by a step, plus the sums after the last step. */
#define STEP_SIZE                                                                        \
    (sizeof(struct wire_group) + sizeof(struct wire_task) + sizeof(struct wire_status) + \
     2 * sizeof(struct wire_sums))

/*
 * State of a run. All that changes from task to task is in the page, except for the leaf of
 * page->next: otherwise the verifier would follow every value of a variable, for seconds.
 */
struct run {
    struct wire_page *page;
    struct ids_cursor ids;
};

#ifdef BARE
/* The task's own record shows whether it has any memory. */
static __always_inline __u32 put_rest(struct wire_group *out, __u64 leader, __u32 flags)
{
    clear_memory(out);
    out->total = 1;
    return 0;
}
#else
struct search {
    __u64 task, head;
};

static long search_holder(__u32 index, struct search *search)
{
    struct task_struct *task = task_at(search->task);
    __u64 next = (__u64)task->thread_node.next;

    if (task->mm || next == search->head)
        return 1;
    search->task = next - bpf_core_field_offset(struct task_struct, thread_node);
    return 0;
}

/* An exited leader has released its memory; the other threads have not. */
static __always_inline __u64 memory_holder(__u64 leader)
{
    struct task_struct *task = task_at(leader);
    struct search search = {leader, 0};

    if (task->mm || task->flags & PF_KTHREAD)
        return leader;
    search.head = (__u64)task->signal + bpf_core_field_offset(struct signal_struct, thread_head);
    bpf_loop(HOLDERS_MAX, search_holder, &search, 0);
    return search.task;
}

/* Adds what a BARE program leaves out. Returns the number of CPUs whose counters were summed. */
static __always_inline __u32 put_rest(struct wire_group *out, __u64 leader, __u32 flags)
{
    if (FULL && flags & WIRE_STATUSES)
        fill_signals(out, task_at(leader));
    return fill_memory(out, task_at(memory_holder(leader)), !(flags & WIRE_NO_RSS));
}
#endif

/*
 * The following functions are not static, so that the verifier checks them once and not for every
 * state in which they are called. Addresses are passed through memory, where they lose their type:
 * the verifier accepts only numbers as arguments.
 */
__noinline int put_group(const struct wire_page *page, struct wire_group *out, const __u64 *leader)
{
    const struct viewer viewer = {0};

    if (!page || !out || !leader)
        return 0;
    fill_group(out, task_at(*leader), &viewer);
    return put_rest(out, *leader, page->flags) / CPUS_PER_VISIT;
}

__noinline int put_task(const struct wire_page *page, struct wire_task *out, const __u64 *address)
{
    const struct viewer viewer = {0};

    if (!page || !out || !address)
        return 0;
    fill_task(out, task_at(*address), &viewer);
    out->digest = page->digest;
    return 0;
}

__noinline int put_status(struct wire_status *out, const __u64 *address)
{
    if (!out || !address)
        return 0;
    fill_status(out, task_at(*address), task_at(*address)->pid);
    return 0;
}

/* Writes the current sums at `at`; returns the new `at`. */
static __always_inline __u32 end_sums(struct wire_page *page, __u32 at)
{
    struct wire_sums *out = (struct wire_sums *)(page->records + at);

    if (!page->sums.tgid)
        return at;
    *out = page->sums;
    page->sums.tgid = 0;
    return at + sizeof(*out);
}

/* Adds a thread to the sums; writes them first if it belongs to another group. */
static __always_inline __u32 add_to_sums(struct wire_page *page, __u32 at, struct task_struct *task)
{
    struct wire_sums *sums = &page->sums;
    __u32 tgid = task->tgid;

    if (sums->tgid != tgid) {
        at = end_sums(page, at);
        *sums = (struct wire_sums){.kind = WIRE_SUMS, .tgid = tgid};
    }
    sums->threads++;
    sums->runtime += task->se.sum_exec_runtime;
    sums->utime += task->utime;
    sums->stime += task->stime;
    sums->minflt += task->min_flt;
    sums->majflt += task->maj_flt;
    return at;
}

static __always_inline __u32 add_task(struct wire_page *page, __u32 at, const __u64 *address)
{
    put_task(page, (struct wire_task *)(page->records + at), address);
    at += sizeof(struct wire_task);
    if (FULL && page->flags & WIRE_STATUSES) {
        put_status((struct wire_status *)(page->records + at), address);
        at += sizeof(struct wire_status);
    }
    return at;
}

static __always_inline __u32 add_hidden(struct wire_page *page, __u32 at, __u32 tgid)
{
    struct wire_hidden *out = (struct wire_hidden *)(page->records + at);

    out->kind = WIRE_HIDDEN;
    out->tgid = tgid;
    return at + sizeof(*out);
}

/*
 * A sandbox may hide some tasks from programs. A task that bpf_task_from_pid() does not return is
 * not read directly either, except for its tgid, by which the reader finds the group in procfs.
 * Threads of a group are mostly adjacent, so the last result is remembered.
 */
__noinline int is_handed_out(struct wire_page *page, const __u64 *address)
{
    struct task_struct *trusted;
    __u32 tgid;

    if (!page || !address)
        return 0;
    tgid = task_at(*address)->tgid;
    if (page->handed_out == tgid)
        return 1;
    trusted = bpf_task_from_pid(tgid);
    if (!trusted)
        return 0;
    bpf_task_release(trusted);
    page->handed_out = tgid;
    return 1;
}

/* Writes the records of a task, and of its group if it is the leader. */
static __always_inline void visit(struct wire_page *page, __u32 at, const __u64 *task, int leads,
                                  int same)
{
    __u32 sums_only = page->flags & WIRE_SUMS_ONLY;
    int alone = leads || !sums_only; /* it has a record of its own */

    page->visited++;
    if (same && (!leads || sums_only))
        return;
    if (!is_handed_out(page, task)) {
        page->visited--;
        if (leads)
            page->used = add_hidden(page, at, page->next);
        return;
    }
    /* Taken before all else: if the task runs meanwhile, the next comparison detects it. */
    if (FULL && page->flags & WIRE_DIGESTS && alone)
        take_digest(page, task);
    if (leads) {
        page->rss_cost += put_group(page, (struct wire_group *)(page->records + at), task);
        at += sizeof(struct wire_group);
    }
    if (sums_only)
        at = add_to_sums(page, at, task_at(*task));
    if (!same && alone)
        at = add_task(page, at, task);
    page->used = at;
}

/*
 * Tasks are scattered over memory, and each takes several cache lines. A short loop prefetches what
 * will be read of all tasks of a leaf, so that cache misses overlap.
 */
struct prefetch {
    __u64 leaf;
    __u32 flags;  /* page->flags */
    __u32 cached; /* most tasks will only be compared */
};

/* Prefetches a cache line without waiting for it. */
#define PREFETCH(field)                             \
    do {                                            \
        __u64 value = (__u64)(field);               \
                                                    \
        asm volatile("" : : "r"(value) : "memory"); \
    } while (0)

static __always_inline void prefetch_task(struct task_struct *task, int leads,
                                          const struct prefetch *prefetch)
{
    const __u32 sums_only = prefetch->flags & WIRE_SUMS_ONLY;
    const int compared = prefetch->cached && (leads || !sums_only);

    PREFETCH(task->se.sum_exec_runtime);
    if (!compared || sums_only)
        PREFETCH(task->pid);
    if (!compared) {
        PREFETCH(task->min_flt);
        PREFETCH(task->utime);
    }
    if (sums_only && !compared)
        return;
    PREFETCH(task->flags);
    PREFETCH(task->prio);
    PREFETCH(task->policy);
    PREFETCH(task->comm[0]);
    if (compared)
        return;
    PREFETCH(task->mm);
    PREFETCH(task->exit_state);
}

static long prefetch_at(__u32 index, struct prefetch *prefetch)
{
    const __u64 pid = ids_pid(prefetch->leaf, index);
    const __u64 link = pid ? ids_link(pid) : 0;

    if (link)
        prefetch_task(task_at(ids_task(link)), ids_leads(pid), prefetch);
    return 0;
}

/* Finds the leaf of page->next, or advances page->next to where the next leaf may be. */
__noinline int find_leaf(struct wire_page *page, struct ids_cursor *cursor)
{
    struct prefetch prefetch = {0};

    if (!page || !cursor)
        return 0;
    cursor->next = page->next;
    ids_find_leaf(cursor);
    page->next = cursor->next;
    page->done = page->next == 0;
    prefetch.leaf = cursor->leaf;
    prefetch.cached = page->cached_count;
    prefetch.flags = page->flags;
    if (prefetch.leaf)
        bpf_loop(IDS_OF_LEAF, prefetch_at, &prefetch, 0);
    return 0;
}

/* Advances by one ID or to another leaf; true if this run must end. */
static long step(__u32 index, struct run *run)
{
    struct wire_page *page = run->page;
    __u32 at = page->used;
    int cached = CACHED_NOT;
    __u64 pid, link, task;

    if (at > RECORDS_SIZE - STEP_SIZE ||
        at + page->cached_count * sizeof(struct wire_cached) > RECORDS_SIZE - STEP_SIZE ||
        page->visited + page->rss_cost >= VISITS_MAX || page->next >= page->end || page->done)
        return 1;
    if (!run->ids.leaf) {
        find_leaf(page, &run->ids);
        return 0;
    }
    pid = ids_pid(run->ids.leaf, page->next);
    link = pid ? ids_link(pid) : 0;
    if (link) {
        task = ids_task(link);
        if (FULL)
            cached = compare_cached(page, &task);
        if (cached == CACHED_LATER)
            return 0;
        visit(page, at, &task, ids_leads(pid), cached == CACHED_SAME);
    }
    page->next++;
    if (page->next % IDS_OF_LEAF == 0)
        run->ids.leaf = 0;
    return 0;
}

static __always_inline void begin_page(struct wire_page *page)
{
    fill_header(&page->header);
    page->used = page->visited = page->done = 0;
    __builtin_memset(page->same, 0, sizeof(page->same));
    page->cached_at = page->handed_out = page->rss_cost = page->digest = page->sums.tgid = 0;
    if (page->cached_count > WIRE_CACHED_MAX)
        page->cached_count = 0;
    /* No task has ID 0. */
    if (page->next == 0)
        page->next = 1;
}

/* Accesses the argument as memory: a program may write its own argument only at fixed offsets. */
__noinline int run_page(struct wire_page *page)
{
    const __u64 me = bpf_get_current_task();
    struct run run = {.page = page};
    int serves;
    __u32 at;

    if (!page)
        return WIRE_REVOKED;
    begin_page(page);
    bpf_rcu_read_lock();
    run.ids.tree = ids_tree(me);
    serves = ids_tree_serves(run.ids.tree, me);
    if (serves)
        bpf_loop(STEPS_MAX, step, &run, 0);
    bpf_rcu_read_unlock();
    if (!serves)
        return WIRE_ELSEWHERE;
    at = page->used;
    if (at <= RECORDS_SIZE - sizeof(struct wire_sums))
        page->used = end_sums(page, at);
    return WIRE_WALKED;
}

SEC("syscall")
int walk(struct wire_page *page)
{
    return is_revoked() ? WIRE_REVOKED : run_page(page);
}
