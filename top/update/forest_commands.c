/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include "lib/text/i18n.h"
#include "top/view/view.h"

/* Whether the field with the branches of the forest is on the screen. */
static bool shows_branches(const struct model *model)
{
    struct layout layout;
    const struct pane *pane;

    layout_compute(model, &layout);
    pane = layout_find_current(&layout);
    for (size_t i = 0; pane && i < pane->column_count; i++)
        if (pane->columns[i].id == FIELD_COMMAND)
            return true;
    return false;
}

void command_toggle_forest(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    settings->forest = !settings->forest;
    group_set(model, GROUP_BY_NOTHING);
    if (!shows_branches(model))
        model_set_message(model, "%s",
                          settings->forest ? _("Forest mode On") : _("Forest mode Off"));
    model->rows_stale = true;
}

/* The task that keys act on; NULL, with a message: there is none, or no forest. */
static const struct task *target_of(struct model *model)
{
    const struct task *task = command_row(model).task;

    if (!model->window->settings.forest)
        model_set_message(model, _("Forest view only: press V first"));
    else if (!task)
        model_set_message(model, _("There is no task to show"));
    return model->window->settings.forest ? task : NULL;
}

/* False: the task was not collapsed. */
static bool expand(struct window_position *position, const struct task *task)
{
    for (size_t i = 0; i < position->collapsed_count; i++) {
        if (task_is_same(&position->collapsed[i], task)) {
            position->collapsed[i] = position->collapsed[--position->collapsed_count];
            return true;
        }
    }
    return false;
}

void command_collapse(struct model *model)
{
    struct window_position *position = &model->window->position;
    const struct task *task;

    if (model->window->settings.group) {
        group_toggle(model);
        return;
    }
    task = target_of(model);
    if (!task)
        return;
    if (!command_row(model).branch->is_parent)
        return; /* in silence, as stock top */
    if (!expand(position, task)) {
        if (position->collapsed_count == COLLAPSED_MAX) {
            model_set_message(model, _("No more than %d parents can hide their children"),
                              COLLAPSED_MAX);
            return;
        }
        position->collapsed[position->collapsed_count++] = task_identity_of(task);
    }
    position->beyond_last_page = true; /* its row stays the first, so the same key undoes this */
    model->rows_stale = true;
}

void command_focus(struct model *model)
{
    const struct window_rows *rows = &model->window->rows;
    struct window_position *position = &model->window->position;
    const bool ends = model->window->settings.forest && position->focus.tid;
    const struct task *task = ends ? command_row(model).task : target_of(model);

    if (ends) {
        position->focus.tid = 0;
    } else if (task && task->is_ended) {
        command_refuse_ended(model);
        return;
    } else if (task) {
        position->focus = task_identity_of(task);
    } else {
        return;
    }
    position->first_row = 0;
    table_arrange(model);
    /* The task that had the focus becomes the first on the screen. */
    for (size_t i = 0; task && !position->focus.tid && i < rows->count; i++) {
        if (rows->tasks[i]->tid == task->tid) {
            position->first_row = i;
            position->beyond_last_page = true;
        }
    }
}
