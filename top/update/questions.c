/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/number.h"
#include "lib/base/units.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/text/names.h"
#include "lib/text/signals.h"
#include "top/base/limits.h"
#include "top/model/number.h"
#include "top/screens/screens.h"

/* Behind the names in a question about tagged tasks: the rest of it, and the answer. */
#define TAGGED_CELLS 27

static void put_delay(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Change delay from %.1f to "), (double)model->settings.delay_ns / NS_PER_S);
}

static void take_delay(struct model *model, const struct answer *answer)
{
    if (*answer->text && !seconds_parse(answer->text, &model->settings.delay_ns))
        model_set_message(model, _("Unacceptable floating point"));
}

static void put_max_tasks(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Maximum tasks = %zu, change to (0 is unlimited) "),
               model->window->settings.max_tasks);
}

static void take_max_tasks(struct model *model, const struct answer *answer)
{
    int64_t number;

    if (!*answer->text)
        return;
    if (!number_parse(answer->text, &number) || number < 0 || number > MAX_TASKS_MOST)
        model_set_message(model, _("Unacceptable integer"));
    else
        model->window->settings.max_tasks = (size_t)number;
}

static void put_extra_width(const struct model *model, struct buf *out)
{
    buf_printf(out, _("width incr is %d, change to (0 default, -1 auto) "),
               model->settings.extra_width);
}

static void take_extra_width(struct model *model, const struct answer *answer)
{
    int64_t number;

    if (!*answer->text)
        return;
    if (!number_parse(answer->text, &number) || number > EXTRA_WIDTH_MOST)
        model_set_message(model, _("Unacceptable integer"));
    else
        model->settings.extra_width = number < 0 ? EXTRA_WIDTH_AUTO : (int)number;
}

/* A text without an operator is looked for in commands; in stock top it is a mistake. */
static void complete_filter(const struct model *model, const char *text, struct buf *out)
{
    const bool inverts = *text == '!';

    if (model->settings.status && text[inverts] && !strpbrk(text, "=<>"))
        buf_printf(out, "%s%s=%s", inverts ? "!" : "", field_at(FIELD_COMMAND)->header,
                   text + inverts);
    else
        buf_puts(out, text);
}

static void take_filter(struct model *model, const struct answer *answer)
{
    struct filter filter;
    struct buf why = {0}, whole = {0};

    if (!*answer->text)
        return;
    complete_filter(model, answer->text, &whole);
    if (filter_parse(buf_text(&whole), answer->argument, &filter, &why) &&
        filters_add(&model->window->settings.filters, &filter, &why))
        model->window->position.first_row = 0;
    else
        model_set_message(model, "%s", buf_text(&why));
    buf_fini(&whole);
    buf_fini(&why);
}

static void put_filter_any_case(const struct model *model, struct buf *out)
{
    buf_printf(out, _("add filter #%zu (ignoring case) as: [!]FLD?VAL "),
               model->window->settings.filters.count + 1);
}

static void put_filter_case(const struct model *model, struct buf *out)
{
    buf_printf(out, _("add filter #%zu (case sensitive) as: [!]FLD?VAL "),
               model->window->settings.filters.count + 1);
}

