/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/query/run_delta.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/task/former_rows.h"

#define NEEDS (NEED_RUN_DELAY | NEED_SWITCHES)

struct run_delta_entry {
    struct former_id id;
    int64_t run_delay_ns, voluntary, forced; /* -1: unknown */
};

void run_delta_fini(struct run_delta *delta)
{
    free(delta->now.entries);
    free(delta->before.entries);
    *delta = (struct run_delta){0};
}

static bool has_figures(const struct task *task)
{
    return task->have & NEED_STAT && task->have & NEEDS && task->details;
}

/* -1 if one of them is unknown. */
static int64_t grown(int64_t before, int64_t now)
{
    if (before < 0 || now < 0)
        return -1;
    return now > before ? now - before : 0;
}

/* Of each second between the snapshots. */
static int64_t per_second(int64_t ns, uint64_t interval_ns)
{
    if (ns < 0 || interval_ns == 0)
        return -1;
    return (int64_t)((double)ns * (double)NS_PER_S / (double)interval_ns);
}

static void join(const struct run_delta_entry *before, const struct run_delta_entry *now,
                 uint64_t interval_ns, struct task_details *details)
{
    details->run_queue_ns = per_second(grown(before->run_delay_ns, now->run_delay_ns), interval_ns);
    details->new_voluntary = grown(before->voluntary, now->voluntary);
    details->new_forced = grown(before->forced, now->forced);
}

static size_t count_rows(const struct snapshot *snapshot)
{
    size_t count = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        count += has_figures(&snapshot->tasks[i]);
    return count;
}

static void begin(struct run_delta *delta)
{
    const struct run_delta_list now = delta->now;

    delta->now = delta->before;
    delta->now.count = 0;
    delta->before = now;
}

int run_delta_update(struct run_delta *delta, struct snapshot *snapshot)
{
    const uint64_t now_ns = snapshot->system.monotonic_ns;
    const uint64_t interval_ns = delta->monotonic_ns ? now_ns - delta->monotonic_ns : 0;
    const size_t count = count_rows(snapshot);
    const struct run_delta_list *before = &delta->before;
    struct run_delta_list *list = &delta->now;
    bool in_order = true;
    size_t next = 0;

    begin(delta);
    delta->monotonic_ns = now_ns;
    if (count > 0 && ARRAY_RESERVE(&list->entries, &list->capacity, count) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < snapshot->count; i++) {
        const struct task *task = &snapshot->tasks[i];
        struct run_delta_entry *entry = &list->entries[list->count];
        const struct run_delta_entry *known;

        if (!has_figures(task))
            continue;
        *entry = (struct run_delta_entry){
            .id = {task_key(task), task->start_ns},
            .run_delay_ns = task->details->run_delay_ns,
            .voluntary = task->details->voluntary_switches,
            .forced = task->details->forced_switches,
        };
        known = former_find(before->entries, before->count, sizeof(*entry), &entry->id, &next);
        if (known)
            join(known, entry, interval_ns, task->details);
        in_order = in_order && (list->count == 0 || entry[-1].id.key < entry->id.key);
        list->count++;
    }
    if (!in_order)
        former_sort(list->entries, list->count, sizeof(*list->entries));
    return 0;
}
