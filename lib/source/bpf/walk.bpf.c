// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * All tasks into arrays that the reader has mapped: no system call per task, no copy.
 *
 * The first run notes the thread groups; it and those that follow visit their threads, about as
 * many at a time as they are told: the walk holds off neither other tasks nor the kernel's clean-up
 * for long, and costs no more in pieces. Needs the task iterator of 6.7.
 *
 * It is one program because the loader looks every kernel function up for every program anew.
 */
#define MEMORY_APART
#include "lib/source/bpf/record.bpf.h"

/* bpf_rdonly_cast() and the helpers are for programs under the GPL alone, which the LGPL allows. */
char program_license[] SEC("license") = "GPL";

/* enum in kernel/bpf/task_iter.c */
#define ITERATE_PROCESSES 0
#define ITERATE_THREADS   2

#define GROUPS_MAX (1 << 23) /* bpf_loop() allows no more; twice the largest pid_max */

struct bpf_iter_task {
    __u64 opaque[3];
} __attribute__((aligned(8)));

extern int bpf_iter_task_new(struct bpf_iter_task *it, struct task_struct *task,
                             unsigned int flags) __ksym;

/*
 * Once in the code of each loop: when the compiler takes the first call out of a loop, the
 * verifier of 6.18 finds a loop without a way back ("no SCC in verification path").
 */
extern struct task_struct *bpf_iter_task_next(struct bpf_iter_task *it) __ksym
    __attribute__((noduplicate));

extern void bpf_iter_task_destroy(struct bpf_iter_task *it) __ksym;
extern struct task_struct *bpf_task_from_pid(__s32 pid) __ksym;
extern void bpf_task_release(struct task_struct *task) __ksym;
extern void bpf_rcu_read_lock(void) __ksym;
extern void bpf_rcu_read_unlock(void) __ksym;

/* The reader sets the sizes before it loads. */
#define ARRAY(name_, type_)                \
    struct {                               \
        __uint(type, BPF_MAP_TYPE_ARRAY);  \
        __uint(map_flags, BPF_F_MMAPABLE); \
        __uint(max_entries, 1);            \
        __type(key, __u32);                \
        __type(value, struct type_);       \
    } name_ SEC(".maps")

ARRAY(groups, wire_group);
ARRAY(tasks, wire_task);
#ifdef WITH_STATUS
ARRAY(statuses, wire_status);
#endif

static __always_inline void list_groups(struct wire_walk *walk)
{
    struct bpf_iter_task it;
    struct task_struct *task;
    __u32 count = 0;

    bpf_rcu_read_lock();
    bpf_iter_task_new(&it, 0, ITERATE_PROCESSES);
    while ((task = bpf_iter_task_next(&it))) {
        struct wire_group *group;
        __u32 key = count;

        if (task->tgid == 0)
            continue;
        group = bpf_map_lookup_elem(&groups, &key);
        if (!group) {
            walk->overflow = 1;
            break;
        }
        group->kind = WIRE_NONE;
        group->root_tgid = task->tgid;
        count++;
    }
    bpf_iter_task_destroy(&it);
    bpf_rcu_read_unlock();
    walk->groups = count;
}

static __always_inline void add_thread(struct wire_group *group, struct task_struct *task)
{
    group->utime += task->utime;
    group->stime += task->stime;
    group->runtime += task->se.sum_exec_runtime;
    group->minflt += task->min_flt;
    group->majflt += task->maj_flt;
}

/* Puts one thread out; false when there is no room. */
static __always_inline int put_task(struct wire_walk *walk, struct task_struct *task)
{
    __u32 key = walk->tasks;
    struct wire_task *out = bpf_map_lookup_elem(&tasks, &key);

    if (!out)
        return 0;
    if (!fill_task(out, task, &walk->viewer))
        return 1;
#ifdef WITH_STATUS
    struct wire_status *status = bpf_map_lookup_elem(&statuses, &key);

    if (status)
        fill_status(status, task, out->tid);
#endif
    walk->tasks++;
    return 1;
}

/* Visits the threads of one group from `first` on; done or not, says walk->done. */
static __always_inline void walk_threads(struct wire_walk *walk, struct wire_group *group,
                                         struct task_struct *first)
{
    struct bpf_iter_task it;
    struct task_struct *trusted;

    walk->done = 1;
    bpf_rcu_read_lock();
    bpf_iter_task_new(&it, first, ITERATE_THREADS);
    while ((trusted = bpf_iter_task_next(&it))) {
        struct task_struct *task = CAST(task_struct, trusted);

        if (walk->visited >= walk->limit) {
            walk->root_tid = task->pid;
            walk->done = 0;
            break;
        }
        walk->visited++;
        if (walk->sum_only)
            add_thread(group, task);
        if (walk->memory_tid == 0 && task->mm)
            walk->memory_tid = task->pid;
        if ((!walk->sum_only || task->pid == task->tgid) && !put_task(walk, task)) {
            walk->overflow = 1;
            break;
        }
    }
    bpf_iter_task_destroy(&it);
    bpf_rcu_read_unlock();
}

/* The group's memory from one of its threads: the leader may have died before the others. */
static __noinline void memory_of(struct wire_group *group, __u32 tid)
{
    struct task_struct *trusted = bpf_task_from_pid(tid);

    if (!trusted)
        return;
    fill_memory(group, CAST(task_struct, trusted));
    bpf_task_release(trusted);
}

/* bpf_loop() wants a pointer into the stack. */
struct loop {
    struct wire_walk *walk;
};

static long walk_next(__u32 index, struct loop *loop)
{
    struct wire_walk *walk = loop->walk;
    __u32 key = walk->group;
    struct wire_group *group;
    struct task_struct *first;

    (void)index;
    if (key >= walk->groups || walk->visited >= walk->limit)
        return 1;
    group = bpf_map_lookup_elem(&groups, &key);
    if (!group)
        return 1;
    walk->done = 1;
    first = bpf_task_from_pid(walk->root_tid ? walk->root_tid : group->root_tgid);
    if (first) {
        if (walk->root_tid == 0) {
            walk->memory_tid = 0;
            fill_group(group, CAST(task_struct, first), &walk->viewer);
        }
        walk_threads(walk, group, first);
        bpf_task_release(first);
    } else if (walk->root_tid) {
        /* The thread to go on with has died. All of the group once more, and in one go. */
        walk->root_tid = 0;
        walk->limit = ~0u;
        return 0;
    }
    if (!walk->done)
        return 1;
    if (walk->memory_tid)
        memory_of(group, walk->memory_tid);
    walk->root_tid = 0;
    walk->group = key + 1;
    return walk->overflow != 0;
}

SEC("syscall")
int walk(struct wire_walk *walk)
{
    struct loop loop = {.walk = walk};

    viewer_init(&walk->viewer);
    walk->visited = 0;
    if (walk->groups == 0)
        list_groups(walk);
    bpf_loop(GROUPS_MAX, walk_next, &loop, 0);
    walk->viewer.ns = 0;
    return 0;
}
