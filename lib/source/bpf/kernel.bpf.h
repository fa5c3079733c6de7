/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_KERNEL_BPF_H
#define DOTPROC_SOURCE_BPF_KERNEL_BPF_H

/*
 * The kernel's types, reduced to the members that are read. Offsets do not matter: every access is
 * relocated to the running kernel when a program is loaded (CO-RE). A name with ___ in it is the
 * same type in other kernel versions.
 */

#include <linux/bpf.h>
#include <linux/types.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#include "lib/base/task_flags.h"
#include "lib/source/bpf/wire.h"

enum {
    PID_OF_THREAD,
    PID_OF_GROUP, /* PIDTYPE_TGID */
    PID_OF_PGRP,
    PID_OF_SESSION,
};

enum {
    RSS_FILE, /* MM_FILEPAGES and so on */
    RSS_ANON,
    RSS_SWAP,
    RSS_SHMEM,
    RSS_KINDS,
};

#define RLIMIT_OF_RSS 5

/* In rw_semaphore::count: a writer holds it or tasks wait for it. */
#define RWSEM_BUSY 7
#define SIGNALS    64

/* The helpers and functions are only available to GPL programs; the LGPL permits that. */
char program_license[] SEC("license") = "GPL";

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct pid_namespace;
struct task_struct;

struct list_head {
    struct list_head *next;
};

struct upid {
    int nr;
    struct pid_namespace *ns;
};

struct hlist_node {
    struct hlist_node *next;
};

struct hlist_head {
    struct hlist_node *first;
};

struct pid {
    unsigned int level;
    struct hlist_head tasks[4]; /* by PIDTYPE_*; 0 is the thread */
    struct upid numbers[1];
};

struct xa_node {
    unsigned char shift;
    void *slots[64];
};

struct xarray {
    void *xa_head;
};

struct idr {
    struct xarray idr_rt;
};

typedef struct {
    __u32 val;
} kuid_t;

typedef struct {
    __u32 val;
} kgid_t;

struct group_info {
    int ngroups;
    kgid_t gid[1];
};

/* Before 6.3 an array of two words, of the same size. */
struct kernel_capabilities {
    __u64 val;
};

struct cred {
    kuid_t uid, suid, euid, fsuid;
    kgid_t gid, sgid, egid, fsgid;
    struct kernel_capabilities cap_permitted, cap_effective;
    struct group_info *group_info;
};

struct percpu_counter {
    __s64 count;
    __s32 *counters;
};

typedef struct {
    __s64 counter;
} atomic_long_t;

struct rw_semaphore {
    atomic_long_t count; /* missing under PREEMPT_RT */
};

/* A tree of memory areas, and one kind of its nodes: see texts.bpf.c. */
struct maple_tree {
    void *ma_root;
};

struct maple_range_64 {
    unsigned long pivot[15];
};

struct vm_area_struct {
    unsigned long vm_start, vm_end;
    const void *vm_ops; /* 0: anonymous */
};

struct mm_struct {
    struct maple_tree mm_mt;       /* since 6.1 */
    struct rw_semaphore mmap_lock; /* since 5.8 */
    unsigned long total_vm, locked_vm, data_vm, stack_vm;
    unsigned long start_code, end_code;
    unsigned long arg_start, arg_end, env_start, env_end;
    struct percpu_counter rss_stat[RSS_KINDS]; /* since 6.2 */
};

/* Before 6.2. */
struct mm_rss_stat {
    atomic_long_t count[RSS_KINDS];
};

struct mm_struct___atomic {
    struct mm_rss_stat rss_stat;
};

struct tty_driver {
    int major, minor_start;
};

struct tty_struct {
    int index;
    struct tty_driver *driver;
    struct {
        struct pid *pgrp;
    } ctrl;
};

/* Before 5.16. */
struct tty_struct___flat {
    struct pid *pgrp;
};

typedef struct {
    unsigned long sig[1];
} sigset_t;

struct sigpending {
    sigset_t signal;
};

struct sigaction {
    void *sa_handler;
};

struct k_sigaction {
    struct sigaction sa;
};

struct sighand_struct {
    struct k_sigaction action[SIGNALS];
};

struct prev_cputime {
    __u64 utime, stime;
};

struct seqcount {
    unsigned int sequence;
};

struct seqcount_spinlock {
    struct seqcount seqcount;
};

typedef struct {
    struct seqcount_spinlock seqcount;
} seqlock_t;

struct rlimit {
    unsigned long rlim_cur;
};

struct signal_struct {
    struct list_head thread_head;
    int nr_threads;
    struct sigpending shared_pending;
    struct pid *pids[4];
    struct tty_struct *tty;
    seqlock_t stats_lock; /* protects the times and the number of threads */
    __u64 utime, stime, cutime, cstime;
    unsigned long long sum_sched_runtime;
    struct prev_cputime prev_cputime;
    unsigned long min_flt, maj_flt, cmin_flt, cmaj_flt;
    struct rlimit rlim[16];
};

