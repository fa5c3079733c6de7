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

static uint64_t key_of(const void *tag)
{
    return task_identity_key(tag);
}

/* The first tag that is not before the task's. */
static size_t find_place(const struct tags *tags, const struct task *task)
{
    const struct task_identity wanted = task_identity_of(task);

    return lower_bound(tags->list, tags->count, sizeof(tags->list[0]), key_of(&wanted), key_of);
}

bool tags_have(const struct tags *tags, const struct task *task)
{
    const size_t at = find_place(tags, task);

    return at < tags->count && task_is_same(&tags->list[at], task);
}

int tags_add(struct tags *tags, const struct task *task)
{
    const size_t at = find_place(tags, task);
    const struct task_identity identity = task_identity_of(task);
    struct task_identity *tag;

    if (at < tags->count && key_of(&tags->list[at]) == key_of(&identity)) {
        if (identity.known)
            tags->list[at] = identity;
        return 0;
    }
    if (tags->count == TAGS_MAX)
        return -E2BIG;
    if (ARRAY_RESERVE(&tags->list, &tags->capacity, tags->count + 1) < 0)
        return -ENOMEM;
    tag = &tags->list[at];
    memmove(tag + 1, tag, (tags->count - at) * sizeof(*tag));
    *tag = identity;
    tags->count++;
    return 0;
}

void tags_remove(struct tags *tags, const struct task *task)
{
    const size_t at = find_place(tags, task);

    if (at == tags->count || !task_is_same(&tags->list[at], task))
        return;
    tags->count--;
    memmove(&tags->list[at], &tags->list[at + 1], (tags->count - at) * sizeof(tags->list[0]));
}

void tags_keep(struct tags *tags, const struct sample *sample)
{
    size_t count = 0;

    for (size_t i = 0; i < tags->count; i++)
        if (sample_find_same(sample, &tags->list[i]))
            tags->list[count++] = tags->list[i];
    tags->count = count;
}
