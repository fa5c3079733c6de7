/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/seen.h"

#include <errno.h>
#include <string.h>

#include "lib/base/task_flags.h"

void seen_fini(struct seen_lists *lists)
{
    ledger_fini(&lists->processes);
    ledger_fini(&lists->threads);
    *lists = (struct seen_lists){0};
}

uint64_t seen_leader_key(pid_t tgid)
{
    return task_key(&(struct task){.kind = TASK_THREAD, .tgid = tgid, .tid = tgid});
}

static struct ledger *ledger_of(struct seen_lists *lists, uint64_t key)
{
    return key == task_process_key((pid_t)(key >> 32)) ? &lists->processes : &lists->threads;
}

struct seen *seen_find(struct seen_lists *lists, uint64_t key)
{
    return ledger_find(ledger_of(lists, key), key);
}

struct seen *seen_find_gone(struct seen_lists *lists, uint64_t key)
{
    return ledger_find_gone(ledger_of(lists, key), key);
}

struct seen_process *seen_find_process(struct seen_lists *lists, pid_t tgid)
{
    return ledger_find(&lists->processes, task_process_key(tgid));
}

struct seen_process *seen_find_gone_process(struct seen_lists *lists, pid_t tgid)
{
    return ledger_find_gone(&lists->processes, task_process_key(tgid));
}

struct ended_used seen_shown(const struct seen *row)
{
    return (struct ended_used){
        .cpu_ns = (int64_t)row->cpu_ns,
        .minflt = (int64_t)row->minflt,
        .majflt = (int64_t)row->majflt,
    };
}

struct ended_used seen_reaped(const struct seen_process *row)
{
    return (struct ended_used){
        .cpu_ns = (int64_t)row->reaped_ns,
        .minflt = (int64_t)row->reaped_minflt,
        .majflt = (int64_t)row->reaped_majflt,
    };
}

uint64_t seen_went_back_ns(struct seen_lists *lists, uint64_t key)
{
    const struct seen *row = seen_find(lists, key);

    return row && row->cpu_before_ns > row->cpu_ns ? row->cpu_before_ns - row->cpu_ns : 0;
}

uint64_t seen_used_ns(const struct seen_lists *lists, const struct ledger *ledger)
{
    uint64_t used_ns = 0;

    for (size_t i = 0; i < ledger->count; i++) {
        const struct seen *row = ledger_at(ledger, i);

        if (ledger_is_gone(ledger, &row->id))
            continue;
        if (system_info_is_new(&lists->system, row->id.start_ns, lists->interval_ns))
            used_ns += row->cpu_ns;
        else if (row->cpu_ns > row->cpu_before_ns)
            used_ns += row->cpu_ns - row->cpu_before_ns;
    }
    return used_ns;
}

bool seen_started(const struct seen_lists *lists, const struct seen_process *row)
{
    return system_info_is_new(&lists->system, row->seen.id.start_ns, lists->interval_ns);
}

/* The growth of an older process without an earlier row is unknown. */
static void take_reaped(const struct seen_lists *lists, struct seen_process *row,
                        const struct process *process)
{
    const struct ended_used before = seen_reaped(row);
    struct ended_used growth;

    row->reaped_ns = process->cutime_ns + process->cstime_ns;
    row->reaped_minflt = process->cminflt;
    row->reaped_majflt = process->cmajflt;
    growth = seen_reaped(row);
    ended_used_subtract(&growth, &before);
    if (row->is_new && !seen_started(lists, row))
        growth = (struct ended_used){0};
    row->growth = growth;
}

static uint64_t cpu_of(const struct task *task)
{
    return task->runtime_ns ? task->runtime_ns : task->utime_ns + task->stime_ns;
}

static void set_used(struct seen *row, const struct task *task, uint64_t cpu_ns, bool is_new)
{
    row->cpu_before_ns = is_new ? cpu_ns : row->cpu_ns;
    row->cpu_ns = cpu_ns;
    row->minflt = task->minflt;
    row->majflt = task->majflt;
    row->was_exiting = task->flags & PF_EXITING;
}

