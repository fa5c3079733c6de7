/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/rows.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/base/units.h"
#include "lib/source/source.h"

/* After a few minutes the product of two times exceeds 64 bits. */
__extension__ typedef unsigned __int128 uint128;

void cputimes_adjust(const struct cputimes *times, uint64_t *utime, uint64_t *stime)
{
    uint64_t runtime = times->runtime;
    uint64_t system = times->stime;

    *utime = times->shown_utime;
    *stime = times->shown_stime;
    if (times->shown_utime + times->shown_stime >= runtime)
        return;
    if (times->utime == 0 && system > 0)
        system = runtime;
    else if (system > 0)
        system = (uint64_t)((uint128)system * runtime / ((uint128)system + times->utime));
    if (system < times->shown_stime)
        system = times->shown_stime;
    *stime = system;
    *utime = runtime - system;
    if (*utime < times->shown_utime) {
        *utime = times->shown_utime;
        *stime = runtime - *utime;
    }
}

/* Times are rounded down to ticks, as in procfs: a row must not depend on its source. */
#define USUAL_TICK UINT64_C(10000000) /* ns */

#define MAX_RT_PRIO 100
#define NICE_0_PRIO 120

#define TASK_IDLE        0x0402u /* TASK_UNINTERRUPTIBLE | TASK_NOLOAD */
#define TASK_REPORT      0x007fu
#define TASK_RTLOCK_WAIT 0x1000u
#define TASK_FROZEN      0x8000u

/*
 * The times that a row has shown, so that none decreases from one scan to the next, as in the
 * kernel.
 */
struct shown_times {
    struct ledger_id id;
    uint64_t utime, stime;
};

char row_state(uint32_t state, uint32_t exit_state)
{
    static const char letters[] = "RSDTtXZP";
    uint32_t bits = (state | exit_state) & TASK_REPORT;
    unsigned index = 0;

    if (state & (TASK_RTLOCK_WAIT | TASK_FROZEN))
        return STATE_BLOCKED;
    if ((state & TASK_IDLE) == TASK_IDLE) /* with TASK_FREEZABLE, perhaps */
        return STATE_IDLE;
    for (; bits; bits >>= 1)
        index++;
    return letters[index];
}

void row_maker_begin(struct row_maker *maker, struct snapshot *snapshot,
                     const struct records *records, bool again)
{
    maker->snapshot = snapshot;
    maker->records = records;
    maker->again = again;
    maker->group = NULL;
    maker->read_us = system_info_read_us(&snapshot->system);
    maker->shown.name = "BPF times";
    ledger_begin(&maker->shown, sizeof(struct shown_times));
}

void row_maker_fini(struct row_maker *maker)
{
    ledger_fini(&maker->shown);
}

static uint64_t whole_ticks(const struct row_maker *maker, uint64_t ns)
{
    const uint64_t tick = maker->ns_per_tick;

    /* The usual tick is a constant, by which the compiler divides with a multiplication. */
    if (tick == USUAL_TICK)
        return ns < USUAL_TICK ? 0 : ns - ns % USUAL_TICK;
    /* Most threads have used almost nothing, and a division is slow. */
    return tick > 0 && tick <= ns ? ns - ns % tick : 0;
}

static void raise_to(uint64_t *value, uint64_t least)
{
    if (*value < least)
        *value = least;
}

/*
 * Whether these times are another thread's, which has taken over the PID and start time of its
 * leader by execve(2): a task's run time does not decrease. If that thread has used more, it passes
 * for the leader; then only the shares of user and system time are wrong.
 */
static bool is_exchanged(const struct row_maker *maker, const struct shown_times *shown,
                         const struct cputimes *times, const struct task *row)
{
    return row->kind == TASK_THREAD && row->tid == row->tgid &&
           times->runtime + 2 * maker->ns_per_tick < shown->utime + shown->stime;
}

/* Sets a row's times: scaled, rounded down to ticks, never less than before. */
static int set_times(struct row_maker *maker, struct cputimes *times, uint64_t start,
                     struct task *row)
{
    const uint64_t key = task_key(row);
    struct shown_times *shown = ledger_meet(&maker->shown, key, start);
    uint64_t utime, stime;

    if (shown && !is_exchanged(maker, shown, times, row)) {
        raise_to(&times->shown_utime, shown->utime);
        raise_to(&times->shown_stime, shown->stime);
    }
    cputimes_adjust(times, &utime, &stime);
    row->utime_ns = whole_ticks(maker, utime);
    row->stime_ns = whole_ticks(maker, stime);
    row->runtime_ns = utime + stime;
    /* Most threads of most hosts have run for less than a tick and need not be stored. */
    if (!maker->again || row->utime_ns + row->stime_ns == 0)
        return 0;
    if (!shown)
        shown = ledger_add(&maker->shown, key, start);
    if (!shown)
        return -ENOMEM;
    shown->utime = utime;
    shown->stime = stime;
    return 0;
}

