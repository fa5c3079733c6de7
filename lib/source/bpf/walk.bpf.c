// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * All tasks, a page of records in each run: the page is the argument that the caller passes and
 * the kernel copies back, and where to go on is in it. The program keeps nothing between runs and
 * shares nothing between readers, so that it can be pinned: whoever may open the pin may run it,
 * without the right to load programs, and as many at a time as like.
 *
 * What a caller passes is not to be believed. The tasks gone on from are looked up, a run visits
 * so many tasks and no more, and what it says the sums are comes back to it alone.
 *
 * The kernel's lists are followed by hand, as its own loops over them do it under RCU: from a task
 * to the next one of its group, from a leader to the next leader, round the circle. Its iterator
 * for programs would start from the front in every run.
 */
#include "lib/source/bpf/record.bpf.h"

/* bpf_rdonly_cast() and the helpers are for programs under the GPL alone, which the LGPL allows. */
char program_license[] SEC("license") = "GPL";

/*
 * Steps in a run, about one for each task: it holds off neither other tasks nor the kernel's
 * clean-up for long, 0.2 ms.
 */
#define STEPS_MAX 1024

/* Threads of a dead leader that are searched for the group's memory: all but those just dying. */
#define HOLDERS_MAX 64

#define RECORDS_SIZE (WIRE_PAGE_SIZE - offsetof(struct wire_page, records))

/* What a step may put out. */
#define STEP_SIZE \
    (sizeof(struct wire_group) + sizeof(struct wire_task) + sizeof(struct wire_status))

extern struct task_struct *bpf_task_from_pid(__s32 pid) __ksym;
extern void bpf_task_release(struct task_struct *task) __ksym;
extern void bpf_rcu_read_lock(void) __ksym;
extern void bpf_rcu_read_unlock(void) __ksym;

#ifdef WITH_GATE
/* Of a pinned program, whether it has been taken back: users may hold it longer than its pin. */
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, __u32);
} gate SEC(".maps");

static __always_inline int is_closed(void)
{
    __u32 key = 0;
    const __u32 *closed = bpf_map_lookup_elem(&gate, &key);

    return !closed || *closed;
}
#else
static __always_inline int is_closed(void)
{
    return 0;
}
#endif

/* Where a run is: tasks as addresses, which can be counted with, and are good under RCU alone. */
struct place {
    __u64 task;   /* visited last */
    __u64 head;   /* of the list of its group's threads */
    __u64 leader; /* of the group to begin with next; 0 within a group */
};

/*
 * All else that changes from task to task is kept in the page: of a variable the verifier would
 * follow every value that it can have, for seconds.
 */
struct run {
    struct wire_page *page;
    struct place place;
    __u32 end; /* the group where the circle closes: the caller's own */
};

/*
 * Lets the verifier forget what the addresses are pointers to: memory that a function like this
 * gets holds numbers from then on. It would follow each mix of types through all of a step.
 */
__noinline int forget_types(struct place *place)
{
    asm volatile("" : : "r"(place) : "memory");
    return 0;
}

static __always_inline struct task_struct *task_at(__u64 address)
{
    return CAST(task_struct, (void *)address);
}

static __always_inline __u64 list_of_threads(struct task_struct *task)
{
    return (__u64)task->signal + bpf_core_field_offset(struct signal_struct, thread_head);
}

/* The entry behind a task's own in the list of its group's threads: a thread's, or the head. */
static __always_inline __u64 next_entry(struct task_struct *task)
{
    return (__u64)task->thread_node.next;
}

static __always_inline __u64 thread_of_entry(__u64 entry)
{
    return entry - bpf_core_field_offset(struct task_struct, thread_node);
}

static __always_inline __u64 next_leader(struct task_struct *leader)
{
    return (__u64)leader->tasks.next - bpf_core_field_offset(struct task_struct, tasks);
}

struct search {
    __u64 task, head;
};

static long search_holder(__u32 index, struct search *search)
{
    struct task_struct *task = task_at(search->task);
    __u64 next = next_entry(task);

    (void)index;
    if (task->mm || next == search->head)
        return 1;
    search->task = thread_of_entry(next);
    return 0;
}