/* Of a process, whose row this is, or else that of the thread that leads it. 0 or -ENOMEM. */
static int take_process(struct seen_lists *lists, const struct task *task)
{
    const struct process *process = task->process;
    bool is_new;
    struct seen_process *row =
        ledger_take(&lists->processes, task_process_key(task->tgid), task->start_ns, &is_new);

    if (!row)
        return -ENOMEM;
    lists->current = row;
    row->is_new = is_new;
    row->sums_threads = task->kind == TASK_THREAD && process->group_cpu_ns == 0;
    set_used(&row->seen, task, task->kind == TASK_THREAD ? process->group_cpu_ns : cpu_of(task),
             is_new);
    take_reaped(lists, row, process);
    row->knew_exited = row->knows_exited;
    row->knows_exited = task->knows_exited;
    row->exited_ns = process->exited_ns;
    row->ppid = process->ppid;
    row->has_threads = process->nlwp > 1;
    row->leader_is_zombie = task->state == STATE_ZOMBIE;
    memset(row->comm, 0, sizeof(row->comm));
    if (task->comm)
        memcpy(row->comm, task->comm, strnlen(task->comm, sizeof(row->comm)));
    return 0;
}

/* A thread, after the one that leads its process. */
static void add_thread(struct seen_process *process, const struct task *task)
{
    if (process->sums_threads)
        process->seen.cpu_ns += cpu_of(task);
    if (task->tid == task->tgid)
        return;
    process->seen.minflt += task->minflt;
    process->seen.majflt += task->majflt;
}

static int take_thread(struct seen_lists *lists, const struct task *task)
{
    bool is_new;
    struct seen *row = ledger_take(&lists->threads, task_key(task), task->start_ns, &is_new);
    int result = 0;

    if (!row)
        return -ENOMEM;
    set_used(row, task, cpu_of(task), is_new);
    if (task->tid == task->tgid)
        result = take_process(lists, task);
    if (result == 0 && lists->current && seen_tgid(&lists->current->seen) == task->tgid)
        add_thread(lists->current, task);
    return result;
}

/* Keeps the row with that key, if it has not been met yet. */
static void *keep(struct ledger *ledger, uint64_t key)
{
    struct seen *row = ledger_find_gone(ledger, key);

    if (row) {
        row->cpu_before_ns = row->cpu_ns;
        row->was_exiting = true;
        ledger_meet(ledger, key, row->id.start_ns);
    }
    return row;
}

/* A task without figures, as reading them could block, has exited no more than it has grown. */
static void keep_unread(struct seen_lists *lists, const struct task *task)
{
    struct seen_process *process = keep(&lists->processes, task_process_key(task->tgid));

    keep(&lists->threads, task_key(task));
    if (process) {
        process->is_new = false;
        process->growth = (struct ended_used){0};
    }
}

static int take_rows(struct seen_lists *lists, const struct snapshot *snapshot)
{
    int result = 0;

    for (size_t i = 0; i < snapshot->count && result == 0; i++) {
        const struct task *task = &snapshot->tasks[i];

        if (task->stat_unread)
            keep_unread(lists, task);
        else if (task->have & NEED_STAT)
            result =
                task->kind == TASK_THREAD ? take_thread(lists, task) : take_process(lists, task);
    }
    return result;
}

int seen_update(struct seen_lists *lists, const struct snapshot *snapshot)
{
    const uint64_t before_ns = lists->system.monotonic_ns;
    const uint64_t now_ns = snapshot->system.monotonic_ns;
    int result;

    lists->interval_ns = before_ns && now_ns > before_ns ? now_ns - before_ns : 0;
    lists->system = snapshot->system;
    lists->processes.start_error_ns = lists->threads.start_error_ns = START_ERROR_NS;
    lists->processes.name = "exited processes";
    lists->threads.name = "exited threads";
    ledger_begin(&lists->processes, sizeof(struct seen_process));
    ledger_begin(&lists->threads, sizeof(struct seen));
    lists->current = NULL;
    result = take_rows(lists, snapshot);
    ledger_end(&lists->processes);
    ledger_end(&lists->threads);
    if (result < 0)
        seen_fini(lists);
    return result;
}

int seen_take_living(const struct seen_lists *lists, struct ledger *own, size_t row_size)
{
    const struct ledger *processes = &lists->processes;
    int result = 0;

    own->start_error_ns = processes->start_error_ns;
    ledger_begin(own, row_size);
    for (size_t i = 0; i < processes->count && result == 0; i++) {
        const struct seen_process *process = ledger_at(processes, i);
        const struct ledger_id *id = &process->seen.id;
        struct seen_living *living;
        bool is_new;

        if (ledger_is_gone(processes, id))
            continue;
        living = ledger_take(own, id->key, id->start_ns, &is_new);
        if (living)
            living->seen = process;
        else
            result = -ENOMEM;
    }
    ledger_end(own);
    return result;
}
