/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Questions about tasks: which signal, which nice value, what to inspect. */
#include "top/update/commands.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>

#include "lib/base/span.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/text/names.h"
#include "lib/text/signals.h"
#include "top/screens/detail_pane.h"

/* Behind the names in a question about tagged tasks: the rest of it, and the answer. */
#define TAGGED_CELLS 27

/* Room for the answer after the question for a signal. */
#define ANSWER_CELLS 10

/*
 * Parses a PID: 0 is top itself; a negative number or no text is the prompt's default. False, with
 * a message if the text is no number.
 */
static bool parse_pid(struct model *model, const char *text, pid_t *pid)
{
    int64_t number = -1;

    if (*text && (!number_parse(text, &number) || number > INT_MAX)) {
        model_set_message(model, _("Unacceptable integer"));
        return false;
    }
    if (number < 0 && model->prompt.ended)
        command_refuse_ended(model);
    else if (number < 0 && model->prompt.no_row)
        model_set_message(model, _("No task is chosen"));
    else if (number < 0 && model->prompt.pid == 0)
        command_target(model); /* says that it is a group */
    if (number < 0)
        number = model->prompt.pid;
    else if (number == 0)
        number = model->self;
    *pid = (pid_t)number;
    return number > 0;
}

/*
 * Continues the first of two questions about a task. For the default PID it means the task shown
 * with it when the question was opened, for another PID the one shown with it now.
 */
static void ask_next(struct model *model, const char *text, const struct question *next)
{
    struct task_identity shown = model->prompt.shown;
    pid_t pid;

    if (!parse_pid(model, text, &pid))
        return;
    if (pid != model->prompt.pid || !shown.tid)
        shown = model_shown_task(model, pid);
    prompt_open(&model->prompt, next, pid);
    model->prompt.shown = shown;
}

/*
 * The task that the answer is for; NULL: the one that was shown has exited, or its name is unknown.
 */
static const struct task *find_target(const struct model *model)
{
    const struct task *task = sample_find_same(model->sample, &model->prompt.shown);

    return task && task->comm ? task : NULL;
}

/* Stores the task's name for the message about the result. */
static void put_name(const struct model *model, struct effects *effects)
{
    const struct task *task = find_target(model);

    if (task)
        snprintf(effects->name, sizeof(effects->name), "%s", task->comm);
}

/* The first question about a task: which one. */
static void put_pid(const struct model *model, const char *text, struct buf *out)
{
    /* Stock top shows only the PID. */
    const struct task *named = model->settings.status ? find_target(model) : NULL;

    buf_puts(out, text);
    if (model->prompt.no_row)
        buf_puts(out, _(" (no default: no task is chosen) "));
    else if (model->prompt.ended)
        buf_puts(out, _(" (no default: this row is exited tasks) "));
    else if (model->prompt.pid == 0)
        buf_puts(out, _(" (no default: this row is a group) "));
    else if (named)
        buf_printf(out, _(" [default pid = %d (%s)] "), model->prompt.pid, named->comm);
    else
        buf_printf(out, _(" [default pid = %d] "), model->prompt.pid);
}

/* Appends the first tagged tasks, as many as fit, so that one tagged by mistake is seen. */
static void put_tagged(const struct model *model, struct buf *out)
{
    const size_t room = model->cols > TAGGED_CELLS ? model->cols - TAGGED_CELLS : 0;

    for (size_t i = 0; i < model->tags.count; i++) {
        const struct task *task = sample_find_same(model->sample, &model->tags.list[i]);
        const char *name = task && task->comm ? task->comm : "-";
        const size_t start = out->len;

        buf_printf(out, i > 0 ? ", %d %s" : "%d %s", (int)model->tags.list[i].tid, name);
        if (i > 0 && escape_width(buf_text(out), buf_len(out)) > room) {
            buf_truncate(out, start);
            buf_puts(out, ", ...");
            return;
        }
    }
}

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

/*
 * The question for the signal, with as much about the task as fits on the screen with an answer.
 * kill(2) with a TID signals the whole process: that is never left out.
 */
