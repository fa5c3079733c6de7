/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/query/run_delta.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/lower_bound.h"
#include "lib/base/units.h"

#define NEEDS (NEED_RUN_DELAY | NEED_SWITCHES)

struct run_delta_entry {
    uint64_t key, start_ns;
    int64_t run_delay_ns, voluntary, forced; /* -1: unknown */
};

void run_delta_fini(struct run_delta *delta)
{
    free(delta->now.entries);
    free(delta->before.entries);
    *delta = (struct run_delta){0};
}

static uint64_t key_of(const void *entry)
{
    return ((const struct run_delta_entry *)entry)->key;
}

static int compare_keys(const void *left, const void *right)
{
    const struct run_delta_entry *a = left;
    const struct run_delta_entry *b = right;

    return (a->key > b->key) - (a->key < b->key);
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

static void join(const struct run_delta_list *before, const struct run_delta_entry *now,
                 uint64_t interval_ns, struct task_details *details)
{
    const size_t at = lower_bound(before->entries, before->count, sizeof(*now), now->key, key_of);
    const struct run_delta_entry *entry = &before->entries[at];

    if (at == before->count || entry->key != now->key || entry->start_ns != now->start_ns)
        return;
    details->run_queue_ns = per_second(grown(entry->run_delay_ns, now->run_delay_ns), interval_ns);
    details->new_voluntary = grown(entry->voluntary, now->voluntary);
    details->new_forced = grown(entry->forced, now->forced);
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
    struct run_delta_list *list = &delta->now;

    begin(delta);
    delta->monotonic_ns = now_ns;
    if (count > 0 && ARRAY_RESERVE(&list->entries, &list->capacity, count) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < snapshot->count; i++) {
        const struct task *task = &snapshot->tasks[i];
        struct run_delta_entry *entry = &list->entries[list->count];

        if (!has_figures(task))
            continue;
        *entry = (struct run_delta_entry){
            .key = task_key(task),
            .start_ns = task->start_ns,
            .run_delay_ns = task->details->run_delay_ns,
            .voluntary = task->details->voluntary_switches,
            .forced = task->details->forced_switches,
        };
        if (delta->before.count > 0)
            join(&delta->before, entry, interval_ns, task->details);
        list->count++;
    }
    /* Groups requested by id come in the order of the request. */
    if (list->count > 0)
        qsort(list->entries, list->count, sizeof(*list->entries), compare_keys);
    return 0;
}