static void put_filters(const struct model *model, struct buf *out)
{
    const struct filters *filters = &model->window->settings.filters;

    buf_puts(out, _("<Enter> to resume, filters: "));
    if (!filters->count)
        buf_puts(out, _("none"));
    for (size_t i = 0; i < filters->count; i++) {
        buf_puts(out, i ? " + '" : "'");
        filter_put(&filters->list[i], out);
        buf_putc(out, '\'');
    }
    buf_putc(out, ' ');
}

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
static void ask_next(struct model *model, const struct answer *answer)
{
    struct task_identity shown = model->prompt.shown;
    pid_t pid;

    if (!parse_pid(model, answer->text, &pid))
        return;
    if (pid != model->prompt.pid || !shown.tid)
        shown = model_shown_task(model, pid);
    prompt_open(&model->prompt, &questions[answer->argument], pid);
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

/* The name of the default task; NULL: unknown, or in stock top's mode, which shows only the PID. */
static const char *name_of_default(const struct model *model)
{
    const struct task *task = model->settings.status ? find_target(model) : NULL;

    return task ? task->comm : NULL;
}

/* The first question about a task: which one. */
static void put_pid(const struct model *model, const char *text, struct buf *out)
{
    buf_puts(out, text);
    if (model->prompt.no_row)
        buf_puts(out, _(" (no default: no task is chosen) "));
    else if (model->prompt.ended)
        buf_puts(out, _(" (no default: this row is exited tasks) "));
    else if (model->prompt.pid == 0)
        buf_puts(out, _(" (no default: this row is a group) "));
    else if (name_of_default(model))
        buf_printf(out, _(" [default pid = %d (%s)] "), model->prompt.pid, name_of_default(model));
    else
        buf_printf(out, _(" [default pid = %d] "), model->prompt.pid);
}

static void put_kill_task(const struct model *model, struct buf *out)
{
    put_pid(model, _("PID to signal/kill"), out);
}

static void put_kill_signal(const struct model *model, struct buf *out)
{
    signal_question_put(model, find_target(model), out);
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

static void put_renice_task(const struct model *model, struct buf *out)
{
    put_pid(model, _("PID to renice"), out);
}

static void put_nice(const struct model *model, struct buf *out)
{
    const struct task *task = find_target(model);

    if (task)
        buf_printf(out, _("Renice PID %d (%s) to value "), model->prompt.pid, task->comm);
    else
        buf_printf(out, _("Renice PID %d to value "), model->prompt.pid);
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

static void put_kill_tagged(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Signal for %zu tagged tasks ("), model->tags.count);
    put_tagged(model, out);
    buf_puts(out, ") [15 TERM] ");
}

static void put_renice_tagged(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Nice value of %zu tagged tasks ("), model->tags.count);
    put_tagged(model, out);
    buf_puts(out, ") ");
}

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

/* clang-format off */
const struct question questions[QUESTION_COUNT] = {
    [QUESTION_DELAY] = {.name = "delay", .put = put_delay, .act = take_delay},
    [QUESTION_MAX_TASKS] = {.name = "max-tasks", .put = put_max_tasks, .act = take_max_tasks},
    [QUESTION_EXTRA_WIDTH] = {.name = "extra-width", .put = put_extra_width, .act = take_extra_width},
    [QUESTION_EFFECTIVE_USER] = {.name = "effective-user", .text = N_("Which user (blank for all) "), .act = user_question_take, .argument = FILTER_EFFECTIVE},
    [QUESTION_ANY_USER] = {.name = "any-user", .text = N_("Which user (blank for all) "), .act = user_question_take, .argument = FILTER_ANY},
    [QUESTION_FILTER_ANY_CASE] = {.name = "filter-any-case", .put = put_filter_any_case, .act = take_filter, .argument = true},
    [QUESTION_FILTER_CASE] = {.name = "filter-case", .put = put_filter_case, .act = take_filter, .argument = false},
    [QUESTION_FILTERS_SHOWN] = {.name = "filters-shown", .put = put_filters}, /* any answer closes it */
    [QUESTION_KILL_TASK] = {.name = "kill-task", .put = put_kill_task, .act = ask_next, .argument = QUESTION_KILL_SIGNAL, .tagged = &questions[QUESTION_KILL_TAGGED]},
    [QUESTION_KILL_SIGNAL] = {.name = "kill-signal", .put = put_kill_signal, .act = take_signal, .help = signal_question_list},
    [QUESTION_RENICE_TASK] = {.name = "renice-task", .put = put_renice_task, .act = ask_next, .argument = QUESTION_RENICE_VALUE, .tagged = &questions[QUESTION_RENICE_TAGGED]},
    [QUESTION_RENICE_VALUE] = {.name = "renice-value", .put = put_nice, .act = take_nice, .argument = ACTION_RENICE},
    [QUESTION_AUTOGROUP_TASK] = {.name = "autogroup-task", .put = put_renice_task, .act = ask_next, .argument = QUESTION_AUTOGROUP_VALUE, .tagged = &questions[QUESTION_AUTOGROUP_TAGGED]},
    [QUESTION_AUTOGROUP_VALUE] = {.name = "autogroup-value", .put = put_nice, .act = take_nice, .argument = ACTION_RENICE_AUTOGROUP},
    [QUESTION_INSPECT] = {.name = "inspect", .put = put_inspect, .act = take_inspect},
    [QUESTION_KILL_TAGGED] = {.name = "kill-tagged", .put = put_kill_tagged, .act = take_signal, .help = signal_question_list, .of_tagged = true},
    [QUESTION_RENICE_TAGGED] = {.name = "renice-tagged", .put = put_renice_tagged, .act = take_nice, .argument = ACTION_RENICE, .of_tagged = true},
    [QUESTION_AUTOGROUP_TAGGED] = {.name = "autogroup-tagged", .put = put_renice_tagged, .act = take_nice, .argument = ACTION_RENICE_AUTOGROUP, .of_tagged = true},
};
/* clang-format on */

void questions_ask_task(struct model *model, int question)
{
    model_ask(model, &questions[question]);
    if (command_target_is_group(model))
        model->prompt.pid = 0;
}

void questions_ask_signal(struct model *model)
{
    const struct question *first = &questions[QUESTION_KILL_TASK];

    questions_ask_task(model, QUESTION_KILL_TASK);
    if (model->prompt.question == first && model->window->position.cursor.on &&
        model->prompt.pid > 0 && !model->prompt.ended)
        ask_next(model, &(struct answer){.text = "", .argument = QUESTION_KILL_SIGNAL});
}
