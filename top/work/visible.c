/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/visible.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "top/view/layout.h"

void visible_list_fini(struct visible_list *list)
{
    free(list->rows);
    *list = (struct visible_list){0};
}

/* Groups asked for by name are in the order of the asking. */
struct task *visible_find_row(const struct reading *reading, const struct task *task)
{
    const struct snapshot *snapshot = &reading->snapshot;
    struct task *row = snapshot_find(snapshot, task);

    for (size_t i = 0; !row && reading->wish.pid_count > 1 && i < snapshot->count; i++)
        if (task_key(&snapshot->tasks[i]) == task_key(task))
            row = &snapshot->tasks[i];
    return row;
}

static int add(struct visible_list *list, const struct visible_lack *row)
{
    if (ARRAY_RESERVE(&list->rows, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->rows[list->count++] = *row;
    return 0;
}

struct listing {
    struct model *model;
    const struct reading *before;
    struct visible_list *list;
};

static void list_row(const struct listing *listing, struct task *task, need_t need)
{
    struct model *model = listing->model;
    need_t missing = need & ~(task->have | NEED_DELTA);
    const struct task *before =
        missing && listing->before ? visible_find_row(listing->before, task) : NULL;
    int error = 0;

    if (before && before->start_ns == task->start_ns)
        error = snapshot_copy_groups(&model->reading->snapshot, task, before, missing);
    if (!error && missing)
        error =
            add(listing->list, &(struct visible_lack){task->tgid, task->tid, task->kind, missing});
    if (error)
        model->failed = true;
}

/* The task that the window at the bottom is about. */
static void list_bottom(const struct listing *listing)
{
    const struct bottom *bottom = &listing->model->bottom;
    struct snapshot *snapshot = &listing->model->reading->snapshot;
    need_t need = bottom_need(bottom->kind);

    for (size_t i = 0; need && i < snapshot->count; i++)
        if (snapshot->tasks[i].tid == bottom->tid) {
            list_row(listing, &snapshot->tasks[i], need);
            return;
        }
}

void visible_list_lacks(struct model *model, const struct reading *before,
                        struct visible_list *list)
{
    const struct listing listing = {model, before, list};
    struct layout layout;

    if (!model->reading || model->screen != SCREEN_TASKS)
        return;
    layout_compute(model, &layout);
    for (size_t i = 0; i < layout.pane_count; i++) {
        const struct pane *pane = &layout.panes[i];

        for (size_t row = 0; row < pane->count; row++)
            list_row(&listing, pane->window->order[pane->first + row], pane->need);
    }
    list_bottom(&listing);
}
