// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What many tasks wait for, and for how long: the system call they are in, from their user
 * registers, which the kernel saves on entry, and the scheduler's figures.
 *
 * A task that runs meanwhile has changed them, or will: it counts as running, as in procfs.
 *
 * A variant, WITH_LOCK, also reads the lock of the last task: the types it needs make loading
 * slower.
 *
 * Never pinned: procfs shows calls and addresses of other users' processes only to root.
 */
#ifndef WITH_LOCK
#define WITH_LOCK 0
#endif

#include "lib/base/task_flags.h"
#include "lib/source/bpf/kernel.bpf.h"

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct inode {
    __u16 i_mode;
};

struct file {
    struct inode *f_inode;
};

struct fdtable {
    unsigned int max_fds;
    struct file **fd;
};

struct files_struct {
    struct fdtable *fdt;
};

/* User registers at kernel entry. */
struct pt_regs___x86 {
    unsigned long bx, cx, dx, si, di, bp, r8, r9, r10, orig_ax, ip, sp;
};

struct pt_regs___arm64 {
    __u64 regs[31];
    __u64 sp, pc, orig_x0;
    __s32 syscallno;
};

#pragma clang attribute pop

#define TS_COMPAT 0x0002u     /* thread_info::status of x86: in a 32-bit system call */
#define TIF_32BIT (1ul << 22) /* thread_info::flags of arm64: a 32-bit program */

/* The least prio value of tasks that are neither real-time nor deadline tasks. */
#define PRIO_FAIR_LEAST 100

/* State of a run. */
struct run {
    struct wire_wait_page *page;
    __u64 now_ns; /* the scheduler's clock */
};

static __always_inline int runs(const struct task_struct *task)
{
    return task_state(task) == 0 || (bpf_core_field_exists(task->on_cpu) && task->on_cpu);
}

/* Other scheduling classes keep no record of how long a task has run since it last arrived. */
static __always_inline int is_fair(const struct task_struct *task)
{
    __u32 mask, enabled;

    if (!bpf_core_field_exists(task->scx) ||
        !bpf_core_enum_value_exists(enum scx_ent_flags, SCX_TASK_STATE_MASK))
        return task->prio >= PRIO_FAIR_LEAST;
    mask = bpf_core_enum_value(enum scx_ent_flags, SCX_TASK_STATE_MASK);
    enabled = mask;
    if (bpf_core_enum_value_exists(enum scx_ent_flags, SCX_TASK_ENABLED))
        enabled = bpf_core_enum_value(enum scx_ent_flags, SCX_TASK_ENABLED);
    return task->prio >= PRIO_FAIR_LEAST && (task->scx.flags & mask) != enabled;
}

static __always_inline void read_times(struct wire_wait *out, const struct task_struct *task,
                                       __u64 now_ns)
{
    const __u64 arrival_ns = task->sched_info.last_arrival;
    __u64 left_ns = arrival_ns;

    out->run_delay_ns = task->sched_info.run_delay;
    out->voluntary = task->nvcsw;
    out->forced = task->nivcsw;
    if (is_fair(task))
        left_ns += task->se.sum_exec_runtime - task->se.prev_sum_exec_runtime;
    out->waited_ns = now_ns > left_ns ? now_ns - left_ns : 0;
    if (arrival_ns == 0)
        out->waited_ns = -1;
    out->known |= WIRE_WAIT_TIMES;
}

static __always_inline void set_arguments(struct wire_wait *out, const struct pt_regs___x86 *regs)
{
    if (out->bits == 32) {
        out->arguments[0] = (__u32)regs->bx;
        out->arguments[1] = (__u32)regs->cx;
        out->arguments[2] = (__u32)regs->dx;
        out->arguments[3] = (__u32)regs->si;
        out->arguments[4] = (__u32)regs->di;
        out->arguments[5] = (__u32)regs->bp;
        return;
    }
    out->arguments[0] = regs->di;
    out->arguments[1] = regs->si;
    out->arguments[2] = regs->dx;
    out->arguments[3] = regs->r10;
    out->arguments[4] = regs->r8;
    out->arguments[5] = regs->r9;
}

/* Both return the user stack pointer and program counter, combined by OR: 0 if there are none. */
static __always_inline __u64 read_x86(struct wire_wait *out, const struct task_struct *task,
                                      const struct pt_regs___x86 *regs)
{
    out->bits = task->thread_info.status & TS_COMPAT ? 32 : 64;
    out->number = (__s32)regs->orig_ax;
    set_arguments(out, regs);
    out->stack_pointer = regs->sp;
    return regs->sp | regs->ip;
}