/* A dead leader has given its memory up, and the other threads have not. */
static __always_inline __u64 memory_holder(__u64 leader)
{
    struct task_struct *task = task_at(leader);
    struct search search = {leader, 0};

    if (task->mm || task->flags & PF_KTHREAD)
        return leader;
    search.head = list_of_threads(task);
    bpf_loop(HOLDERS_MAX, search_holder, &search, 0);
    return search.task;
}

/*
 * These functions are not static for the verifier's sake, who then goes through them once and not
 * for every state in which they may be called. The address is passed by way of memory, where it
 * loses its type: as an argument only a number would be taken.
 */
__noinline int put_group(struct wire_group *out, const __u64 *leader)
{
    const struct wire_viewer viewer = {0};

    if (!out || !leader)
        return 0;
    fill_group(out, task_at(*leader), &viewer);
    fill_memory(out, task_at(memory_holder(*leader)));
    return 0;
}

__noinline int put_task(struct wire_task *out, const __u64 *address)
{
    const struct wire_viewer viewer = {0};

    if (!out || !address)
        return 0;
    fill_task(out, task_at(*address), &viewer);
    return 0;
}

#ifdef WITH_STATUS
__noinline int put_status(struct wire_status *out, const __u64 *address)
{
    if (!out || !address)
        return 0;
    fill_status(out, task_at(*address), task_at(*address)->pid);
    return 0;
}
#endif

static __always_inline void begin_sums(struct wire_sums *sums, struct task_struct *leader)
{
    const struct signal_struct *dead = leader->signal;

    sums->utime = dead->utime;
    sums->stime = dead->stime;
    sums->runtime = dead->sum_sched_runtime;
    sums->minflt = dead->min_flt;
    sums->majflt = dead->maj_flt;
}

static __always_inline void add_thread(struct wire_sums *sums, struct task_struct *task)
{
    sums->utime += task->utime;
    sums->stime += task->stime;
    sums->runtime += task->se.sum_exec_runtime;
    sums->minflt += task->min_flt;
    sums->majflt += task->maj_flt;
}

/* The functions that follow put records out at `at`, where there is room, and give the new `at`. */
static __always_inline __u32 add_task(struct wire_page *page, __u32 at, const __u64 *address)
{
    put_task((struct wire_task *)(page->records + at), address);
    at += sizeof(struct wire_task);
#ifdef WITH_STATUS
    if (page->flags & WIRE_STATUSES) {
        put_status((struct wire_status *)(page->records + at), address);
        at += sizeof(struct wire_status);
    }
#endif
    return at;
}

static __always_inline __u32 add_group(struct wire_page *page, __u32 at, const __u64 *leader)
{
    put_group((struct wire_group *)(page->records + at), leader);
    return at + sizeof(struct wire_group);
}

static __always_inline __u32 add_summed(struct wire_page *page, __u32 at, const __u64 *leader)
{
    struct wire_group *out = (struct wire_group *)(page->records + at);

    at = add_group(page, at, leader);
    out->utime = page->sums.utime;
    out->stime = page->sums.stime;
    out->runtime = page->sums.runtime;
    out->minflt = page->sums.minflt;
    out->majflt = page->sums.majflt;
    return at;
}

/*
 * A kernel may keep programs from seeing some tasks. What it would not hand out is not taken by
 * hand either, but for the id, by which the reader asks procfs.
 */
__noinline int is_handed_out(const __u64 *leader)
{
    struct task_struct *trusted = leader ? bpf_task_from_pid(task_at(*leader)->pid) : 0;

    if (!trusted)
        return 0;
    bpf_task_release(trusted);
    return 1;
}

static __always_inline void add_hidden(struct wire_page *page, __u32 at, __u64 leader)
{
    struct wire_hidden *out = (struct wire_hidden *)(page->records + at);

    out->kind = WIRE_HIDDEN;
    out->tgid = task_at(leader)->tgid;
    page->used = at + sizeof(*out);
}

/* On to the group behind that of `leader`; true when that was the last. */
static __always_inline long move_on(struct run *run, __u64 leader)
{
    __u64 next = next_leader(task_at(leader));

    /* The one with number 0 is no process. */
    if (task_at(next)->tgid == 0)
        next = next_leader(task_at(next));
    if ((__u32)task_at(next)->tgid == run->end) {
        run->page->done = 1;
        return 1;
    }
    run->place.leader = next;
    forget_types(&run->place);
    return 0;
}

