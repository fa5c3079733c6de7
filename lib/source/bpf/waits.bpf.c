// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What many tasks wait for, and how long: the system call they are in by their registers of user
 * space, which the kernel keeps while it works for them, and the scheduler's figures.
 *
 * A task that runs meanwhile has changed them, or will: it counts as running, as it does in procfs.
 *
 * Never pinned: it shows calls and addresses, which procfs shows of other users' processes to root
 * alone.
 */
#include "lib/base/unused.h"
#include "lib/source/bpf/kernel.bpf.h"
#include "lib/task/place.h"

/* Only GPL programs may call the helpers; the LGPL allows that. */
char program_license[] SEC("license") = "GPL";

extern struct task_struct *bpf_task_from_pid(__s32 pid) __ksym;
extern void bpf_task_release(struct task_struct *task) __ksym;

#define TS_COMPAT 0x0002u     /* thread_info::status of x86: in a call of a 32-bit program */
#define TIF_32BIT (1ul << 22) /* thread_info::flags of arm64: such a program */

/* Tasks of these priorities have no account of their last time on a processor. */
#define PRIO_FAIR_LEAST 100

/* A run. */
struct run {
    struct wire_wait_page *page;
    __u64 now_ns; /* by the scheduler's clock */
};

static __always_inline int runs(const struct task_struct *task)
{
    return task_state(task) == 0 || (bpf_core_field_exists(task->on_cpu) && task->on_cpu);
}

static __always_inline void read_times(struct wire_wait *out, const struct task_struct *task,
                                       __u64 now_ns)
{
    const __u64 arrival_ns = task->sched_info.last_arrival;
    __u64 left_ns = arrival_ns;

    out->run_delay_ns = task->sched_info.run_delay;
    out->voluntary = task->nvcsw;
    out->forced = task->nivcsw;
    if (task->prio >= PRIO_FAIR_LEAST)
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

/* Both return the stack pointer and the program counter of user space, as one: 0, if it has none.
 */
static __always_inline __u64 read_x86(struct wire_wait *out, const struct task_struct *task,
                                      const struct pt_regs___x86 *regs)
{
    out->bits = task->thread_info.status & TS_COMPAT ? 32 : 64;
    out->number = (__s32)regs->orig_ax;
    set_arguments(out, regs);
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

/* What kind of file it is, if it is still the same afterwards. */
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
    bpf_task_release(task);
    return 0;
}

/* The caller has just begun to run, so both clocks show the same moment. */
static __always_inline void find_clock(struct wire_wait_page *page)
{
    const struct task_struct *me = task_at((__u64)bpf_get_current_task());

    if (page->clock_ahead_ns == 0)
        page->clock_ahead_ns = me->sched_info.last_arrival - bpf_ktime_get_ns();
}

/* Takes the argument as memory, as texts.bpf.c does. */
__noinline int run_page(struct wire_wait_page *page)
{
    struct run run;

    if (!page)
        return WIRE_REVOKED;
    find_clock(page);
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