static __always_inline __u64 read_arm64(struct wire_wait *out, const struct task_struct *task,
                                        const struct pt_regs___arm64 *regs)
{
    out->bits = task->thread_info.flags & TIF_32BIT ? 32 : 64;
    out->number = regs->syscallno;
    out->arguments[0] = regs->orig_x0;
    for (int i = 1; i < 6; i++)
        out->arguments[i] = regs->regs[i];
    out->stack_pointer = regs->sp;
    return regs->sp | regs->pc;
}

static __always_inline void read_call(struct wire_wait *out, struct task_struct *trusted,
                                      const struct task_struct *task)
{
    const void *regs = (const void *)bpf_task_pt_regs(trusted);
    const struct pt_regs___x86 *x86 = regs;
    const struct pt_regs___arm64 *arm64 = regs;
    __u64 in_user_space;

    if (bpf_core_field_exists(x86->orig_ax))
        in_user_space = read_x86(out, task, x86);
    else if (bpf_core_field_exists(arm64->syscallno))
        in_user_space = read_arm64(out, task, arm64);
    else
        return;
    out->place = out->number < 0 ? PLACE_USER : PLACE_CALL;
    if (!in_user_space || task->flags & PF_KTHREAD)
        out->place = PLACE_KERNEL;
    out->known |= WIRE_WAIT_CALL;
}

/* Sets the file's mode, if the descriptor still refers to the same file afterwards. */
static __always_inline void read_file(struct wire_wait *out, const struct task_struct *task)
{
    const __u32 descriptor = out->arguments[0];
    const struct fdtable *table = BPF_CORE_READ(task, files, fdt);
    struct file *file = 0, *after = 0;
    struct file **at;
    __u16 mode;

    if (out->place != PLACE_CALL || !table || descriptor >= BPF_CORE_READ(table, max_fds))
        return;
    at = BPF_CORE_READ(table, fd) + descriptor;
    bpf_probe_read_kernel(&file, sizeof(file), at);
    if (!file)
        return;
    mode = BPF_CORE_READ(file, f_inode, i_mode);
    bpf_probe_read_kernel(&after, sizeof(after), at);
    if (after == file)
        out->file_mode = mode;
}

static __always_inline void read_task(struct wire_wait *out, struct task_struct *trusted,
                                      __u64 now_ns)
{
    const struct task_struct *task = task_at((__u64)trusted);
    const __u64 switches = task->nvcsw + task->nivcsw;
    const int ran = runs(task);

    read_times(out, task, now_ns);
    if (task->exit_state)
        return;
    read_call(out, trusted, task);
    read_file(out, task);
    out->waits_for_io = BPF_CORE_READ_BITFIELD_PROBED(task, in_iowait);
    if (task->exit_state)
        out->known &= ~WIRE_WAIT_CALL;
    if (ran || runs(task) || task->nvcsw + task->nivcsw != switches)
        out->place = PLACE_CPU;
    if (bpf_core_field_exists(task->on_cpu) && task->on_cpu)
        out->waited_ns = 0;
}

/* --- locks --- */

/*
 * Which lock in the kernel a task waits for, and who holds it. New kernels record the lock for the
 * messages of the hung-task detector (CONFIG_DETECT_HUNG_TASK_BLOCKER, include/linux/hung_task.h),
 * and some record each mutex. Other kernels lack both members, and then nothing is known.
 *
 * An owner is only returned if, after all was read, the task still waits for the same lock and the
 * lock still has the same owner, which therefore has not exited.
 */

/* Lock types in task_struct::blocker. */
#define TYPE_MUTEX     0u
#define TYPE_SEMAPHORE 1u
#define TYPE_MASK      3ul

/* Bits of an owner word that are not part of the address. */
#define OWNER_FLAGS        7ul
#define RWSEM_READER_OWNED 1ul

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct mutex {
    atomic_long_t owner;
};

struct semaphore {
    unsigned long last_holder;
};

struct rw_semaphore___owner {
    atomic_long_t owner;
};

struct task_struct___blocker {
    unsigned long blocker;
};

struct task_struct___blocked_on {
    struct mutex *blocked_on;
};