static void put_kill_signal(const struct model *model, struct buf *out)
{
    const struct task *task = find_target(model);
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

/* For the answer "?": opens or closes the list of signals. */
static void list_signals(struct model *model)
{
    detail_pane_toggle(model, DETAIL_SIGNALS);
}

static void put_kill_tagged(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Signal for %zu tagged tasks ("), model->tags.count);
    put_tagged(model, out);
    buf_puts(out, ") [15 TERM] ");
}

static void take_signal(struct model *model, const struct answer *answer)
{
    int number = *answer->text ? signal_by_name(answer->text) : SIGTERM;

    if (number < 1) {
        model_set_message(model, _("Invalid signal"));
        return;
    }
    answer->effects->action = ACTION_SIGNAL;
    answer->effects->value = number;
    put_name(model, answer->effects);
}

static const struct question question_kill_signal = {
    .name = "kill-signal",
    .put = put_kill_signal,
    .act = take_signal,
    .help = list_signals,
};

static const struct question question_kill_tagged = {
    .name = "kill-tagged",
    .put = put_kill_tagged,
    .act = take_signal,
    .help = list_signals,
    .of_tagged = true,
};

static void put_kill_task(const struct model *model, struct buf *out)
{
    put_pid(model, _("PID to signal/kill"), out);
}

static void take_kill_task(struct model *model, const struct answer *answer)
{
    ask_next(model, answer->text, &question_kill_signal);
}

static const struct question question_kill_task = {
    .name = "kill-task",
    .put = put_kill_task,
    .act = take_kill_task,
    .tagged = &question_kill_tagged,
};

static void put_nice(const struct model *model, struct buf *out)
{
    const struct task *task = find_target(model);

    if (task)
        buf_printf(out, _("Renice PID %d (%s) to value "), model->prompt.pid, task->comm);
    else
        buf_printf(out, _("Renice PID %d to value "), model->prompt.pid);
}

static void put_renice_tagged(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Nice value of %zu tagged tasks ("), model->tags.count);
    put_tagged(model, out);
    buf_puts(out, ") ");
}

static void take_nice(struct model *model, const struct answer *answer)
{
    int64_t number;

    if (!*answer->text)
        return;
    if (!number_parse(answer->text, &number) || (answer->argument == ACTION_RENICE_AUTOGROUP &&
                                                 (number < NICE_LEAST || number > NICE_MOST))) {
        model_set_message(model, _("Unacceptable integer"));
        return;
    }
    answer->effects->action = (enum action)answer->argument;
    answer->effects->value = nice_clamp(number);
    put_name(model, answer->effects);
}

static const struct question question_renice_value = {
    .name = "renice-value", .put = put_nice, .act = take_nice, .argument = ACTION_RENICE};

static const struct question question_renice_tagged = {
    .name = "renice-tagged",
    .put = put_renice_tagged,
    .act = take_nice,
    .argument = ACTION_RENICE,
    .of_tagged = true,
};

static const struct question question_autogroup_value = {.name = "autogroup-value",
                                                         .put = put_nice,
                                                         .act = take_nice,
                                                         .argument = ACTION_RENICE_AUTOGROUP};

static const struct question question_autogroup_tagged = {
    .name = "autogroup-tagged",
    .put = put_renice_tagged,
    .act = take_nice,
    .argument = ACTION_RENICE_AUTOGROUP,
    .of_tagged = true,
};

static void put_renice_task(const struct model *model, struct buf *out)
{
    put_pid(model, _("PID to renice"), out);
}

static void take_renice_task(struct model *model, const struct answer *answer)
{
    ask_next(model, answer->text, &question_renice_value);
}

static const struct question question_renice_task = {
    .name = "renice-task",
    .put = put_renice_task,
    .act = take_renice_task,
    .tagged = &question_renice_tagged,
};

static void take_autogroup_task(struct model *model, const struct answer *answer)
{
    ask_next(model, answer->text, &question_autogroup_value);
}

static const struct question question_autogroup_task = {
    .name = "autogroup-task",
    .put = put_renice_task,
    .act = take_autogroup_task,
    .tagged = &question_autogroup_tagged,
};

static void put_inspect(const struct model *model, struct buf *out)
{
    put_pid(model, _("inspect at PID"), out);
}

static void take_inspect(struct model *model, const struct answer *answer)
{
    pid_t pid;

    if (parse_pid(model, answer->text, &pid))
        inspect_choice_open(model, pid);
}

const struct question question_inspect = {
    .name = "inspect", .put = put_inspect, .act = take_inspect};

/* The row of a group is no default. */
static void ask_task(struct model *model, const struct question *question)
{
    model_ask(model, question);
    if (command_target_is_group(model))
        model->prompt.pid = 0;
}

void command_kill(struct model *model)
{
    ask_task(model, &question_kill_task);
}

void command_renice(struct model *model)
{
    ask_task(model, &question_renice_task);
}

void command_renice_autogroup(struct model *model)
{
    ask_task(model, &question_autogroup_task);
}

void command_signal(struct model *model)
{
    command_kill(model);
    if (model->prompt.question == &question_kill_task && model->window->position.cursor.on &&
        model->prompt.pid > 0 && !model->prompt.ended)
        ask_next(model, "", &question_kill_signal);
}
