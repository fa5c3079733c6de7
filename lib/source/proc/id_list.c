/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/id_list.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "lib/base/sorted.h"

void id_list_fini(struct id_list *list)
{
    free(list->ids);
    *list = (struct id_list){0};
}

void id_list_clear(struct id_list *list)
{
    list->count = 0;
}

int id_list_add(struct id_list *list, pid_t tgid, pid_t tid)
{
    if (ARRAY_RESERVE(&list->ids, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->ids[list->count++] = (struct task_id){.tgid = tgid, .tid = tid};
    return 0;
}

static int compare(const void *left, const void *right)
{
    const struct task_id *a = left;
    const struct task_id *b = right;
    bool a_follows = a->tid != a->tgid;
    bool b_follows = b->tid != b->tgid;

    if (a->tgid != b->tgid)
        return a->tgid < b->tgid ? -1 : 1;
    if (a_follows != b_follows)
        return a_follows ? 1 : -1;
    return (a->tid > b->tid) - (a->tid < b->tid);
}

void id_list_sort(struct id_list *list)
{
    bool in_order = true;
    size_t unique = 0;

    /* Most kernels list in order, so 16,000 comparisons are enough. */
    for (size_t i = 1; i < list->count && in_order; i++)
        in_order = compare(&list->ids[i - 1], &list->ids[i]) < 0;
    if (in_order)
        return;

    qsort(list->ids, list->count, sizeof(list->ids[0]), compare);
    for (size_t i = 0; i < list->count; i++) {
        if (unique == 0 || compare(&list->ids[unique - 1], &list->ids[i]) != 0)
            list->ids[unique++] = list->ids[i];
    }
    list->count = unique;
}

static uint64_t tgid_of(const void *id)
{
    return (uint64_t)((const struct task_id *)id)->tgid;
}

/* The first index whose tgid is not less than `tgid`. */
static size_t find_group(const struct id_list *list, pid_t tgid)
{
    return lower_bound(list->ids, list->count, sizeof(*list->ids), (uint64_t)tgid, tgid_of);
}

void id_list_cut(struct id_list *list, pid_t tgid)
{
    INVARIANT(keys_ascend(list->ids, list->count, sizeof(*list->ids), tgid_of, false));
    list->count = find_group(list, tgid + 1);
}

struct id_span id_list_group(const struct id_list *list, pid_t tgid)
{
    size_t first = find_group(list, tgid);
    size_t end = first;

    while (end < list->count && list->ids[end].tgid == tgid)
        end++;
    return (struct id_span){.ids = list->ids + first, .count = end - first};
}