#pragma clang attribute pop

/* The address of the lock with its type in the lowest bits, as in `blocker`; 0: none. */
static __always_inline __u64 lock_of(const struct task_struct *task)
{
    const struct task_struct___blocker *noted = (const void *)task;
    const struct task_struct___blocked_on *blocked = (const void *)task;
    __u64 lock = 0;

    if (bpf_core_field_exists(noted->blocker))
        lock = noted->blocker;
    if (lock == 0 && bpf_core_field_exists(blocked->blocked_on))
        bpf_core_read(&lock, sizeof(lock), &blocked->blocked_on); /* as a number */
    return lock;
}

static __always_inline __u32 kind_of(__u64 lock)
{
    if (lock == 0)
        return WIRE_LOCK_NONE;
    if ((lock & TYPE_MASK) == TYPE_MUTEX)
        return WIRE_LOCK_MUTEX;
    return (lock & TYPE_MASK) == TYPE_SEMAPHORE ? WIRE_LOCK_SEMAPHORE : WIRE_LOCK_RWSEM;
}

/* The address of the task that holds it; 0: unknown. Under PREEMPT_RT locks have other members. */
static __always_inline __u64 owner_of(__u64 lock)
{
    const void *address = (const void *)(lock & ~TYPE_MASK);
    const struct mutex *mutex = 0;
    const struct semaphore *semaphore = 0;
    const struct rw_semaphore___owner *rwsem = 0;
    __u64 owner = 0;

    switch (kind_of(lock)) {
    case WIRE_LOCK_MUTEX:
        if (bpf_core_field_exists(mutex->owner))
            owner = CAST(mutex, address)->owner.counter;
        break;
    case WIRE_LOCK_SEMAPHORE:
        if (bpf_core_field_exists(semaphore->last_holder))
            owner = CAST(semaphore, address)->last_holder;
        break;
    case WIRE_LOCK_RWSEM:
        if (bpf_core_field_exists(rwsem->owner))
            owner = CAST(rw_semaphore___owner, address)->owner.counter;
        if (owner & RWSEM_READER_OWNED)
            owner = 0;
        break;
    }
    return owner & ~OWNER_FLAGS;
}

static __always_inline void read_owner(struct wire_wait_page *page, const struct task_struct *task)
{
    const __u64 lock = lock_of(task);
    const __u64 owner = lock ? owner_of(lock) : 0;
    __u32 tid = 0, tgid = 0;

    if (owner) {
        tid = task_at(owner)->pid;
        tgid = task_at(owner)->tgid;
    }
    if (lock_of(task) != lock)
        return;
    page->lock = kind_of(lock);
    if (!owner || owner_of(lock) != owner)
        return;
    page->owner_tid = tid;
    page->owner_tgid = tgid;
}

/* --- a run --- */

static long read_wait(__u32 index, struct run *run)
{
    struct wire_wait_page *page = run->page;
    struct task_struct *task;
    struct wire_wait *out;

    if (index >= WIRE_WAITS || index >= page->count)
        return 1;
    out = &page->waits[index];
    out->known = out->file_mode = out->waits_for_io = 0;
    task = bpf_task_from_pid(out->tid);
    if (!task)
        return 0;
    read_task(out, task, run->now_ns);
    if (WITH_LOCK)
        read_owner(page, task_at((__u64)task));
    bpf_task_release(task);
    return 0;
}

/* The caller was just scheduled in, so both clocks show the same time. */
static __always_inline void find_clock(struct wire_wait_page *page)
{
    const struct task_struct *me = task_at((__u64)bpf_get_current_task());

    if (page->clock_ahead_ns == 0)
        page->clock_ahead_ns = me->sched_info.last_arrival - bpf_ktime_get_ns();
}

/* Accesses the argument as memory, as in texts.bpf.c. */
__noinline int run_page(struct wire_wait_page *page)
{
    struct run run;

    if (!page)
        return WIRE_REVOKED;
    find_clock(page);
    page->lock = WIRE_LOCK_NONE;
    page->owner_tid = page->owner_tgid = 0;
    run.page = page;
    run.now_ns = page->now_ns = bpf_ktime_get_ns() + page->clock_ahead_ns;
    bpf_loop(WIRE_WAITS, read_wait, &run, 0);
    return WIRE_WALKED;
}

SEC("syscall")
int waits(struct wire_wait_page *page)
{
    return run_page(page);
}
