/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/tags.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/sorted.h"

void tags_fini(struct tags *tags)
{
    free(tags->list);
    *tags = (struct tags){0};
}

/* Orders tags by process, then by TID. */
static uint64_t key_of_ids(pid_t tgid, pid_t tid)
{
    return (uint64_t)tgid << 32 | (uint32_t)tid;
}

static uint64_t key_of(const void *tag)
{
    const struct tag *of = tag;

    return key_of_ids(of->tgid, of->tid);
}

static bool has_ids(const struct tag *tag, const struct task *task)
{
    return tag->tgid == task->tgid && tag->tid == task->tid;
}

/* The first tag that is not before the task's. */
static size_t find_place(const struct tags *tags, const struct task *task)
{
    return lower_bound(tags->list, tags->count, sizeof(tags->list[0]),
                       key_of_ids(task->tgid, task->tid), key_of);
}

static bool is_of(const struct tag *tag, const struct task *task)
{
    return has_ids(tag, task) && tag->start_ns == task->start_ns;
}

bool tags_have(const struct tags *tags, const struct task *task)
{
    const size_t at = find_place(tags, task);

    return at < tags->count && is_of(&tags->list[at], task);
}

int tags_add(struct tags *tags, const struct task *task)
{
    const size_t at = find_place(tags, task);
    struct tag *tag;

    if (at < tags->count && has_ids(&tags->list[at], task)) {
        tags->list[at].start_ns = task->start_ns;
        return 0;
    }
    if (tags->count == TAGS_MAX)
        return -E2BIG;
    if (ARRAY_RESERVE(&tags->list, &tags->capacity, tags->count + 1) < 0)
        return -ENOMEM;
    tag = &tags->list[at];
    memmove(tag + 1, tag, (tags->count - at) * sizeof(*tag));
    *tag = (struct tag){task->tgid, task->tid, task->start_ns};
    tags->count++;
    return 0;
}

void tags_remove(struct tags *tags, const struct task *task)
{
    const size_t at = find_place(tags, task);

    if (at == tags->count || !is_of(&tags->list[at], task))
        return;
    tags->count--;
    memmove(&tags->list[at], &tags->list[at + 1], (tags->count - at) * sizeof(tags->list[0]));
}

/* A row whose start time was not read, as that could block, counts as the tagged task. */
static bool is_there(const struct tag *tag, const struct sample *sample)
{
    const struct task thread = {.kind = TASK_THREAD, .tgid = tag->tgid, .tid = tag->tid};
    const struct task *task = sample_find_row(sample, &thread);

    if (!task && tag->tid == tag->tgid)
        task = sample_find_leader(sample, TASK_PROCESS, tag->tgid);
    return task && (task->stat_unread || task->start_ns == tag->start_ns);
}

void tags_keep(struct tags *tags, const struct sample *sample)
{
    size_t count = 0;

    for (size_t i = 0; i < tags->count; i++)
        if (is_there(&tags->list[i], sample))
            tags->list[count++] = tags->list[i];
    tags->count = count;
}