static int set_thread_figures(struct row_maker *maker, const struct wire_task *task,
                              struct task *row)
{
    struct cputimes times = {task->utime, task->stime, task->runtime, task->shown_utime,
                             task->shown_stime};

    row->minflt = task->minflt;
    row->majflt = task->majflt;
    return set_times(maker, &times, task->start, row);
}

/*
 * A thread that exited between its leader's record and its own is in no sum or in two. Then the
 * number of threads summed differs from that of the leader's record, and the process's clock is
 * read. (Only a new thread in place of an exited one goes unnoticed.)
 */
static void read_clock(const struct row_maker *maker, const struct wire_group *group, size_t summed,
                       struct cputimes *times, struct task *row)
{
    uint64_t ns;

    if (summed == (size_t)group->nlwp || !maker->has_clock ||
        !process_clock_read((pid_t)group->tgid, &ns))
        return;
    times->runtime = ns;
    row->read_us = system_info_read_us(&maker->snapshot->system);
}

/* CPU time and faults of a process. */
static struct cputimes set_sums(const struct row_maker *maker, const struct record_group *from,
                                struct task *row)
{
    const struct wire_group *group = from->group;
    struct cputimes times = {group->utime, group->stime, group->runtime, group->shown_utime,
                             group->shown_stime};

    row->minflt = group->minflt;
    row->majflt = group->majflt;
    for (size_t i = 0; !maker->records->summed && i < from->count; i++) {
        const struct wire_task *task = from->tasks[i].task;

        times.utime += task->utime;
        times.stime += task->stime;
        times.runtime += task->runtime;
        row->minflt += task->minflt;
        row->majflt += task->majflt;
    }
    read_clock(maker, group, maker->records->summed ? group->summed : from->count, &times, row);
    return times;
}

void row_set_group_cpu(struct row_maker *maker, const struct record_group *group, struct task *row)
{
    const bool leads = row->kind == TASK_THREAD && row->tid == row->tgid;
    struct task sums = {0};

    row->have |= NEED_GROUP_CPU;
    maker->process.group_cpu_ns = leads ? set_sums(maker, group, &sums).runtime : 0;
}

static int set_group_figures(struct row_maker *maker, const struct record_group *from,
                             struct task *row)
{
    struct cputimes times = set_sums(maker, from, row);

    return set_times(maker, &times, from->tasks[0].task->start, row);
}

/* The parts of a counter that each processor keeps can add up to less than 0: get_mm_counter(). */
static uint64_t pages(int64_t count)
{
    return count > 0 ? (uint64_t)count : 0;
}

static void set_memory(const struct row_maker *maker, const struct wire_group *group,
                       struct process *process)
{
    uint64_t page_kib = maker->page_kib;

    process->stat_vsize_bytes = group->total * page_kib * BYTES_PER_KIB;
    if (!(maker->records->lacks & NEED_LOCKED))
        process->locked_kib = group->locked * page_kib;
    if (maker->records->lacks & NEED_MEM)
        return;
    process->vsize_kib = group->total * page_kib;
    process->rss_kib = (pages(group->file) + pages(group->anon) + pages(group->shmem)) * page_kib;
    process->shared_kib = (pages(group->file) + pages(group->shmem)) * page_kib;
    process->code_kib = group->text * page_kib;
    process->data_kib = (group->data + group->stack) * page_kib;
}

/* What the rows of a group share; made for the first of them. */
static const struct process *process_of(struct row_maker *maker, const struct record_group *from,
                                        bool has_memory)
{
    const struct wire_group *group = from->group;
    struct process *process = &maker->process;

    if (maker->group == group && maker->has_memory == has_memory)
        return process;
    maker->group = group;
    maker->has_memory = has_memory;
    *process = (struct process){
        .ppid = (pid_t)group->ppid,
        .pgrp = (pid_t)group->pgrp,
        .sid = (pid_t)group->sid,
        .tty = group->tty,
        .tpgid = group->tpgid,
        .nlwp = group->nlwp,
        .cminflt = group->cminflt,
        .cmajflt = group->cmajflt,
        .cutime_ns = whole_ticks(maker, group->cutime),
        .cstime_ns = whole_ticks(maker, group->cstime),
        .rss_limit = group->rss_limit,
    };
    if (has_memory)
        set_memory(maker, group, process);
    return process;
}