/*
 * Finds the task that comes next: the leader of the next group, or another thread of this one. Or
 * there is none, and its result is the leader of the group to leave; else 0.
 */
static __always_inline __u64 choose(struct run *run, __u32 at, __u64 *task)
{
    struct wire_page *page = run->page;
    __u64 leader = run->place.leader;
    __u64 entry;

    *task = leader;
    if (leader) {
        if (is_handed_out(task))
            return 0;
        add_hidden(page, at, leader);
        return leader;
    }
    entry = next_entry(task_at(run->place.task));
    *task = thread_of_entry(entry);
    if (entry != run->place.head)
        return 0;
    leader = (__u64)task_at(run->place.task)->group_leader;
    if (page->flags & WIRE_SUMS_ONLY)
        page->used = add_summed(page, at, &leader);
    return leader;
}

/* Puts out what there is to say of a task, and of its group when that begins with it. */
static __always_inline void visit(struct run *run, __u32 at, __u64 task)
{
    struct wire_page *page = run->page;
    __u32 sums_only = page->flags & WIRE_SUMS_ONLY;
    __u64 begins = run->place.leader;

    if (begins) {
        run->place.head = list_of_threads(task_at(task));
        if (sums_only)
            begin_sums(&page->sums, task_at(task));
        else
            at = add_group(page, at, &task);
    }
    if (sums_only)
        add_thread(&page->sums, task_at(task));
    if (!sums_only || begins)
        at = add_task(page, at, &task);
    page->used = at;
    page->visited++;
    run->place.task = task;
    run->place.leader = 0;
    forget_types(&run->place);
}

/* Goes on by one task; true when this run has to end. */
static long step(__u32 index, struct run *run)
{
    __u32 at = run->page->used;
    __u64 task, left;

    (void)index;
    if (at > RECORDS_SIZE - STEP_SIZE)
        return 1;
    left = choose(run, at, &task);
    if (left)
        return move_on(run, left);
    visit(run, at, task);
    return 0;
}

/* Finds the task to go on behind, or the leader to begin with; false when it has gone. */
static __always_inline int find_start(struct run *run, struct task_struct *me)
{
    struct wire_page *page = run->page;
    struct task_struct *trusted, *task;

    run->end = me->tgid;
    run->place.task = run->place.leader = (__u64)me->group_leader;
    if (page->group == 0)
        return 1;
    trusted = bpf_task_from_pid(page->thread ? page->thread : page->group);
    if (!trusted)
        return 0;
    run->place.task = run->place.leader = (__u64)trusted;
    /* The task may go from now on, its memory stays: the caller is within RCU. */
    bpf_task_release(trusted);
    task = task_at(run->place.task);
    if ((__u32)task->tgid != page->group)
        return 0;
    if (page->thread) {
        run->place.leader = 0;
        run->place.head = list_of_threads(task);
    }
    return 1;
}

static __always_inline void put_header(struct wire_header *header)
{
    header->kind = WIRE_HEADER;
    header->magic = WIRE_MAGIC;
    header->version = WIRE_VERSION;
    header->task_size = sizeof(struct wire_task);
    header->group_size = sizeof(struct wire_group);
    header->status_size = sizeof(struct wire_status);
}

/* The argument as memory: of the program's own argument only fixed places could be written. */
__noinline int run_page(struct wire_page *page)
{
    struct task_struct *me = task_at(bpf_get_current_task());
    struct run run = {.page = page};
    int found;

    if (!page)
        return WIRE_LOST;
    if (me->thread_pid->level > 0)
        return WIRE_ELSEWHERE;
    put_header(&page->header);
    page->used = page->visited = page->done = 0;
    bpf_rcu_read_lock();
    found = find_start(&run, me);
    if (found) {
        forget_types(&run.place);
        bpf_loop(STEPS_MAX, step, &run, 0);
        page->group = task_at(run.place.task)->tgid;
        page->thread = task_at(run.place.task)->pid;
    }
    bpf_rcu_read_unlock();
    return found ? WIRE_WALKED : WIRE_LOST;
}

SEC("syscall")
int walk(struct wire_page *page)
{
    return is_closed() ? WIRE_CLOSED : run_page(page);
}
