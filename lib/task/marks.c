/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/task/marks.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/sorted.h"

void task_marks_fini(struct task_marks *marks)
{
    free(marks->list);
    *marks = (struct task_marks){.count = 0};
}

static int compare_keys(const void *left, const void *right)
{
    const struct task_mark *a = left, *b = right;

    return (a->key > b->key) - (a->key < b->key);
}

int task_marks_take(struct task_marks *marks, const struct snapshot *snapshot)
{
    marks->count = 0;
    if (ARRAY_RESERVE(&marks->list, &marks->capacity, snapshot->count) < 0)
        return -ENOMEM;
    for (; marks->count < snapshot->count; marks->count++) {
        const struct task *task = &snapshot->tasks[marks->count];

        marks->kind = task->kind;
        marks->list[marks->count] = (struct task_mark){
            .key = task_key(task),
            .start_ns = task->start_ns,
            .cpu_ns = task->stat_unread ? MARK_UNREAD : task->utime_ns + task->stime_ns,
            .rss_kib = task->process->rss_kib,
            .has_rss = task->have & NEED_MEM,
        };
    }
    if (marks->count > 1) /* with -p the rows have an order of their own */
        qsort(marks->list, marks->count, sizeof(marks->list[0]), compare_keys);
    return 0;
}

static uint64_t key_of_mark(const void *mark)
{
    return ((const struct task_mark *)mark)->key;
}

const struct task_mark *task_marks_find(const struct task_marks *marks, const struct task *task)
{
    const uint64_t key = task_key(task);
    const size_t at =
        lower_bound(marks->list, marks->count, sizeof(marks->list[0]), key, key_of_mark);
    const struct task_mark *mark = at < marks->count ? &marks->list[at] : NULL;

    if (!mark || mark->key != key)
        return NULL;
    return mark->start_ns == task->start_ns || mark->cpu_ns == MARK_UNREAD || task->stat_unread
               ? mark
               : NULL;
}

struct task_marks_counts task_marks_count(const struct task_marks *marks,
                                          const struct snapshot *snapshot)
{
    size_t found = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        found += task_marks_find(marks, &snapshot->tasks[i]) != NULL;
    return (struct task_marks_counts){snapshot->count - found, marks->count - found};
}
