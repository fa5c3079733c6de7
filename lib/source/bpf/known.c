/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/known.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/source/bpf/records.h"

void known_fini(struct known *known)
{
    free(known->last.tasks);
    free(known->coming.tasks);
    free(known->ended.tasks);
    arena_fini(&known->records);
    arena_fini(&known->groups);
    harvest_fini(&known->arrived);
    *known = (struct known){0};
}

void known_begin(struct known *known)
{
    known->at = 0;
    known->coming.count = 0;
    known->others = false;
    arena_clear(&known->groups);
}

void known_put(const struct known *known, struct wire_page *page)
{
    const struct known_task *tasks = known->last.tasks + known->at;
    const size_t left = known->last.count - known->at;
    const size_t count = left < WIRE_KNOWN_MAX ? left : WIRE_KNOWN_MAX;
    struct wire_known *out =
        (struct wire_known *)(void *)(page->records + sizeof(page->records)) - count;

    for (size_t i = 0; i < count; i++)
        out[i] = tasks[i].figures;
    page->known_count = (uint32_t)count;
    page->end = count < left ? tasks[count].figures.tid : UINT32_MAX;
}

static int add(struct known_list *list, const struct known_task *task)
{
    if (ARRAY_RESERVE(&list->tasks, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->tasks[list->count++] = *task;
    return 0;
}

/* Keeps a record, in place of that of `last` where the task was known. */
static int keep(struct known *known, const struct wire_task *record, const struct known_task *last)
{
    struct known_task task = {.figures = {record->tid, record->digest, record->runtime}};

    if (last)
        task.record = last->record;
    else if (known->ended.count > 0)
        task.record = known->ended.tasks[--known->ended.count].record;
    else
        task.record = arena_alloc(&known->records, sizeof(*task.record));
    if (!task.record)
        return -ENOMEM;
    /* A number may have gone to a thread of another group. */
    if (!last || task.record->tgid != record->tgid)
        known->others = true;
    *task.record = *record;
    return add(&known->coming, &task);
}

/* What becomes of a known task of which there is no new record; `index` is its own in the page. */
static int settle(struct known *known, const struct wire_page *page, size_t index,
                  const struct known_task *task)
{
    if (page->same[index / 32] & UINT32_C(1) << index % 32)
        return add(&known->coming, task);
    known->others = true;
    return add(&known->ended, task);
}

/* Merges the new records of a page and what is known of tasks as far as the page goes. */
static int merge(struct known *known, const struct wire_page *page)
{
    const struct known_task *last = known->last.tasks + known->at;
    const struct harvest *arrived = &known->arrived;
    const uint32_t end = page->done ? UINT32_MAX : page->next;
    size_t at = 0;
    size_t new = 0;
    int result = 0;

    while (result == 0) {
        const struct wire_task *record =
            new < arrived->task_count ? arrived->tasks[new].task : NULL;
        const struct known_task *task =
            at < page->known_count && last[at].figures.tid < end ? &last[at] : NULL;

        if (!record && !task)
            break;
        if (record && task && task->figures.tid < record->tid)
            record = NULL;
        else if (record && task && task->figures.tid > record->tid)
            task = NULL;
        result = record ? keep(known, record, task) : settle(known, page, at, task);
        new += record != NULL;
        at += task != NULL;
    }
    known->at += at;
    return result;
}

/* The records of groups are copied: there will be new ones with each walk. */
static int keep_groups(struct known *known, struct harvest *harvest)
{
    for (size_t i = 0; i < known->arrived.group_count; i++) {
        struct wire_group *group = arena_alloc(&known->groups, sizeof(*group));

        if (!group || harvest_add_group(harvest, group) < 0)
            return -ENOMEM;
        *group = *known->arrived.groups[i];
    }
    return 0;
}

int known_take(struct known *known, struct wire_page *page, struct harvest *harvest)
{
    struct harvest *arrived = &known->arrived;
    int result;

    harvest_clear(arrived);
    result = records_add(page->records, page->used, arrived);
    for (size_t i = 1; i < arrived->task_count; i++) {
        if (arrived->tasks[i - 1].task->tid >= arrived->tasks[i].task->tid)
            return -EPROTO;
    }
    for (size_t i = 0; result == 0 && i < arrived->hidden_count; i++)
        result = harvest_add_hidden(harvest, arrived->hidden[i]);
    if (result == 0)
        result = keep_groups(known, harvest);
    return result < 0 ? result : merge(known, page);
}

int known_end(struct known *known, struct harvest *harvest)
{
    const struct known_list last = known->last;
    int result = 0;

    known->last = known->coming;
    known->coming = last;
    /* Mostly they are the same tasks as before, and in order already. */
    if (!known->others && harvest_recall(harvest, known))
        return 0;
    for (size_t i = 0; result == 0 && i < known->last.count; i++)
        result = harvest_add_task(harvest, known->last.tasks[i].record);
    harvest_keep(harvest, known);
    return result;
}
