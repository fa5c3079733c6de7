/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/query/forest.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/text/names.h"
#include "top/screens/screens.h"
#include "top/table/table.h"
#include "top/update/commands.h"

/* The task to tag; NULL: there is none, or, with a message, the row stands for several. */
static const struct task *target_of(struct model *model)
{
    const struct window *window = model->window;
    const struct task *task = window_target(window);

    if (!task)
        return NULL;
    if (task->is_ended) {
        model_set_message(model,
                          _("This row stands for exited tasks; nothing to signal or renice"));
        return NULL;
    }
    if (table_row_at(window, window_target_row(window)).figures == task)
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
    task = target_of(model);
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
        model_set_message(model, _("Unknown command - try 'h' for help"));
    return model->settings.status;
}

void command_tag_subtree(struct model *model)
{
    const struct task *task = is_known(model) && model->sample ? target_of(model) : NULL;

    if (task && !tag_below(model, task))
        model->failed = true;
}

void command_untag_all(struct model *model)
{
    if (is_known(model))
        model->tags.count = 0;
}

/* Changes the nice value of all tagged tasks, or of the one under the cursor. */
static void change_nice(struct model *model, struct effects *effects, int step)
{
    const struct task *task = window_target(model->window);

    effects->tagged = model->tags.count > 0;
    if (!effects->tagged && (!task || task->is_ended))
        return;
    effects->action = ACTION_RENICE;
    effects->value = step;
    effects->is_step = true;
    if (effects->tagged)
        return;
    effects->pid = task->tid;
    effects->shown = model_shown_task(model, task->tid);
    snprintf(effects->name, sizeof(effects->name), "%s", task->comm ? task->comm : "");
}

void command_nice_down(struct model *model, struct effects *effects)
{
    change_nice(model, effects, -1);
}

void command_nice_up(struct model *model, struct effects *effects)
{
    change_nice(model, effects, 1);
}

/* Room for the answer after the question. */
#define ANSWER_CELLS 10

/* The forms of the question, longest first. */
enum form {
    FORM_FULL,
    FORM_SHORT,
    FORM_SHORTEST,
    FORMS,
};

static bool is_one_of_many(const struct task *task)
{
    return task->kind == TASK_THREAD && task->process->nlwp > 1;
}

static void put_user(const struct model *model, const struct task *task, struct buf *out)
{
    char number[USER_NUMBER_SIZE];

    if (task->have & NEED_OWNER)
        buf_printf(out, _(", user %s"),
                   name_cache_user_or_number(model->context.names, task->euid, number));
}

static void put_thread(const struct model *model, const struct task *task, enum form form,
                       struct buf *out)
{
    const struct task *leader = model_find_task(model, task->tgid);
    const char *name = leader && leader->comm ? leader->comm : "-";
    const int count = (int)task->process->nlwp, tgid = (int)task->tgid;

    if (form == FORM_FULL) {
        buf_printf(out, _("%s, thread of %s %d"), task->comm, name, tgid);
        put_user(model, task, out);
        buf_printf(out, _("; signals all %d threads"), count);
    } else if (form == FORM_SHORT) {
        buf_printf(out, _("%s; all %d threads of %s %d"), task->comm, count, name, tgid);
    } else {
        buf_printf(out, _("all %d threads of %d"), count, tgid);
    }
}

static void put_form(const struct model *model, const struct task *task, enum form form,
                     struct buf *out)
{
    buf_printf(out, _("Signal for PID %d ("), (int)model->prompt.pid);
    if (is_one_of_many(task)) {
        put_thread(model, task, form, out);
    } else {
        buf_puts(out, task->comm);
        if (form == FORM_FULL)
            put_user(model, task, out);
    }
    buf_puts(out, form == FORM_FULL ? _(") [15 TERM, ? lists] ") : ") [15 TERM] ");
}

/* As in stock top, with the task's name added. */
static void put_as_stock(const struct model *model, const struct task *task, struct buf *out)
{
    const int pid = (int)model->prompt.pid;

    if (!task)
        buf_printf(out, _("Send pid %d signal [%d/sigterm] "), pid, SIGTERM);
    else if (is_one_of_many(task))
        buf_printf(out, _("Send pid %d (%s; all %d threads of %d) signal [%d/sigterm] "), pid,
                   task->comm, (int)task->process->nlwp, (int)task->tgid, SIGTERM);
    else
        buf_printf(out, _("Send pid %d (%s) signal [%d/sigterm] "), pid, task->comm, SIGTERM);
}

void signal_question_put(const struct model *model, const struct task *task, struct buf *out)
{
    const size_t start = out->len;

    if (!model->settings.status || !task) {
        put_as_stock(model, task, out);
        return;
    }
    for (enum form form = FORM_FULL; form < FORMS; form++) {
        buf_truncate(out, start);
        put_form(model, task, form, out);
        if (escape_width(buf_text(out) + start, out->len - start) + ANSWER_CELLS <= model->cols)
            break;
    }
}

void signal_question_list(struct model *model)
{
    detail_pane_toggle(model, DETAIL_SIGNALS);
}
