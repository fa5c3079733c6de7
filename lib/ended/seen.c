/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/seen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/lower_bound.h"

/* How long a row that is gone may wait for its task to be freed; a parent may reap it late. */
#define GONE_MAX_NS ((uint64_t)(60 * NS_PER_S))

/* By how much two start times of a task may differ: one is rounded, of a clock that is adjusted. */
#define START_ERROR_NS (2 * START_TICK_NS)

void seen_fini(struct seen_lists *lists)
{
    free(lists->now.rows);
    free(lists->before.rows);
    free(lists->gone.rows);
    free(lists->spare.rows);
    *lists = (struct seen_lists){0};
}

static uint64_t key_of(const void *row)
{
    return ((const struct seen *)row)->key;
}

uint64_t seen_leader_key(pid_t tgid)
{
    return task_key(&(struct task){.kind = TASK_THREAD, .tgid = tgid, .tid = tgid});
}

size_t seen_from(const struct seen_list *list, uint64_t key)
{
    return lower_bound(list->rows, list->count, sizeof(*list->rows), key, key_of);
}

struct seen *seen_find(const struct seen_list *list, uint64_t key)
{
    const size_t at = seen_from(list, key);

    return at < list->count && list->rows[at].key == key ? &list->rows[at] : NULL;
}

struct seen *seen_find_process(const struct seen_list *list, pid_t tgid)
{
    return seen_find(list, task_process_key(tgid));
}

static bool is_start(uint64_t one_ns, uint64_t other_ns)
{
    return one_ns < other_ns ? other_ns - one_ns < START_ERROR_NS
                             : one_ns - other_ns < START_ERROR_NS;
}

struct seen *seen_find_ended(const struct seen_lists *lists, uint64_t key, uint64_t start_ns,
                             bool any_start)
{
    struct seen *row = seen_find(&lists->now, key);
    const struct seen *end = lists->gone.rows + lists->gone.count;

    if (row && is_start(row->start_ns, start_ns))
        return row;
    for (row = seen_find(&lists->gone, key); row && row < end && row->key == key; row++)
        if (any_start || is_start(row->start_ns, start_ns))
            return row;
    return NULL;
}

struct ended_used seen_shown(const struct seen *row)
{
    return (struct ended_used){
        .cpu_ns = (int64_t)row->cpu_ns,
        .minflt = (int64_t)row->minflt,
        .majflt = (int64_t)row->majflt,
    };
}

struct ended_used seen_reaped(const struct seen *row)
{
    return (struct ended_used){
        .cpu_ns = (int64_t)row->reaped_ns,
        .minflt = (int64_t)row->reaped_minflt,
        .majflt = (int64_t)row->reaped_majflt,
    };
}

uint64_t seen_went_back_ns(const struct seen_lists *lists, uint64_t key)
{
    const struct seen *now = seen_find(&lists->now, key);
    const struct seen *before = seen_find(&lists->before, key);

    if (!now || !before || before->start_ns != now->start_ns || before->cpu_ns <= now->cpu_ns)
        return 0;
    return before->cpu_ns - now->cpu_ns;
}

bool seen_is_just_gone(const struct seen_lists *lists, const struct seen *row)
{
    return row->gone_ns == lists->system.monotonic_ns;
}

bool seen_is_new(const struct seen_lists *lists, const struct seen *row)
{
    return lists->interval_ns > 0 &&
           system_info_is_new(&lists->system, row->start_ns, lists->interval_ns);
}

static struct seen seen_of(const struct task *task)
{
    const struct process *process = task->process;
    struct seen row = {
        .key = task_key(task),
        .start_ns = task->start_ns,
        .cpu_ns = task->utime_ns + task->stime_ns,
        .reaped_ns = process->cutime_ns + process->cstime_ns,
        .minflt = task->minflt,
        .majflt = task->majflt,
        .reaped_minflt = process->cminflt,
        .reaped_majflt = process->cmajflt,
        .tgid = task->tgid,
        .ppid = process->ppid,
        .kind = task->kind,
    };

    if (task->comm)
        memcpy(row.comm, task->comm, strnlen(task->comm, sizeof(row.comm)));
    return row;
}

static int take_rows(struct seen_list *list, const struct snapshot *snapshot)
{
    list->count = 0;
    if (ARRAY_RESERVE(&list->rows, &list->capacity, snapshot->count) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < snapshot->count; i++)
        if (snapshot->tasks[i].have & NEED_STAT)
            list->rows[list->count++] = seen_of(&snapshot->tasks[i]);
    return 0;
}

/* Whether a row of the snapshot before is in the last one; looks from *next on. */
static bool is_there(const struct seen_list *now, size_t *next, const struct seen *before)
{
    while (*next < now->count && now->rows[*next].key < before->key)
        ++*next;
    return *next < now->count && now->rows[*next].key == before->key &&
           is_start(now->rows[*next].start_ns, before->start_ns);
}

/* Also one that only the last snapshot was without: its task may have been freed since. */
static bool is_remembered(const struct seen_lists *lists, const struct seen *gone)
{
    const uint64_t ago_ns = lists->system.monotonic_ns - gone->gone_ns;

    return ago_ns < GONE_MAX_NS || ago_ns <= lists->interval_ns;
}

/* Those that are gone for not too long, and those of `before` that now are, merged by their keys.
 */
static int gather_gone(struct seen_lists *lists)
{
    const struct seen_list *gone = &lists->gone, *before = &lists->before;
    struct seen_list *out = &lists->spare;
    size_t old = 0, next = 0;

    out->count = 0;
    if (ARRAY_RESERVE(&out->rows, &out->capacity, gone->count + before->count) < 0)
        return -ENOMEM;
    for (size_t i = 0; i <= before->count; i++) {
        for (; old < gone->count &&
               (i == before->count || gone->rows[old].key <= before->rows[i].key);
             old++)
            if (is_remembered(lists, &gone->rows[old]))
                out->rows[out->count++] = gone->rows[old];
        if (i == before->count || is_there(&lists->now, &next, &before->rows[i]))
            continue;
        out->rows[out->count] = before->rows[i];
        out->rows[out->count++].gone_ns = lists->system.monotonic_ns;
    }
    return 0;
}

static void swap(struct seen_list *a, struct seen_list *b)
{
    const struct seen_list list = *a;

    *a = *b;
    *b = list;
}

int seen_update(struct seen_lists *lists, const struct snapshot *snapshot)
{
    const struct system_info *system = &snapshot->system;
    int result;

    lists->interval_ns =
        lists->system.monotonic_ns && system->monotonic_ns > lists->system.monotonic_ns
            ? system->monotonic_ns - lists->system.monotonic_ns
            : 0;
    lists->system = *system;
    swap(&lists->now, &lists->before);
    result = take_rows(&lists->now, snapshot);
    if (result == 0)
        result = gather_gone(lists);
    if (result == 0)
        swap(&lists->gone, &lists->spare);
    return result;
}
