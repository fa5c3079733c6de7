/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/task/snapshot.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/arena.h"
#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "lib/base/sorted.h"
#include "lib/task/fields.h"

const struct process process_none;

void snapshot_init(struct snapshot *snapshot)
{
    *snapshot = (struct snapshot){0};
}

void snapshot_fini(struct snapshot *snapshot)
{
    free(snapshot->tasks);
    arena_fini(&snapshot->arena);
    snapshot_init(snapshot);
}

void snapshot_clear(struct snapshot *snapshot)
{
    snapshot->count = 0;
    snapshot->unasked = 0;
    snapshot->pins = PINS_AS_BEFORE;
    snapshot->incomplete = false;
    snapshot->blank = NULL;
    arena_clear(&snapshot->arena);
}

int snapshot_expect(struct snapshot *snapshot, size_t count)
{
    const size_t size = sizeof(*snapshot->tasks);
    const size_t capacity = count + count / 16; /* room for growth in the next scan */
    struct task *tasks;

    if (count <= snapshot->capacity)
        return 0;
    tasks = capacity > SIZE_MAX / size ? NULL : populate_alloc(capacity * size, count * size);
    if (!tasks)
        return -ENOMEM;
    if (snapshot->count > 0)
        memcpy(tasks, snapshot->tasks, snapshot->count * size);
    free(snapshot->tasks);
    snapshot->tasks = tasks;
    snapshot->capacity = capacity;
    return 0;
}

struct task *snapshot_add(struct snapshot *snapshot)
{
    struct task *task;

    if (ARRAY_RESERVE(&snapshot->tasks, &snapshot->capacity, snapshot->count + 1) < 0)
        return NULL;
    task = &snapshot->tasks[snapshot->count++];
    *task = (struct task){.process = &process_none};
    return task;
}

/* The record of a row if it equals `process`, but is not `process` itself, which is temporary. */
static const struct process *equal_record(const struct task *row, const struct process *process)
{
    if (!row || row->process == process)
        return NULL;
    return memcmp(row->process, process, sizeof(*process)) == 0 ? row->process : NULL;
}

/* An equal record of this task or of an adjacent row; NULL if there is none. */
static const struct process *find_record(const struct snapshot *snapshot, const struct task *task,
                                         const struct process *process)
{
    const struct process *record = equal_record(task, process);

    if (!record)
        record = equal_record(snapshot_row_before(snapshot, task), process);
    if (!record)
        record = equal_record(snapshot_row_after(snapshot, task), process);
    return record;
}

int snapshot_set_process(struct snapshot *snapshot, struct task *task,
                         const struct process *process)
{
    const struct process *record = find_record(snapshot, task, process);

    if (!record) {
        struct process *copy = arena_alloc(&snapshot->arena, sizeof(*copy));

        if (!copy)
            return -ENOMEM;
        *copy = *process;
        record = copy;
    }
    task->process = record;
    return 0;
}

void snapshot_drop_last(struct snapshot *snapshot)
{
    INVARIANT(snapshot->count > 0);
    snapshot->count--;
}

/* Compares addresses: a task that is not a row may be part of another object. */
static bool is_row(const struct snapshot *snapshot, const struct task *task)
{
    const uintptr_t first = (uintptr_t)snapshot->tasks;

    return (uintptr_t)task - first < snapshot->count * sizeof(*task);
}

const struct task *snapshot_row_before(const struct snapshot *snapshot, const struct task *task)
{
    return is_row(snapshot, task) && task > snapshot->tasks ? task - 1 : NULL;
}

const struct task *snapshot_row_after(const struct snapshot *snapshot, const struct task *task)
{
    return is_row(snapshot, task) && is_row(snapshot, task + 1) ? task + 1 : NULL;
}

static uint64_t key_of(const void *task)
{
    return task_key(task);
}

struct task *snapshot_find(const struct snapshot *snapshot, const struct task *task)
{
    uint64_t key = task_key(task);
    size_t place = lower_bound(snapshot->tasks, snapshot->count, sizeof(*task), key, key_of);

    if (place == snapshot->count || task_key(&snapshot->tasks[place]) != key)
        return NULL;
    return &snapshot->tasks[place];
}

const char *snapshot_name(struct snapshot *snapshot, const struct task *task, const char *name,
                          size_t len)
{
    bool has_before = snapshot->count > 1 && task == &snapshot->tasks[snapshot->count - 1];
    const char *before = has_before ? task[-1].comm : NULL;

    if (before && strlen(before) == len && memcmp(before, name, len) == 0)
        return before;
    return arena_copy(&snapshot->arena, name, len);
}

/*
 * Details with their defaults. fields_init_details() walks the table, too slow for each row: one
 * record is made and copied.
 */
static const struct task_details *blank_details(struct snapshot *snapshot)
{
    struct task_details *blank;

    if (snapshot->blank)
        return snapshot->blank;
    blank = arena_alloc(&snapshot->arena, sizeof(*blank));
    if (blank)
        fields_init_details(blank);
    snapshot->blank = blank;
    return blank;
}

struct task_details *snapshot_add_details(struct snapshot *snapshot, struct task *task)
{
    const struct task_details *blank;
    struct task_details *details = task->details;

    if (details)
        return details;
    blank = blank_details(snapshot);
    details = blank ? arena_alloc(&snapshot->arena, sizeof(*details)) : NULL;
    if (!details)
        return NULL;
    *details = *blank;
    task->details = details;
    return details;
}

static int copy_process(struct snapshot *snapshot, struct task *task, const struct process *from,
                        need_t groups)
{
    struct process process = *task->process;
    int result = fields_copy(RECORD_PROCESS, &process, from, groups, &snapshot->arena);

    return result < 0 ? result : snapshot_set_process(snapshot, task, &process);
}

static int copy_details(struct snapshot *snapshot, struct task *task,
                        const struct task_details *from, need_t groups)
{
    struct task_details *to;

    if (!(groups & NEED_DETAILS) || !from)
        return 0;
    to = snapshot_add_details(snapshot, task);
    return to ? fields_copy(RECORD_DETAILS, to, from, groups, &snapshot->arena) : -ENOMEM;
}

int snapshot_copy_groups(struct snapshot *snapshot, struct task *task, const struct task *from,
                         need_t groups)
{
    int result;

    groups &= from->have & ~(need_t)(NEED_STAT | NEED_DELTA);
    result = copy_process(snapshot, task, from->process, groups);
    if (result == 0)
        result = fields_copy(RECORD_TASK, task, from, groups, &snapshot->arena);
    if (result == 0)
        result = copy_details(snapshot, task, from->details, groups);
    if (result == 0)
        task->have |= groups;
    return result;
}
