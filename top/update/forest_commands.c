/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/forest_commands.h"

#include "top/base/i18n.h"
#include "top/table/arrange.h"

void forest_toggle(struct model *model)
{
    struct window *window = model->window;

    window->forest = !window->forest;
    window->pools = false;
    model_set_message(model, "%s", window->forest ? _("Forest On") : _("Forest Off"));
    table_arrange(model);
}

/* NULL, with a message, without a forest. */
static const struct task *first_task(struct model *model)
{
    const struct window *window = model->window;

    if (!window->forest) {
        model_set_message(model, _("Only while children are shown below their parents: see V"));
        return NULL;
    }
    return window->first_row < window->order_count ? window->order[window->first_row] : NULL;
}

static bool has_children(const struct window *window, size_t row)
{
    return window->branches[row].hides ||
           (row + 1 < window->order_count &&
            window->branches[row + 1].depth > window->branches[row].depth);
}

/* False when the task was not collapsed. */
static bool expand(struct window *window, pid_t tid)
{
    for (size_t i = 0; i < window->collapsed_count; i++) {
        if (window->collapsed[i] == tid) {
            window->collapsed[i] = window->collapsed[--window->collapsed_count];
            return true;
        }
    }
    return false;
}

/* Opens or closes the first row's pool. */
static void toggle_pool(struct model *model)
{
    struct window *window = model->window;
    const struct pool_row *pool;
    size_t where;

    if (window->first_row >= window->order_count)
        return;
    pool = window->branches[window->first_row].pool;
    if (!pool)
        return;
    if (window_find_open_pool(window, &pool->id, &where)) {
        window->open_pools[where] = window->open_pools[--window->open_pool_count];
    } else if (window->open_pool_count == OPEN_POOLS_MAX) {
        model_set_message(model, _("No more than %d pools can be open"), OPEN_POOLS_MAX);
        return;
    } else {
        window->open_pools[window->open_pool_count++] = pool->id;
    }
    window->beyond_last_page = true; /* it stays the first row, so the same key undoes this */
    table_arrange(model);
}

void forest_collapse(struct model *model)
{
    struct window *window = model->window;
    const struct task *task;

    if (window->pools) {
        toggle_pool(model);
        return;
    }
    task = first_task(model);
    if (!task || !has_children(window, window->first_row))
        return;
    if (!expand(window, task->tid)) {
        if (window->collapsed_count == COLLAPSED_MAX) {
            model_set_message(model, _("No more than %d parents can hide their children"),
                              COLLAPSED_MAX);
            return;
        }
        window->collapsed[window->collapsed_count++] = task->tid;
    }
    window->beyond_last_page = true; /* it stays the first row, so the same key undoes this */
    table_arrange(model);
}

void forest_focus(struct model *model)
{
    const struct task *task = first_task(model);
    struct window *window = model->window;

    if (window->forest && window->focus)
        window->focus = 0;
    else if (task)
        window->focus = task->tid;
    else
        return;
    window->first_row = 0;
    table_arrange(model);
    /* The task that had the focus stays the first on the screen. */
    for (size_t i = 0; task && !window->focus && i < window->order_count; i++) {
        if (window->order[i]->tid == task->tid) {
            window->first_row = i;
            window->beyond_last_page = true;
        }
    }
}

void pools_toggle(struct model *model)
{
    struct window *window = model->window;

    window->pools = !window->pools;
    window->forest = false;
    window->first_row = 0;
    if (window->pools)
        model->threads = true;
    model_set_message(model, "%s", window->pools ? _("Pools of threads On") : _("Pools Off"));
    table_arrange(model);
}