struct thread_info {
    __u32 cpu;
    __u32 status; /* x86 */
    unsigned long flags;
};

struct sched_entity {
    __u64 exec_start, sum_exec_runtime, prev_sum_exec_runtime;
};

/* Since Linux 6.12. */
struct sched_ext_entity {
    __u32 flags;
};

/*
 * The part of the flags that says whether a sched_ext scheduler schedules the task:
 * SCX_TASK_ENABLED. Until Linux 7.1 that is of another enum, not shifted, and then all bits of the
 * mask.
 */
enum scx_ent_flags {
    SCX_TASK_STATE_MASK = 3 << 8,
    SCX_TASK_ENABLED = 3 << 8,
};

struct sched_info {
    unsigned long long run_delay, last_arrival;
};

struct task_struct {
    struct thread_info thread_info;
    unsigned int __state;
    unsigned int flags;
    unsigned int on_cpu; /* with CONFIG_SMP; one byte since 7.3 */
    int prio, static_prio;
    unsigned int rt_priority, policy;
    struct sched_entity se;
    struct sched_ext_entity scx;
    struct sched_info sched_info;
    struct list_head tasks; /* of leaders */
    struct mm_struct *mm;
    int exit_state, exit_signal;
    int pid, tgid;
    struct task_struct *real_parent, *group_leader;
    struct pid *thread_pid;
    struct hlist_node pid_links[4]; /* in pid->tasks */
    struct list_head thread_node;   /* in signal->thread_head */
    void *worker_private;           /* struct kthread, since 5.17 */
    __u64 utime, stime;
    struct prev_cputime prev_cputime;
    __u64 start_boottime;
    unsigned long min_flt, maj_flt;
    unsigned long nvcsw, nivcsw;
    unsigned in_iowait : 1;
    struct files_struct *files;
    struct css_set *cgroups;
    const struct cred *real_cred;
    char comm[TASK_COMM_LEN];
    struct signal_struct *signal;
    struct sighand_struct *sighand;
    sigset_t blocked;
    struct sigpending pending;
};

/* The cgroups of a task, one in each hierarchy; tasks with the same ones share it. */
struct css_set {
    struct cgroup *dfl_cgrp;     /* of version 2 */
    struct list_head cgrp_links; /* of cgrp_cset_link::cgrp_link */
};

struct cgrp_cset_link {
    struct cgroup *cgrp;
    struct list_head cgrp_link;
};

struct cgroup {
    struct kernfs_node *kn;
    struct cgroup_root *root;
};

struct cgroup_root {
    int hierarchy_id;
};

struct kernfs_node {
    __u64 id;
};

/* Before 5.14. */
struct task_struct___state {
    volatile long state;
};

/* Before 5.16, where thread_info has no such field. */
struct task_struct___cpu {
    unsigned int cpu;
};

/* Before 5.17. */
struct task_struct___kthread {
    void *set_child_tid;
};

struct kthread {
    void *data; /* of a worker: struct worker */
    char *full_name;
};

struct worker {
    void *current_work;
    void *pool;
    char desc[32];
};

/* The kernel's view of a map: here, the memory of a per-CPU array's elements. */
struct bpf_array {
    void *pptrs[1];
};

#pragma clang attribute pop

extern struct task_struct *bpf_task_from_pid(__s32 pid) __ksym;
extern void bpf_task_release(struct task_struct *task) __ksym;
extern void bpf_rcu_read_lock(void) __ksym;
extern void bpf_rcu_read_unlock(void) __ksym;

/*
 * A pointer of which the verifier knows only the type. Loads through it cannot fault, and are
 * verified 17 times faster than through a trusted pointer, for each field of which the verifier
 * searches all types of the kernel. Since 6.2; earlier kernels have no such search.
 */
extern void *bpf_rdonly_cast(const void *object, __u32 btf_id) __ksym __weak;

#ifdef WITHOUT_CAST
#define CAST(type, pointer) ((struct type *)(pointer))
#else
#define CAST(type, pointer) \
    ((struct type *)bpf_rdonly_cast((pointer), bpf_core_type_id_kernel(struct type)))
#endif

/* A pointer as a number, read as bytes, since the verifier forbids arithmetic with pointers. */
static __always_inline __u64 address_of(const void *pointer)
{
    __u64 number = 0;

    bpf_probe_read_kernel(&number, sizeof(number), &pointer);
    return number;
}

/* A field of the object at `address`, which is a number. */
#define FIELD(type, address, field) (CAST(type, (void *)(address))->field)

static __always_inline struct task_struct *task_at(__u64 address)
{
    return CAST(task_struct, (void *)address);
}

static __always_inline __u32 task_state(const struct task_struct *task)
{
    if (bpf_core_field_exists(task->__state))
        return task->__state;
    return ((const struct task_struct___state *)task)->state;
}

#endif
