/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/run.h"

#include <stdlib.h>

#include "top/screens/detail_pane.h"
#include "top/view/view.h"

/* Where to look for what rows lack, and to ask for the rest. */
struct lookup {
    struct model *model;
    const struct sample *before; /* the previous sample, or NULL */
    struct detail_requests *list;
};

/* What a row lacks is copied from the previous sample, until what is asked for arrives. */
static void fill_or_list(const struct lookup *lookup, struct task *task, need_t need, bool report)
{
    struct model *model = lookup->model;
    const struct task_identity identity = task_identity_of(task);
    need_t missing = need & ~(task->have | NEED_DELTA);
    const struct task *before =
        (missing || report) && lookup->before ? sample_find_row(lookup->before, task) : NULL;
    int result = 0;

    if (task->is_ended)
        return;
    if (before && task_is_same(&identity, before)) {
        result = snapshot_copy_groups(&model->newest->snapshot, task, before, missing);
        if (report && lookup->before->report_tid == task->tid) {
            model->newest->report = lookup->before->report;
            model->newest->report_tid = task->tid;
        }
    }
    if (!result && (missing || report))
        result = detail_requests_add(
            lookup->list, &(struct detail_request){identity, task->kind, missing, report});
    if (result)
        model->failed = true;
}

static void add_shown(struct sample_request *request, const struct task *task)
{
    if (!task->is_ended && request->shown_count < SHOWN_MAX)
        request->shown[request->shown_count++] = task_key(task);
}

static int compare_keys(const void *left, const void *right)
{
    const uint64_t *a = left;
    const uint64_t *b = right;

    return (*a > *b) - (*a < *b);
}

void visible_details_put_shown(const struct model *model, struct sample_request *request)
{
    const struct task *detail;
    struct layout layout;

    request->shown_count = 0;
    if (!model->sample || model_looks_back(model) || model->screen != SCREEN_TASKS)
        return;
    detail = sample_find_same(model->sample, &model->detail.task);
    if (detail && model->detail.kind != DETAIL_NONE)
        add_shown(request, detail);
    layout_compute(model, &layout);
    for (size_t i = 0; i < layout.pane_count; i++) {
        const struct pane *pane = &layout.panes[i];

        for (size_t row = 0; row < pane->count; row++)
            add_shown(request, pane->table.window->rows.tasks[pane->first + row]);
    }
    qsort(request->shown, request->shown_count, sizeof(request->shown[0]), compare_keys);
}

static void list_pane_task(const struct lookup *lookup)
{
    const struct detail_pane *detail = &lookup->model->detail;
    need_t need = detail_text_need(detail->kind);
    struct task *task = need ? sample_find_same(lookup->model->sample, &detail->task) : NULL;

    if (task)
        fill_or_list(lookup, task, need,
                     detail->kind == DETAIL_WAIT && lookup->model->sample->report_tid != task->tid);
}

/*
 * While one looks back the newest sample is not on the screen, but it is kept: the rows of which
 * more was read in the sample before get the same groups.
 */
static void list_same_rows(const struct lookup *lookup)
{
    struct snapshot *snapshot = &lookup->model->newest->snapshot;
    const need_t scanned = snapshot->count > 0 ? snapshot->tasks[0].have : 0;

    for (size_t i = 0; lookup->before && i < lookup->before->snapshot.count; i++) {
        const struct task *before = &lookup->before->snapshot.tasks[i];
        const struct task_identity identity = task_identity_of(before);
        struct task *task =
            before->have & ~scanned ? sample_find_row(lookup->model->newest, before) : NULL;

        if (task && task_is_same(&identity, task) && lookup->list->count < SHOWN_MAX)
            fill_or_list(lookup, task, before->have, false);
    }
}

void visible_details_list(struct model *model, const struct sample *before,
                          struct detail_requests *list)
{
    const struct lookup lookup = {model, before, list};
    struct layout layout;

    if (model_looks_back(model)) {
        list_same_rows(&lookup);
        return;
    }
    if (!model->sample || model->screen != SCREEN_TASKS)
        return;
    layout_compute(model, &layout);
    for (size_t at = 0; at < layout.pane_count; at++) {
        const struct pane *pane = &layout.panes[at];

        for (size_t i = pane->first; i < pane->first + pane->count; i++) {
            const struct table_row row = table_row_at(pane->table.window, i);

            fill_or_list(&lookup, pane->table.window->rows.tasks[i],
                         table_row_need(&pane->table, &row, pane->need), false);
        }
    }
    list_pane_task(&lookup);
}
