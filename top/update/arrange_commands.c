/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How rows are arranged: processes or threads, in which order, as a forest or in groups. */
#include "top/update/commands.h"

#include "lib/text/i18n.h"
#include "top/view/view.h"

void command_sort_by(struct model *model, int field)
{
    struct window_settings *settings = &model->window->settings;

    settings->sort = (enum field_id)field;
    settings->ascending = false;
    settings->forest = false;
    model->rows_stale = true;
}

void command_sort_reverse(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    settings->ascending = !settings->ascending;
    settings->forest = false;
    model->rows_stale = true;
}

void command_sort_move(struct model *model, int by)
{
    struct window_settings *settings = &model->window->settings;

    for (size_t i = 0; i < settings->field_count; i++) {
        size_t next = i + (size_t)by; /* SIZE_MAX before the first */

        if (settings->fields[i] != settings->sort)
            continue;
        if (next < settings->field_count) {
            settings->sort = settings->fields[next];
            settings->forest = false;
            model->rows_stale = true;
        }
        return;
    }
    model_set_message(model, _("The sort field is hidden"));
}

/* The summary line that begins with Tasks or Threads shows this. Without it there is a message. */
void command_toggle_threads(struct model *model)
{
    if (model_groups_threads(model)) {
        model_set_message(model, _("Groups by pool and by wait are always of threads"));
        return;
    }
    if (binding_refuse_in_past(model))
        return;
    model->threads = !model->threads;
    model->threads_by_group = false;
    if (model->window->settings.cpus == SUMMARY_OFF)
        model_set_message(model, "%s",
                          model->threads ? _("Show threads On") : _("Show threads Off"));
}

static void group_set(struct model *model, enum group_by by)
{
    struct window *window = model->window;

    window->settings.group = by;
    window->position.cursor.group = 0;
    window_update_fields(window);
}

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

static void group_toggle(struct model *model)
{
    struct window_position *position = &model->window->position;
    const struct table_row row = command_row(model);
    const struct group_row *group = table_row_group(&row);
    size_t where;

    if (!group) {
        model_set_message(model, _("Nothing to show or hide below this row"));
        return;
    }
    if (window_position_find_group(position, group->id, &where)) {
        position->open_groups[where] = position->open_groups[--position->open_group_count];
    } else if (!window_open_group(model->window, group->id)) {
        model_set_message(model, _("No more than %d groups can be open"), OPEN_GROUPS_MAX);
        return;
    }
    position->beyond_last_page = true; /* its row stays the first, so the same key undoes this */
    model->rows_stale = true;
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

static void group_by(struct model *model, enum group_by by)
{
    group_set(model, by);
    model->window->settings.forest = false;
    model->window->position.first_row = 0;
    model->rows_stale = true;
}

/* "% 1pool [2program] 3user ... *pool,wait 0off" */
static void put_menu(const struct model *model, struct buf *out)
{
    buf_putc(out, '%');
    for (unsigned i = 1; i <= GROUP_BY_KINDS; i++) {
        const unsigned by = i % GROUP_BY_KINDS; /* the last one ends grouping */
        const bool is_current = by == model->window->settings.group;

        buf_printf(out, " %s%c%s%s", is_current ? "[" : "",
                   by == GROUP_BY_POOL_WAIT ? '*' : (char)('0' + by), group_by_names[by],
                   is_current ? "]" : "");
    }
    buf_putc(out, ' ');
}

/* A digit chooses, and the key itself takes the next one. */
static bool press_in_menu(struct model *model, int key)
{
    const enum group_by by = model->window->settings.group;

    if (key == '%') {
        group_by(model, (by + 1) % GROUP_BY_KINDS);
        return true;
    }
    if (key < '0' || key >= '0' + GROUP_BY_POOL_WAIT)
        return false;
    group_by(model, (enum group_by)(key - '0'));
    prompt_close(&model->prompt);
    return true;
}

static const struct question question_group = {
    .name = "group",
    .put = put_menu,
    .press = press_in_menu,
};

void command_group(struct model *model)
{
    if (!model->window->settings.group)
        group_by(model, GROUP_BY_POOL);
    prompt_open(&model->prompt, &question_group, 0);
}

void command_group_by_pool_and_wait(struct model *model)
{
    const bool on = model->window->settings.group != GROUP_BY_POOL_WAIT;

    group_by(model, on ? GROUP_BY_POOL_WAIT : GROUP_BY_NOTHING);
    table_arrange(model);
    model_set_message(model, "%s", on ? _("Pools by wait: on") : _("Pools by wait: off"));
}
