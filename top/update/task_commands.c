/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row that keys act on, tags, and F7 and F8. */
#include "top/update/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/query/forest.h"
#include "lib/text/i18n.h"

void command_refuse_unknown(struct model *model)
{
    model_set_message(model, _("Unknown command - try 'h' for help"));
}

bool command_refuse_partial(struct model *model)
{
    const bool is_partial = !model_has_all_tasks(model);

    if (is_partial)
        model_set_message(model, _("Not all tasks have been read yet"));
    return is_partial;
}

void command_refuse_ended(struct model *model)
{
    model_set_message(model, _("This row stands for exited tasks; nothing to signal or renice"));
}

struct table_row command_row(const struct model *model)
{
    const struct window *window = model->window;

    return window_target(window) ? table_row_at(window, window_target_row(window))
                                 : (struct table_row){.task = NULL};
}

bool command_target_is_group(const struct model *model)
{
    const struct table_row row = command_row(model);

    return table_row_group(&row);
}

const struct task *command_target(struct model *model)
{
    const struct task *task = command_row(model).task;

    if (!task) {
        model_set_message(model, _("No task is chosen"));
        return NULL;
    }
    if (task->is_ended) {
        command_refuse_ended(model);
        return NULL;
    }
    if (!command_target_is_group(model))
        return task;
    model_set_message(model, _("This row is a group: v opens it, then tag its tasks"));
    return NULL;
}

static bool tag(struct model *model, const struct task *task)
{
    const int result = tags_add(&model->tags, task);

    if (result == -E2BIG)
        model_set_message(model, _("No more than %d tasks can be tagged"), TAGS_MAX);
    else if (result)
        model->failed = true;
    return result == 0;
}

void command_tag_or_read(struct model *model, struct effects *effects)
{
    const struct task *task;

    if (!model->window->position.cursor.on) {
        effects->scan = true;
        return;
    }
    task = command_target(model);
    if (!task)
        return;
    if (tags_have(&model->tags, task))
        tags_remove(&model->tags, task);
    else
        tag(model, task);
    command_scroll_row(model, 1);
}

/* Tags the row at `at` of a forest and those below it, or removes their tags. */
static void tag_branch(struct model *model, const struct forest_row *rows, size_t at, size_t count)
{
    const uint32_t depth = rows[at].depth;
    const bool removes = tags_have(&model->tags, rows[at].task);

    do {
        if (removes)
            tags_remove(&model->tags, rows[at].task);
        else if (!tag(model, rows[at].task))
            return;
        at++;
    } while (at < count && rows[at].depth > depth);
}

/* False when memory is short. */
static bool tag_below(struct model *model, const struct task *root)
{
    const struct snapshot *snapshot = &model->sample->snapshot;
    const size_t count = snapshot->count;
    struct task **tasks = calloc(count + 1, sizeof(*tasks));
    struct forest_row *rows = calloc(count + 1, sizeof(*rows));
    bool built = tasks && rows;
    size_t at = 0;

    for (size_t i = 0; built && i < count; i++)
        tasks[i] = &snapshot->tasks[i];
    built = built && forest_build(tasks, count, rows) == 0;
    while (built && at < count && rows[at].task != root)
        at++;
    if (built && at < count)
        tag_branch(model, rows, at, count);
    free(tasks);
    free(rows);
    return built;
}

/* In stock top's mode these keys are unknown. */
static bool is_known(struct model *model)
{
    if (!model->settings.status)
        command_refuse_unknown(model);
    return model->settings.status;
}

void command_tag_subtree(struct model *model)
{
    const struct task *task =
        is_known(model) && !command_refuse_partial(model) ? command_target(model) : NULL;

    if (task && !tag_below(model, task))
        model->failed = true;
}

void command_untag_all(struct model *model)
{
    if (is_known(model))
        model->tags.count = 0;
}

/* Changes the nice value of all tagged tasks, or of the one under the cursor; or asks of which. */
static void change_nice(struct model *model, struct effects *effects, int step)
{
    const bool tagged = model->tags.count > 0;
    const struct task *task;

    if (!tagged && !model->window->position.cursor.on) {
        command_renice(model);
        return;
    }
    task = tagged ? NULL : command_target(model);
    if (!tagged && !task)
        return;
    effects->tagged = tagged;
    effects->action = ACTION_RENICE;
    effects->value = step;
    effects->is_step = true;
    if (tagged)
        return;
    effects->pid = task->tid;
    effects->shown = task_identity_of(task);
    snprintf(effects->name, sizeof(effects->name), "%s", task_name(task));
}

void command_nice_down(struct model *model, struct effects *effects)
{
    change_nice(model, effects, -1);
}

void command_nice_up(struct model *model, struct effects *effects)
{
    change_nice(model, effects, 1);
}
