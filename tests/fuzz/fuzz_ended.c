/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes and threads start, run, exit and are reaped as the input says (libFuzzer), and
 * snapshots show them. What is inferred of the exited ones is never more than those have run, and
 * nothing where nothing exited.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/ended/infer.h"
#include "tests/fuzz/fuzz.h"

#define PROCESSES 12
#define THREADS   6
#define MS        UINT64_C(1000000)

struct one_process {
    pid_t tgid; /* 0: free */
    size_t parent;
    uint64_t start_ns;
    uint64_t dead_ns, reaped_ns; /* of its exited threads, and of its reaped children with theirs */
    struct {
        pid_t tid; /* 0: free; [0] is the leader */
        uint64_t start_ns, run_ns;
    } threads[THREADS];
};

/* [0] is init, which lives on and inherits the children of others. */
static struct one_process processes[PROCESSES];
static pid_t next_id;
static uint64_t now_ns;

/* The truth, and what was inferred, in all. */
static uint64_t exited_threads_ns, exited_processes_ns;
static uint64_t inferred_threads_ns, inferred_processes_ns;
static bool exited,
    exited_before; /* anything, since the last snapshot, and in the interval before */

static struct seen_lists lists;
static struct infer remembered;
static struct exit_sums sums;

static uint64_t cpu_of(const struct one_process *process)
{
    uint64_t cpu_ns = process->dead_ns;

    for (size_t i = 0; i < THREADS; i++)
        cpu_ns += process->threads[i].run_ns;
    return cpu_ns;
}

static void start_thread(struct one_process *process)
{
    for (size_t i = 0; i < THREADS; i++) {
        if (process->threads[i].tid)
            continue;
        process->threads[i].tid = next_id++;
        process->threads[i].start_ns = now_ns;
        return;
    }
}

static void start_process(size_t parent)
{
    for (size_t i = 0; i < PROCESSES; i++) {
        if (processes[i].tgid)
            continue;
        processes[i] = (struct one_process){next_id, parent, .start_ns = now_ns};
        start_thread(&processes[i]);
        return;
    }
}

static void end_thread(struct one_process *process, size_t at)
{
    const uint64_t run_ns = process->threads[at].run_ns;

    if (at == 0 || !process->threads[at].tid)
        return;
    process->dead_ns += run_ns;
    exited_threads_ns += run_ns;
    memset(&process->threads[at], 0, sizeof(process->threads[at]));
    exited = true;
}

/* Reaped at once; its children get init for their parent. */
static void end_process(size_t at)
{
    struct one_process *process = &processes[at], *parent = &processes[process->parent];
    const uint64_t cpu_ns = cpu_of(process);

    if (at == 0)
        return;
    parent->reaped_ns += cpu_ns + process->reaped_ns;
    exited_processes_ns += cpu_ns;
    for (size_t i = 0; i < THREADS; i++)
        exited_threads_ns += process->threads[i].run_ns;
    for (size_t i = 0; i < PROCESSES; i++)
        if (processes[i].parent == at)
            processes[i].parent = 0;
    memset(process, 0, sizeof(*process));
    exited = true;
}

static void add_row(struct snapshot *snapshot, const struct one_process *process, size_t thread)
{
    const struct process record = {.ppid = processes[process->parent].tgid,
                                   .cutime_ns = process->reaped_ns,
                                   .group_cpu_ns = cpu_of(process)};
    struct task *task = snapshot_add(snapshot);

    must(task != NULL);
    task->tgid = process->tgid;
    task->have = NEED_STAT | NEED_COMM;
    task->comm = "name";
    if (thread == THREADS) {
        task->kind = TASK_PROCESS;
        task->tid = process->tgid;
        task->start_ns = process->start_ns;
        task->utime_ns = cpu_of(process);
    } else {
        task->kind = TASK_THREAD;
        task->tid = process->threads[thread].tid;
        task->start_ns = process->threads[thread].start_ns;
        task->utime_ns = process->threads[thread].run_ns;
    }
    must(snapshot_set_process(snapshot, task, &record) == 0);
}

static int compare_rows(const void *a, const void *b)
{
    const uint64_t one = task_key(a), other = task_key(b);

    return one < other ? -1 : one > other;
}

static void count_inferred(void)
{
    for (size_t i = 0; i < sums.count; i++) {
        const struct ended_row *row = &sums.rows[i];

        must(row->used.cpu_ns >= 0);
        if (row->key.kind == TASK_THREAD)
            inferred_threads_ns += (uint64_t)row->used.cpu_ns;
        else
            inferred_processes_ns += (uint64_t)row->used.cpu_ns;
    }
    must(inferred_threads_ns <= exited_threads_ns);
    must(inferred_processes_ns <= exited_processes_ns);
    if (!exited && !exited_before)
        must(sums.count == 0);
}

static void take_snapshot(bool threads)
{
    const struct infer_evidence evidence = {.forked = exited || exited_before};
    struct snapshot snapshot;

    snapshot_init(&snapshot);
    snapshot.system.uptime_ns = snapshot.system.monotonic_ns = now_ns;
    for (size_t i = 0; i < PROCESSES; i++) {
        if (!processes[i].tgid)
            continue;
        if (!threads)
            add_row(&snapshot, &processes[i], THREADS);
        for (size_t thread = 0; threads && thread < THREADS; thread++)
            if (processes[i].threads[thread].tid)
                add_row(&snapshot, &processes[i], thread);
    }
    qsort(snapshot.tasks, snapshot.count, sizeof(*snapshot.tasks), compare_rows);
    must(seen_update(&lists, &snapshot) == 0);
    exit_sums_clear(&sums);
    must(infer_update(&remembered, &lists, threads, &evidence, &sums) == 0);
    count_inferred();
    exited_before = exited;
    exited = false;
    snapshot_fini(&snapshot);
}

static void act(struct input *input, bool threads)
{
    const uint8_t what = next_byte(input), which = next_byte(input);
    struct one_process *process = &processes[which % PROCESSES];

    now_ns += MS;
    if (!process->tgid)
        process = &processes[0];
    switch (what % 6) {
    case 0:
        process->threads[which / 16 % THREADS].run_ns +=
            process->threads[which / 16 % THREADS].tid ? next_byte(input) * MS : 0;
        break;
    case 1:
        start_process((size_t)(process - processes));
        break;
    case 2:
        start_thread(process);
        break;
    case 3:
        end_thread(process, which / 16 % THREADS);
        break;
    case 4:
        end_process((size_t)(process - processes));
        break;
    default:
        now_ns += 1000 * MS;
        take_snapshot(threads);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    const bool threads = next_byte(&input) & 1;

    memset(processes, 0, sizeof(processes));
    exited_threads_ns = exited_processes_ns = inferred_threads_ns = inferred_processes_ns = 0;
    exited = exited_before = false;
    next_id = 1;
    now_ns = 1000 * MS;
    start_process(0);
    while (input.left > 0)
        act(&input, threads);
    seen_fini(&lists);
    infer_fini(&remembered);
    exit_sums_fini(&sums);
    return 0;
}
