/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/group_records.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"

static void free_threads(struct group_record *group)
{
    who_ran_fini(&group->who);
    thread_order_fini(&group->order);
}

static void free_all(struct record_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->groups[i])
            free_threads(list->groups[i]);
        free(list->groups[i]);
    }
    list->count = 0;
}

void group_records_fini(struct group_records *records)
{
    free_all(&records->now);
    free_all(&records->before);
    free(records->now.groups);
    free(records->before.groups);
    *records = (struct group_records){0};
}

void group_records_begin(struct group_records *records)
{
    const struct record_list before = records->now;

    records->now = records->before; /* empty, but its memory is reused */
    records->before = before;
    records->next = 0;
    records->scan++;
    records->current = NULL;
}

void group_records_end(struct group_records *records)
{
    free_all(&records->before);
    records->current = NULL;
}

/* Takes the record of a process from the last scan; NULL if there is none. */
static struct group_record *take_known(struct group_records *records, pid_t tgid)
{
    const struct record_list *before = &records->before;
    struct group_record *group;

    while (records->next < before->count && before->groups[records->next]->tgid < tgid)
        records->next++;
    if (records->next == before->count || before->groups[records->next]->tgid != tgid)
        return NULL;
    group = before->groups[records->next];
    before->groups[records->next++] = NULL;
    return group;
}

int group_records_enter(struct group_records *records, pid_t tgid)
{
    struct record_list *now = &records->now;
    struct group_record *group;

    if (ARRAY_RESERVE(&now->groups, &now->capacity, now->count + 1) < 0)
        return -ENOMEM;
    group = take_known(records, tgid);
    if (!group) {
        group = calloc(1, sizeof(*group));
        if (!group)
            return -ENOMEM;
        group->tgid = tgid;
    }
    now->groups[now->count++] = records->current = group;
    return 0;
}

void group_record_reset(struct group_record *group)
{
    free_threads(group);
    *group = (struct group_record){.tgid = group->tgid};
}