int row_make(struct row_maker *maker, const struct record_group *group,
             const struct record_task *task, struct task *row)
{
    const struct wire_task *from = task ? task->task : group->tasks[0].task;

    row->kind = task ? TASK_THREAD : TASK_PROCESS;
    row->tid = (pid_t)from->tid;
    row->tgid = (pid_t)from->tgid;
    row->euid = from->euid;
    row->egid = from->egid;
    row->state = row_state(from->state, from->exit_state);
    row->process = process_of(maker, group, from->has_memory);
    row->flags = from->flags;
    row->priority = (int16_t)(from->prio - MAX_RT_PRIO);
    row->nice = (int8_t)(from->static_prio - NICE_0_PRIO);
    row->exit_signal = (int16_t)from->exit_signal;
    row->processor = (int16_t)from->processor;
    row->read_us = maker->read_us;
    row->rt_priority = (uint8_t)from->rt_priority;
    row->policy = (uint8_t)from->policy;
    row->start_ns = whole_ticks(maker, from->start + (uint64_t)maker->boottime_offset_ns);
    row->have |= ROW_NEEDS & ~(NEED_COMM | maker->records->lacks);
    return task ? set_thread_figures(maker, from, row) : set_group_figures(maker, group, row);
}

/*
 * A kernel thread's name may be longer than comm; a worker's is followed by "+" or "-" and its
 * work: proc_task_name() and, up to Linux 6.10 without longer names, wq_worker_comm().
 */
static int set_name(struct row_maker *maker, const struct wire_group *group,
                    const struct wire_task *task, struct task *row)
{
    char name[sizeof(group->name) + sizeof(group->work) + 2];
    const char *const mark = group->work_now ? "+" : "-";
    const bool has_long =
        group->name[0] && (maker->has_worker_names || !(task->flags & PF_WQ_WORKER));
    int len;

    if (!(task->flags & PF_KTHREAD)) {
        row->comm = snapshot_name(maker->snapshot, row, task->comm,
                                  strnlen(task->comm, sizeof(task->comm)));
    } else {
        len = snprintf(name, sizeof(name), "%.*s%s%.*s",
                       (int)(has_long ? sizeof(group->name) : sizeof(task->comm)),
                       has_long ? group->name : task->comm, group->work[0] ? mark : "",
                       (int)sizeof(group->work), group->work);
        /* The kernel truncates names to its buffer. */
        if (len >= (int)sizeof(group->name))
            len = (int)sizeof(group->name) - 1;
        row->comm = snapshot_name(maker->snapshot, row, name, (size_t)len);
    }
    if (!row->comm)
        return -ENOMEM;
    row->have |= NEED_COMM;
    return 0;
}

/* "4,24,27" */
static char *join_gids(struct arena *arena, const struct wire_status *from)
{
    char text[WIRE_GIDS * 11 + 1] = "";
    size_t len = 0;

    for (uint32_t i = 0; i < from->gid_count; i++)
        len +=
            (size_t)snprintf(text + len, sizeof(text) - len, "%s%u", i ? "," : "", from->gids[i]);
    return arena_copy(arena, text, len);
}

static int set_status(struct row_maker *maker, const struct wire_group *group,
                      const struct record_task *task, struct task *row)
{
    const struct wire_status *from = task->status;
    struct task_status *status = arena_alloc(&maker->snapshot->arena, sizeof(*status));
    uint64_t page_kib = maker->page_kib;

    if (!status)
        return -ENOMEM;
    memcpy(status->uid, from->uid, sizeof(status->uid));
    memcpy(status->gid, from->gid, sizeof(status->gid));
    status->has_signals = status->has_capabilities = true;
    status->sig_pending = from->sig_pending;
    status->sig_group = group->sig_group;
    status->sig_blocked = from->sig_blocked;
    status->sig_ignored = group->sig_ignored;
    status->sig_caught = group->sig_caught;
    status->cap_permitted = from->cap_permitted;
    status->cap_effective = from->cap_effective;
    if (task->task->has_memory) {
        status->vm_locked_kib = group->locked * page_kib;
        status->vm_data_kib = group->data * page_kib;
        status->vm_stack_kib = group->stack * page_kib;
        status->vm_swap_kib = pages(group->swap) * page_kib;
        status->rss_anon_kib = pages(group->anon) * page_kib;
        status->rss_file_kib = pages(group->file) * page_kib;
        status->rss_shmem_kib = pages(group->shmem) * page_kib;
    }
    status->groups = join_gids(&maker->snapshot->arena, from);
    row->status = status;
    row->have |= NEED_STATUS;
    return status->groups ? 0 : -ENOMEM;
}

int row_complete(struct row_maker *maker, const struct wire_group *group,
                 const struct record_task *task, need_t need, struct task *row)
{
    need_t missing = need & ~row->have;
    int result = 0;

    if (missing & NEED_COMM)
        result = set_name(maker, group, task->task, row);
    /* If the task has more groups than a record, status is read from procfs. */
    if (result == 0 && missing & NEED_STATUS && task->status &&
        task->status->gid_count <= WIRE_GIDS)
        result = set_status(maker, group, task, row);
    return result;
}
