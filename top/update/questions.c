/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/questions.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/base/unused.h"
#include "lib/text/signals.h"
#include "top/base/i18n.h"
#include "top/model/number.h"
#include "top/screens/inspect_choice.h"
#include "top/table/arrange.h"

#define NICE_LEAST (-20)
#define NICE_MOST  19

static void put_delay(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Change delay from %.1f to "), (double)model->settings.delay_ns / NS_PER_S);
}

static void take_delay(struct model *model, const char *text)
{
    if (*text && !seconds_parse(text, &model->settings.delay_ns))
        model_set_message(model, _("Unacceptable floating point"));
}

static void put_max_tasks(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Maximum tasks = %zu, change to (0 is unlimited) "),
               model->window->settings.max_tasks);
}

static void take_max_tasks(struct model *model, const char *text)
{
    int64_t number;

    if (!*text)
        return;
    if (!number_parse(text, &number) || number < 0)
        model_set_message(model, _("Unacceptable integer"));
    else
        model->window->settings.max_tasks = (size_t)number;
}

static void put_extra_width(const struct model *model, struct buf *out)
{
    buf_printf(out, _("width incr is %d, change to (0 default, -1 auto) "),
               model->settings.extra_width);
}

static void take_extra_width(struct model *model, const char *text)
{
    int64_t number;

    if (!*text)
        return;
    if (!number_parse(text, &number) || number > EXTRA_WIDTH_MOST)
        model_set_message(model, _("Unacceptable integer"));
    else
        model->settings.extra_width = number < 0 ? EXTRA_WIDTH_AUTO : (int)number;
}

/* A new choice of users replaces -p. */
static void filter_by_user(struct model *model, struct window *window,
                           const struct user_filter *filter)
{
    window->position.users = *filter;
    window->position.first_row = 0;
    model->pid_count = 0;
    table_arrange(model);
}

static void take_user(struct model *model, const char *text, int by, struct effects *effects)
{
    struct wanted_user *wanted = &model->wanted_user;
    struct user_filter filter = {.by = FILTER_NOBODY};
    const char *name = NULL;

    wanted->filter.by = FILTER_NOBODY;
    if (*text && !user_filter_begin(text, (enum filter_by)by, &filter, &name)) {
        model_set_message(model, _("Invalid user"));
    } else if (name) {
        *wanted = (struct wanted_user){.filter = filter, .window = model->window};
        snprintf(wanted->name, sizeof(wanted->name), "%s", name);
        model_set_message(model, _("Looking for the user '%s' ..."), name);
        effects->action = ACTION_FIND_USER;
    } else {
        filter_by_user(model, model->window, &filter);
    }
}

void questions_take_user(struct model *model, const char *name, bool known, uid_t uid)
{
    struct wanted_user *wanted = &model->wanted_user;

    if (wanted->filter.by == FILTER_NOBODY || strcmp(wanted->name, name) != 0)
        return;
    wanted->filter.uid = uid;
    model->message[0] = '\0';
    if (known)
        filter_by_user(model, wanted->window, &wanted->filter);
    else
        model_set_message(model, _("Invalid user"));
    wanted->filter.by = FILTER_NOBODY;
}

