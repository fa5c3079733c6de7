/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/visible.h"

#include <errno.h>

#include "top/screens/detail_text.h"
#include "top/view/layout.h"

/* What is done with a row on the screen, and the groups that it lacks: 0 or -ENOMEM. */
typedef int visit_row(struct model *model, struct task *task, need_t missing, void *context);

static int visit_pane(struct model *model, const struct pane *pane, visit_row *visit, void *context)
{
    for (size_t i = 0; i < pane->count; i++) {
        struct task *task = pane->table.window->order[pane->first + i];
        need_t missing = pane->need & ~(task->have | NEED_DELTA);

        if (missing && visit(model, task, missing, context) == -ENOMEM)
            return -ENOMEM;
    }
    return 0;
}

/* The task that the detail pane is about. */
static int visit_detail(struct model *model, visit_row *visit, void *context)
{
    struct snapshot *snapshot = &model->reading->snapshot;
    need_t need = detail_text_need(model->detail.kind);

    for (size_t i = 0; need && i < snapshot->count; i++) {
        struct task *task = &snapshot->tasks[i];
        need_t missing = need & ~task->have;

        if (task->tid == model->detail.tid)
            return missing ? visit(model, task, missing, context) : 0;
    }
    return 0;
}

static void visit_all(struct model *model, visit_row *visit, void *context)
{
    struct layout layout;

    if (!model->reading || model->screen != SCREEN_TASKS)
        return;
    layout_compute(model, &layout);
    for (size_t i = 0; i < layout.pane_count; i++)
        if (visit_pane(model, &layout.panes[i], visit, context) == -ENOMEM)
            model->failed = true;
    if (visit_detail(model, visit, context) == -ENOMEM)
        model->failed = true;
}

static int fill_row(struct model *model, struct task *task, need_t missing, void *context)
{
    struct source *source = context;

    return source_fill(source, &model->reading->snapshot, task, missing);
}

void visible_fill(struct model *model, struct source *source)
{
    visit_all(model, fill_row, source);
}

/* The row of a task, or NULL. Groups asked for by name are in the order of the asking. */
static struct task *find_row(const struct reading *reading, const struct task *task)
{
    const struct snapshot *snapshot = &reading->snapshot;
    struct task *row = snapshot_find(snapshot, task);

    for (size_t i = 0; !row && reading->wish.pid_count > 1 && i < snapshot->count; i++)
        if (task_key(&snapshot->tasks[i]) == task_key(task))
            row = &snapshot->tasks[i];
    return row;
}

struct listing_context {
    const struct reading *before;
    struct fill_list *list;
};

static int list_row(struct model *model, struct task *task, need_t missing, void *context)
{
    const struct listing_context *listing = context;
    const struct task *before = listing->before ? find_row(listing->before, task) : NULL;

    if (before && before->start_ns == task->start_ns &&
        snapshot_copy_groups(&model->reading->snapshot, task, before, missing) < 0)
        return -ENOMEM;
    return fill_list_add(listing->list, task, missing);
}

void visible_list(struct model *model, const struct reading *before, struct fill_list *list)
{
    struct listing_context context = {before, list};

    visit_all(model, list_row, &context);
}

void visible_put(struct model *model, const struct task *filled)
{
    struct snapshot *snapshot = &model->reading->snapshot;
    struct task *task = find_row(model->reading, filled);

    if (task && snapshot_copy_groups(snapshot, task, filled, filled->have) < 0)
        model->failed = true;
}
