/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include "lib/base/units.h"
#include "lib/text/i18n.h"

#define MINUTE_NS ((int64_t)(60 * NS_PER_S))

/* Sets a message if there is no sample in this direction. */
static void go_to(struct model *model, int direction, size_t back)
{
    const struct lookback *lookback = &model->lookback;

    if (direction > 0 && lookback->back >= lookback->count)
        model_set_message(model, _("No older sample is kept"));
    else if (direction < 0 && lookback->back == 0)
        model_set_message(model, _("This is the newest sample"));
    else
        model_look_back(model, back);
}

void command_look_back(struct model *model, int direction)
{
    go_to(model, direction, model->lookback.back + (size_t)direction);
}

void command_look_back_minute(struct model *model, int direction)
{
    if (model->newest)
        go_to(model, direction,
              lookback_find(&model->lookback, model->newest, direction * MINUTE_NS));
}

void command_mark(struct model *model)
{
    const bool mark = model->context.marks == NULL;

    if (!model->sample)
        return;
    if (mark)
        model_mark(model);
    else
        model_unmark(model);
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        struct window *window = &model->windows[i];

        window->settings.marked = mark;
        window->settings.by_mark = mark && window == model->window;
        window_update_fields(window);
    }
    model->rows_stale = true;
}
