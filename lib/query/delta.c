/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Two lists in the order of a snapshot, swapped each time: the newer one is filled while the older
 * one is read.
 */
#include "lib/query/delta.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/task/former_rows.h"

struct delta_entry {
    struct former_id id;
    uint64_t cpu_ns : 63;
    uint64_t has_faults : 1;
    uint32_t minflt, majflt; /* only their differences matter */
    uint32_t read_us;        /* see struct task */
};

void delta_fini(struct delta *delta)
{
    free(delta->now.entries);
    free(delta->before.entries);
    *delta = (struct delta){0};
}

static uint64_t grown(uint64_t before, uint64_t now)
{
    return now > before ? now - before : 0;
}

/* A small difference means that the counter wrapped around, a large one that it went back. */
static uint32_t grown_faults(uint32_t before, uint64_t now)
{
    uint32_t faults = (uint32_t)now - before;

    return faults > INT32_MAX ? 0 : faults;
}

/*
 * The times of a task are read some time after its scan began, and that delay varies: scales what
 * it used between the two readings to the interval between the scans.
 */
static uint64_t in_interval(uint64_t cpu_ns, uint64_t interval_ns, uint32_t before_us,
                            uint32_t now_us)
{
    const int64_t read_ns = (int64_t)interval_ns + ((int64_t)now_us - (int64_t)before_us) * 1000;

    if (cpu_ns == 0 || before_us == now_us || read_ns <= 0)
        return cpu_ns;
    return (uint64_t)((double)cpu_ns * (double)interval_ns / (double)read_ns);
}

/*
 * Whether a row of a thread shows another thread from now on, which started a program: it got the
 * number and the start time of its leader, and has more time than it can have used since the
 * reading before, however that is rounded.
 */
static bool is_exchanged(const struct delta_entry *before, const struct task *task,
                         uint64_t interval_ns)
{
    const uint64_t used_ns = grown(before->cpu_ns, task->utime_ns + task->stime_ns);
    const int64_t late_us = (int64_t)task->read_us - (int64_t)before->read_us;

    if (task->kind != TASK_THREAD || task->tid != task->tgid || used_ns <= interval_ns)
        return false;
    return (int64_t)used_ns > (int64_t)interval_ns + late_us * 1000 + 2 * ns_per_tick();
}

static void join(const struct delta_entry *before, const struct snapshot *snapshot,
                 uint64_t interval_ns, struct task *task)
{
    static const struct delta_entry nothing = {.has_faults = 1};

    task->delta_cpu_ns = 0;
    task->delta_minflt = 0;
    task->delta_majflt = 0;
    task->have |= NEED_DELTA;
    if (!before && interval_ns > 0 &&
        system_info_is_new(&snapshot->system, task->start_ns, interval_ns))
        before = &nothing;
    else if (before && is_exchanged(before, task, interval_ns))
        return;
    if (before)
        task->delta_cpu_ns = in_interval(grown(before->cpu_ns, task->utime_ns + task->stime_ns),
                                         interval_ns, before->read_us, task->read_us);
    if (before && before->has_faults && task->have & NEED_USAGE) {
        task->delta_minflt = grown_faults(before->minflt, task->minflt);
        task->delta_majflt = grown_faults(before->majflt, task->majflt);
    }
}

static void swap_lists(struct delta *delta)
{
    struct delta_list now = delta->now;

    delta->now = delta->before;
    delta->before = now;
}

int delta_update(struct delta *delta, struct snapshot *snapshot, uint64_t *interval_ns)
{
    uint64_t now_ns = snapshot->system.monotonic_ns;
    uint64_t interval = delta->monotonic_ns ? grown(delta->monotonic_ns, now_ns) : 0;
    struct delta_list *list = &delta->now;
    bool in_order = true;
    size_t next = 0;

    if (ARRAY_RESERVE(&delta->before.entries, &delta->before.capacity, snapshot->count) < 0)
        return -ENOMEM;
    swap_lists(delta);
    list->count = 0;
    for (size_t i = 0; i < snapshot->count; i++) {
        struct task *task = &snapshot->tasks[i];
        struct delta_entry *entry = &list->entries[list->count];
        const struct former_id id = {task_key(task), task->start_ns};

        if (!(task->have & NEED_STAT))
            continue;
        join(former_find(delta->before.entries, delta->before.count, sizeof(*entry), &id, &next),
             snapshot, interval, task);
        *entry = (struct delta_entry){
            .id = id,
            .cpu_ns = task->utime_ns + task->stime_ns,
            .has_faults = (task->have & NEED_USAGE) != 0,
            .minflt = (uint32_t)task->minflt,
            .majflt = (uint32_t)task->majflt,
            .read_us = task->read_us,
        };
        in_order = in_order && (list->count == 0 || entry[-1].id.key < id.key);
        list->count++;
    }
    if (!in_order)
        former_sort(list->entries, list->count, sizeof(*list->entries));
    delta->monotonic_ns = now_ns;
    *interval_ns = interval;
    return 0;
}