static void take_filter(struct model *model, const char *text, int ignore_case)
{
    struct filter filter;
    struct buf why = {0};

    if (!*text)
        return;
    if (filter_parse(text, ignore_case, &filter, &why) &&
        filters_add(&model->window->settings.filters, &filter, &why)) {
        model->window->position.first_row = 0;
        table_arrange(model);
    } else {
        model_set_message(model, "%s", buf_text(&why));
    }
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

/* Parses a PID: 0 means top itself; a negative number or no text means the prompt's. */
static bool parse_pid(struct model *model, const char *text, pid_t *pid)
{
    int64_t number = -1;

    if (*text && (!number_parse(text, &number) || number > INT_MAX)) {
        model_set_message(model, _("Unacceptable integer"));
        return false;
    }
    if (number < 0 && model->prompt.ended)
        model_set_message(model, _("What has ended cannot be signalled, reniced or inspected"));
    if (number < 0)
        number = model->prompt.pid;
    else if (number == 0)
        number = model->self;
    *pid = (pid_t)number;
    return number > 0;
}

/*
 * The first of two questions about a task: whoever was shown under the number when it was asked is
 * meant, or who is now for another number.
 */
static void ask_next(struct model *model, const char *text, int next)
{
    struct shown_task shown = model->prompt.shown;
    pid_t pid;

    if (!parse_pid(model, text, &pid))
        return;
    if (pid != model->prompt.pid || !shown.known)
        shown = model_shown_task(model, pid);
    prompt_open(&model->prompt, &questions[next], pid);
    model->prompt.shown = shown;
}

/* The task's name, for the message that follows. */
static void put_name(const struct model *model, struct effects *effects)
{
    const struct task *task = model_find_task(model, effects->pid);

    /* Its number may belong to another since. */
    if (task && effects->shown.known && task->start_ns != effects->shown.start_ns)
        return;
    if (task && task->comm)
        snprintf(effects->name, sizeof(effects->name), "%s", task->comm);
}

static void put_kill_task(const struct model *model, struct buf *out)
{
    if (model->prompt.ended)
        buf_puts(out, _("PID to signal/kill (the first row has ended) "));
    else
        buf_printf(out, _("PID to signal/kill [default pid = %d] "), model->prompt.pid);
}

static void put_kill_signal(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Send pid %d signal [%d/sigterm] "), model->prompt.pid, SIGTERM);
}

static void take_signal(struct model *model, const char *text, int argument UNUSED,
                        struct effects *effects)
{
    int number = *text ? signal_by_name(text) : SIGTERM;

    if (number < 1) {
        model_set_message(model, _("Invalid signal"));
        return;
    }
    effects->action = ACTION_SIGNAL;
    effects->value = number;
    put_name(model, effects);
}

static void put_renice_task(const struct model *model, struct buf *out)
{
    if (model->prompt.ended)
        buf_puts(out, _("PID to renice (the first row has ended) "));
    else
        buf_printf(out, _("PID to renice [default pid = %d] "), model->prompt.pid);
}

static void put_nice(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Renice PID %d to value "), model->prompt.pid);
}

static void take_nice(struct model *model, const char *text, int action, struct effects *effects)
{
    int64_t number;

    if (!*text)
        return;
    if (!number_parse(text, &number) ||
        (action == ACTION_RENICE_AUTOGROUP && (number < NICE_LEAST || number > NICE_MOST))) {
        model_set_message(model, _("Unacceptable integer"));
        return;
    }
    /* As the kernel does with tasks. */
    if (number < NICE_LEAST)
        number = NICE_LEAST;
    if (number > NICE_MOST)
        number = NICE_MOST;
    effects->action = (enum action)action;
    effects->value = (int)number;
    put_name(model, effects);
}

static void put_inspect(const struct model *model, struct buf *out)
{
    if (model->prompt.ended)
        buf_puts(out, _("inspect at PID (the first row has ended) "));
    else
        buf_printf(out, _("inspect at PID [default pid = %d] "), model->prompt.pid);
}

static void take_inspect(struct model *model, const char *text)
{
    pid_t pid;

    if (parse_pid(model, text, &pid))
        inspect_choice_open(model, pid);
}

/* clang-format off */
const struct question questions[QUESTION_COUNT] = {
    [QUESTION_DELAY] = {.name = "delay", .put = put_delay, .take = take_delay},
    [QUESTION_MAX_TASKS] = {.name = "max-tasks", .put = put_max_tasks, .take = take_max_tasks},
    [QUESTION_EXTRA_WIDTH] = {.name = "extra-width", .put = put_extra_width, .take = take_extra_width},
    [QUESTION_EFFECTIVE_USER] = {.name = "effective-user", .text = N_("Which user (blank for all) "), .act = take_user, .argument = FILTER_EFFECTIVE},
    [QUESTION_ANY_USER] = {.name = "any-user", .text = N_("Which user (blank for all) "), .act = take_user, .argument = FILTER_ANY},
    [QUESTION_FILTER_ANY_CASE] = {.name = "filter-any-case", .put = put_filter_any_case, .take_as = take_filter, .argument = true},
    [QUESTION_FILTER_CASE] = {.name = "filter-case", .put = put_filter_case, .take_as = take_filter, .argument = false},
    [QUESTION_FILTERS_SHOWN] = {.name = "filters-shown", .put = put_filters}, /* any answer goes on */
    [QUESTION_KILL_TASK] = {.name = "kill-task", .put = put_kill_task, .take_as = ask_next, .argument = QUESTION_KILL_SIGNAL},
    [QUESTION_KILL_SIGNAL] = {.name = "kill-signal", .put = put_kill_signal, .act = take_signal},
    [QUESTION_RENICE_TASK] = {.name = "renice-task", .put = put_renice_task, .take_as = ask_next, .argument = QUESTION_RENICE_VALUE},
    [QUESTION_RENICE_VALUE] = {.name = "renice-value", .put = put_nice, .act = take_nice, .argument = ACTION_RENICE},
    [QUESTION_AUTOGROUP_TASK] = {.name = "autogroup-task", .put = put_renice_task, .take_as = ask_next, .argument = QUESTION_AUTOGROUP_VALUE},
    [QUESTION_AUTOGROUP_VALUE] = {.name = "autogroup-value", .put = put_nice, .act = take_nice, .argument = ACTION_RENICE_AUTOGROUP},
    [QUESTION_INSPECT] = {.name = "inspect", .put = put_inspect, .take = take_inspect},
};
/* clang-format on */
