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

static uint64_t key_of_mark(const void *mark)
{
    return task_identity_key(&((const struct task_mark *)mark)->task);
}

static int compare_keys(const void *left, const void *right)
{
    const uint64_t a = key_of_mark(left), b = key_of_mark(right);

    return (a > b) - (a < b);
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
            .task = task_identity_of(task),
            .cpu_ns = task->utime_ns + task->stime_ns,
            .rss_kib = task->process->rss_kib,
            .has_rss = task->have & NEED_MEM,
        };
    }
    if (marks->count > 1) /* leaders precede their threads; with -p the rows have another order */
        qsort(marks->list, marks->count, sizeof(marks->list[0]), compare_keys);
    return 0;
}

const struct task_mark *task_marks_find(const struct task_marks *marks, const struct task *task)
{
    const struct task_identity wanted = task_identity_of(task);
    const size_t at = lower_bound(marks->list, marks->count, sizeof(marks->list[0]),
                                  task_identity_key(&wanted), key_of_mark);

    return at < marks->count && task_is_same(&marks->list[at].task, task) ? &marks->list[at] : NULL;
}

struct task_marks_counts task_marks_count(const struct task_marks *marks,
                                          const struct snapshot *snapshot)
{
    size_t found = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        found += task_marks_find(marks, &snapshot->tasks[i]) != NULL;
    return (struct task_marks_counts){snapshot->count - found, marks->count - found};
}
