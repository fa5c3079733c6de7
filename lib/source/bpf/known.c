/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/known.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/bpf/room.h"

void known_fini(struct known *known)
{
    free(known->last.tasks);
    free(known->coming.tasks);
    free(known->ended.tasks);
    arena_fini(&known->records);
    arena_fini(&known->groups);
    *known = (struct known){0};
}

void known_begin(struct known *known)
{
    known->at = 0;
    known->coming.count = 0;
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
    struct known_task *grown =
        room_for(list->tasks, list->count + 1, &list->capacity, sizeof(*grown));

    if (!grown)
        return -ENOMEM;
    list->tasks = grown;
    grown[list->count++] = *task;
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
    *task.record = *record;
    return add(&known->coming, &task);
}

/* What becomes of a known task of which there is no new record; `index` is its own in the page. */
static int settle(struct known *known, const struct wire_page *page, size_t index,
                  const struct known_task *task)
{
    const bool same = page->same[index / 32] & UINT32_C(1) << index % 32;

    return add(same ? &known->coming : &known->ended, task);
}

/* Merges the new records of a page and what is known of tasks as far as the page goes. */
static int merge(struct known *known, const struct wire_page *page, const struct harvest *harvest,
                 size_t first)
{
    const struct known_task *last = known->last.tasks + known->at;
    const uint32_t end = page->done ? UINT32_MAX : page->next;
    size_t at = 0;
    size_t new = first;
    int result = 0;

    while (result == 0) {
        const bool is_record = new < harvest->task_count;
        const bool is_known = at < page->known_count && last[at].figures.tid < end;
        const struct wire_task *record = is_record ? harvest->tasks[new].task : NULL;

        if (!is_record && !is_known)
            break;
        if (is_record && is_known && record->tid == last[at].figures.tid)
            result = keep(known, harvest->tasks[new ++].task, &last[at++]);
        else if (is_record && (!is_known || record->tid < last[at].figures.tid))
            result = keep(known, harvest->tasks[new ++].task, NULL);
        else {
            result = settle(known, page, at, &last[at]);
            at++;
        }
    }
    known->at += at;
    return result;
}

/* The records of groups are copied: there will be new ones with each walk. */
static int keep_groups(struct known *known, struct harvest *harvest, size_t first)
{
    for (size_t i = first; i < harvest->group_count; i++) {
        struct wire_group *group = arena_alloc(&known->groups, sizeof(*group));

        if (!group)
            return -ENOMEM;
        *group = *harvest->groups[i];
        harvest->groups[i] = group;
    }
    return 0;
}

int known_take(struct known *known, const struct wire_page *page, struct harvest *harvest,
               size_t first_task, size_t first_group)
{
    const size_t first = known->coming.count;
    int result;

    for (size_t i = first_task + 1; i < harvest->task_count; i++) {
        if (harvest->tasks[i - 1].task->tid >= harvest->tasks[i].task->tid)
            return -EPROTO;
    }
    result = merge(known, page, harvest, first_task);
    if (result == 0)
        result = keep_groups(known, harvest, first_group);
    harvest->task_count = first_task;
    for (size_t i = first; result == 0 && i < known->coming.count; i++)
        result = harvest_add_task(harvest, known->coming.tasks[i].record);
    return result;
}

void known_end(struct known *known)
{
    const struct known_list last = known->last;

    known->last = known->coming;
    known->coming = last;
}
