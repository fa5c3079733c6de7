/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/visible.h"

#include <errno.h>

#include "top/layout.h"

void visible_fill(struct model *model, struct source *source)
{
    struct layout layout;

    if (!model->reading || model->screen != SCREEN_TASKS)
        return;
    layout_compute(model, &layout);
    for (size_t i = 0; i < layout.count; i++) {
        struct task *task = model->order[layout.first + i];
        need_t missing = layout.need & ~(task->have | NEED_DELTA);

        if (missing && source_fill(source, &model->reading->snapshot, task, missing) == -ENOMEM)
            model->failed = true;
    }
}
