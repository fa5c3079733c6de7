/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Two hash tables that change places: the newer one is filled from the snapshot in hand while the
 * older one is asked. Both keep their memory. Half of a table at most is in use, so a search ends
 * after one or two steps.
 */
#include "lib/query/delta.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE 1024

struct delta_entry {
    pid_t tid; /* 0: free */
    enum task_kind kind;
    uint64_t start_ns;
    uint64_t cpu_ns;
    uint64_t minflt, majflt;
};

void delta_init(struct delta *delta)
{
    memset(delta, 0, sizeof(*delta));
}

void delta_fini(struct delta *delta)
{
    free(delta->table);
    free(delta->previous);
    delta_init(delta);
}

/* Makes `*table` empty and large enough for `count` entries. */
static int table_prepare(struct delta_entry **table, size_t *size, size_t count)
{
    size_t wanted = FIRST_SIZE;

    while (wanted < 2 * count)
        wanted *= 2;
    if (*size < wanted) {
        struct delta_entry *larger = calloc(wanted, sizeof(*larger));

        if (!larger)
            return -ENOMEM;
        free(*table);
        *table = larger;
        *size = wanted;
    } else {
        memset(*table, 0, *size * sizeof(**table));
    }
    return 0;
}

/* The entry of a task, or the free one where it belongs; `size` is not 0. */
static struct delta_entry *table_find(struct delta_entry *table, size_t size,
                                      const struct task *task)
{
    /* Ids run in sequence: a multiplication by the golden ratio spreads them. */
    size_t i = ((uint32_t)task->tid * UINT32_C(2654435769) + task->kind) & (size - 1);

    for (;; i = (i + 1) & (size - 1)) {
        struct delta_entry *entry = &table[i];

        if (entry->tid == 0 || (entry->tid == task->tid && entry->kind == task->kind &&
                                entry->start_ns == task->start_ns))
            return entry;
    }
}

static uint64_t grown(uint64_t before, uint64_t now)
{
    return now > before ? now - before : 0;
}

static uint32_t grown_faults(uint64_t before, uint64_t now)
{
    uint64_t faults = grown(before, now);

    return faults > UINT32_MAX ? UINT32_MAX : (uint32_t)faults;
}

/* A task that started since the snapshot before has used all of its time since then. */
static bool is_new(const struct task *task, const struct moment *moment, uint64_t interval_ns)
{
    return task->start_ns + interval_ns >= moment->uptime_ns;
}

static void join(const struct delta_entry *before, const struct snapshot *snapshot,
                 uint64_t interval_ns, struct task *task)
{
    static const struct delta_entry nothing;

    task->delta_cpu_ns = 0;
    task->delta_minflt = 0;
    task->delta_majflt = 0;
    if (!before && interval_ns > 0 && is_new(task, &snapshot->moment, interval_ns))
        before = &nothing;
    if (before) {
        task->delta_cpu_ns = grown(before->cpu_ns, task->utime_ns + task->stime_ns);
        task->delta_minflt = grown_faults(before->minflt, task->minflt);
        task->delta_majflt = grown_faults(before->majflt, task->majflt);
    }
    task->have |= NEED_DELTA;
}

static void swap_tables(struct delta *delta)
{
    struct delta_entry *table = delta->table;
    size_t size = delta->table_size;

    delta->table = delta->previous;
    delta->table_size = delta->previous_size;
    delta->previous = table;
    delta->previous_size = size;
}

int delta_update(struct delta *delta, struct snapshot *snapshot, uint64_t *interval_ns)
{
    uint64_t now_ns = snapshot->moment.monotonic_ns;
    uint64_t interval = delta->monotonic_ns ? grown(delta->monotonic_ns, now_ns) : 0;

    swap_tables(delta);
    if (table_prepare(&delta->table, &delta->table_size, snapshot->count) < 0) {
        swap_tables(delta);
        return -ENOMEM;
    }
    for (size_t i = 0; i < snapshot->count; i++) {
        struct task *task = &snapshot->tasks[i];
        struct delta_entry *entry;

        if (!(task->have & NEED_STAT))
            continue;
        entry =
            delta->previous_size ? table_find(delta->previous, delta->previous_size, task) : NULL;
        join(entry && entry->tid ? entry : NULL, snapshot, interval, task);
        *table_find(delta->table, delta->table_size, task) = (struct delta_entry){
            .tid = task->tid,
            .kind = task->kind,
            .start_ns = task->start_ns,
            .cpu_ns = task->utime_ns + task->stime_ns,
            .minflt = task->minflt,
            .majflt = task->majflt,
        };
    }
    delta->monotonic_ns = now_ns;
    *interval_ns = interval;
    return 0;
}
