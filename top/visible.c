/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/visible.h"

#include <errno.h>

#include "top/layout.h"

static void fill_pane(struct model *model, const struct pane *pane, struct source *source)
{
    for (size_t i = 0; i < pane->count; i++) {
        struct task *task = pane->window->order[pane->first + i];
        need_t missing = pane->need & ~(task->have | NEED_DELTA);

        if (missing && source_fill(source, &model->reading->snapshot, task, missing) == -ENOMEM)
            model->failed = true;
    }
}

void visible_fill(struct model *model, struct source *source)
{
    struct layout layout;

    if (!model->reading || model->screen != SCREEN_TASKS)
        return;
    layout_compute(model, &layout);
    for (size_t i = 0; i < layout.pane_count; i++)
        fill_pane(model, &layout.panes[i], source);
}
