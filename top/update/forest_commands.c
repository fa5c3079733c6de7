/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include "top/base/i18n.h"
#include "top/table/arrange.h"
#include "top/view/layout.h"

/* Whether the field that has them is on the screen. */
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

static void set_pools(struct window *window, bool pools, bool by_wait)
{
    window->settings.pools = pools;
    window->settings.by_wait = by_wait;
    window_update_fields(window);
}

void command_toggle_forest(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    settings->forest = !settings->forest;
    set_pools(model->window, false, false);
    if (!shows_branches(model))
        model_set_message(model, "%s",
                          settings->forest ? _("Forest mode On") : _("Forest mode Off"));
    table_arrange(model);
}

/* NULL, with a message, without a forest. */
static const struct task *first_task(struct model *model)
{
    if (model->window->settings.forest)
        return window_first_task(model->window);
    model_set_message(model, _("Only while children are shown below their parents: see V"));
    return NULL;
}

static bool has_children(const struct window_rows *rows, size_t row)
{
    return rows->branches[row].hides ||
           (row + 1 < rows->count && rows->branches[row + 1].depth > rows->branches[row].depth);
}

/* False when the task was not collapsed. */
static bool expand(struct window_position *position, pid_t tid)
{
    for (size_t i = 0; i < position->collapsed_count; i++) {
        if (position->collapsed[i] == tid) {
            position->collapsed[i] = position->collapsed[--position->collapsed_count];
            return true;
        }
    }
    return false;
}

/* Opens or closes the first row's pool. */
static void toggle_pool(struct model *model)
{
    const struct window_rows *rows = &model->window->rows;
    struct window_position *position = &model->window->position;
    const struct pool_row *pool;
    size_t where;

    if (position->first_row >= rows->count)
        return;
    pool = rows->branches[position->first_row].pool;
    if (!pool)
        return;
    if (window_position_find_pool(position, &pool->id, &where)) {
        position->open_pools[where] = position->open_pools[--position->open_pool_count];
    } else if (position->open_pool_count == OPEN_POOLS_MAX) {
        model_set_message(model, _("No more than %d pools can be open"), OPEN_POOLS_MAX);
        return;
    } else {
        position->open_pools[position->open_pool_count++] = pool->id;
    }
    position->beyond_last_page = true; /* it stays the first row, so the same key undoes this */
    table_arrange(model);
}

void command_collapse(struct model *model)
{
    struct window_position *position = &model->window->position;
    const struct task *task;

    if (model->window->settings.pools) {
        toggle_pool(model);
        return;
    }
    task = first_task(model);
    if (!task || !has_children(&model->window->rows, position->first_row))
        return;
    if (!expand(position, task->tid)) {
        if (position->collapsed_count == COLLAPSED_MAX) {
            model_set_message(model, _("No more than %d parents can hide their children"),
                              COLLAPSED_MAX);
            return;
        }
        position->collapsed[position->collapsed_count++] = task->tid;
    }
    position->beyond_last_page = true; /* it stays the first row, so the same key undoes this */
    table_arrange(model);
}

void command_focus(struct model *model)
{
    const struct task *task = first_task(model);
    const struct window_rows *rows = &model->window->rows;
    struct window_position *position = &model->window->position;

    if (model->window->settings.forest && position->focus)
        position->focus = 0;
    else if (task)
        position->focus = task->tid;
    else
        return;
    position->first_row = 0;
    table_arrange(model);
    /* The task that had the focus stays the first on the screen. */
    for (size_t i = 0; task && !position->focus && i < rows->count; i++) {
        if (rows->tasks[i]->tid == task->tid) {
            position->first_row = i;
            position->beyond_last_page = true;
        }
    }
}

void command_toggle_pools(struct model *model, int by_wait)
{
    struct window *window = model->window;
    const bool on = !window->settings.pools || window->settings.by_wait != (bool)by_wait;

    set_pools(window, on, on && by_wait);
    window->settings.forest = false;
    window->position.first_row = 0;
    if (on)
        model->threads = true;
    model_set_message(model, "%s",
                      !on       ? _("Pools Off")
                      : by_wait ? _("Pools of threads that wait alike On")
                                : _("Pools of threads On"));
    table_arrange(model);
}
