/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/answer.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "lib/text/signals.h"
#include "top/base/i18n.h"
#include "top/model/number.h"
#include "top/table/arrange.h"
#include "top/update/locate.h"
#include "top/update/summary_acts.h"
#include "top/update/window_acts.h"

#define NS_PER_S 1e9

#define NICE_LEAST (-20)
#define NICE_MOST  19

static void put_filters(const struct filters *filters, struct buf *out)
{
    buf_puts(out, _("Enter goes on. Filters: "));
    if (!filters->count)
        buf_puts(out, _("none"));
    for (size_t i = 0; i < filters->count; i++) {
        buf_puts(out, i ? " + '" : "'");
        filter_put(&filters->list[i], out);
        buf_putc(out, '\'');
    }
    buf_putc(out, ' ');
}

void answer_put_question(const struct model *model, struct buf *out)
{
    pid_t pid = model->prompt.pid;

    switch (model->prompt.kind) {
    case PROMPT_NONE:
        break;
    case PROMPT_DELAY:
        buf_printf(out, _("Seconds between refreshes [%.1f]: "),
                   (double)model->delay_ns / NS_PER_S);
        break;
    case PROMPT_MAX_TASKS:
        buf_printf(out, _("Tasks to show at most, 0 for all [%zu]: "), model->window->max_tasks);
        break;
    case PROMPT_EFFECTIVE_USER:
        buf_puts(out, _("Effective user, !user for all others, empty for everyone: "));
        break;
    case PROMPT_ANY_USER:
        buf_puts(out, _("User in any role, !user for all others, empty for everyone: "));
        break;
    case PROMPT_KILL_TASK:
        buf_printf(out, _("Send a signal to which PID [%d]: "), pid);
        break;
    case PROMPT_KILL_SIGNAL:
        buf_printf(out, _("Signal for PID %d, by number or name [%d, TERM]: "), pid, SIGTERM);
        break;
    case PROMPT_RENICE_TASK:
        buf_printf(out, _("Change the nice value of which PID [%d]: "), pid);
        break;
    case PROMPT_AUTOGROUP_TASK:
        buf_printf(out, _("Change the nice value of the autogroup of which PID [%d]: "), pid);
        break;
    case PROMPT_RENICE_VALUE:
    case PROMPT_AUTOGROUP_VALUE:
        buf_printf(out, _("Nice value for PID %d, %d to %d: "), pid, NICE_LEAST, NICE_MOST);
        break;
    case PROMPT_NODE:
        buf_printf(out, _("Processors of which NUMA node (0-%d): "), summary_last_node(model));
        break;
    case PROMPT_WINDOW:
        buf_printf(out, _("Which window (1-%d): "), WINDOW_COUNT);
        break;
    case PROMPT_WINDOW_NAME:
        buf_printf(out, _("A new name for the window %s: "), model->window->name);
        break;
    case PROMPT_FILTER_ANY_CASE:
        buf_printf(out, _("Filter %zu, in any case, as [!]FIELD=VALUE or with < or >: "),
                   model->window->filters.count + 1);
        break;
    case PROMPT_FILTER_CASE:
        buf_printf(out, _("Filter %zu, minding the case, as [!]FIELD=VALUE or with < or >: "),
                   model->window->filters.count + 1);
        break;
    case PROMPT_FILTERS_SHOWN:
        put_filters(&model->window->filters, out);
        break;
    case PROMPT_INSPECT:
        buf_printf(out, _("Inspect which PID [%d]: "), pid);
        break;
    case PROMPT_LOCATE:
    case PROMPT_INSPECT_LOCATE:
        buf_puts(out, _("Look for: "));
        break;
    case PROMPT_SEARCH:
        buf_puts(out, model->window->search.failed ? _("Search, nothing found: ") : _("Search: "));
        break;
    case PROMPT_EXTRA_WIDTH:
        buf_printf(out, _("Make fields wider by how much, %d: as needed [%d]: "), EXTRA_WIDTH_AUTO,
                   model->extra_width);
        break;
    }
}

static void take_delay(struct model *model, const char *text)
{
    if (*text && !seconds_parse(text, &model->delay_ns))
        model_set_message(model, _("Not a number of seconds: '%s'"), text);
}

static void take_max_tasks(struct model *model, const char *text)
{
    int64_t number;

    if (!*text)
        return;
    if (!number_parse(text, &number) || number < 0)
        model_set_message(model, _("Not a number of tasks: '%s'"), text);
    else
        model->window->max_tasks = (size_t)number;
}

static void take_extra_width(struct model *model, const char *text)
{
    int64_t number;

    if (!*text)
        return;
    if (!number_parse(text, &number) || number > EXTRA_WIDTH_MOST)
        model_set_message(model, _("Not a width: '%s'"), text);
    else
        model->extra_width = number < 0 ? EXTRA_WIDTH_AUTO : (int)number;
}

/* Whose tasks are shown is said anew, so -p no longer counts. */
static void filter_by_user(struct model *model, struct window *window,
                           const struct user_filter *filter)
{
    window->users = *filter;
    window->first_row = 0;
    model->pid_count = 0;
    table_arrange(model);
}

static void take_user(struct model *model, const char *text, enum filter_by by,
                      struct effects *effects)
{
    struct wanted_user *wanted = &model->wanted_user;
    struct user_filter filter = {.by = FILTER_NOBODY};
    const char *name = NULL;

    wanted->filter.by = FILTER_NOBODY;
    if (*text && !user_filter_begin(text, by, &filter, &name)) {
        model_set_message(model, _("There is no user '%s'"), text);
    } else if (name) {
        *wanted = (struct wanted_user){.filter = filter, .window = model->window};
        snprintf(wanted->name, sizeof wanted->name, "%s", name);
        model_set_message(model, _("Looking for the user '%s' ..."), name);
        effects->act = ACT_FIND_USER;
    } else {
        filter_by_user(model, model->window, &filter);
    }
}

void answer_take_user(struct model *model, const char *name, bool known, uid_t uid)
{
    struct wanted_user *wanted = &model->wanted_user;

    if (wanted->filter.by == FILTER_NOBODY || strcmp(wanted->name, name) != 0)
        return;
    wanted->filter.uid = uid;
    model->message[0] = '\0';
    if (known)
        filter_by_user(model, wanted->window, &wanted->filter);
    else
        model_set_message(model, _("There is no user '%s'"), name);
    wanted->filter.by = FILTER_NOBODY;
}

static void take_filter(struct model *model, const char *text, bool ignore_case)
{
    struct filter filter;
    struct buf why = {0};

    if (!*text)
        return;
    if (filter_parse(text, ignore_case, &filter, &why) &&
        filters_add(&model->window->filters, &filter, &why)) {
        model->window->first_row = 0;
        table_arrange(model);
    } else {
        model_set_message(model, "%s", buf_text(&why));
    }
    buf_fini(&why);
}

/* The task that is meant: 0 is top itself, and below it or nothing means `fallback`. */
static bool parse_pid(struct model *model, const char *text, pid_t fallback, pid_t *pid)
{
    int64_t number = -1;

    if (*text && (!number_parse(text, &number) || number > INT_MAX)) {
        model_set_message(model, _("Not a PID: '%s'"), text);
        return false;
    }
    if (number < 0)
        number = fallback;
    else if (number == 0)
        number = model->self;
    *pid = (pid_t)number;
    return number > 0;
}

/* The first of two questions about a task. */
static void take_pid(struct model *model, const char *text, pid_t fallback, enum prompt_kind next)
{
    pid_t pid;

    if (parse_pid(model, text, fallback, &pid))
        prompt_open(&model->prompt, next, pid);
}

/* The task's name, so that a message can say whom an act met. */
static void put_name(const struct model *model, struct effects *effects)
{
    const struct task *task = model_find_task(model, effects->pid);

    if (task && task->comm)
        snprintf(effects->name, sizeof effects->name, "%s", task->comm);
}

static void take_signal(struct model *model, const char *text, struct effects *effects)
{
    int number = *text ? signal_by_name(text) : SIGTERM;

    if (number < 1) {
        model_set_message(model, _("There is no signal '%s'"), text);
        return;
    }
    effects->act = ACT_SIGNAL;
    effects->value = number;
    put_name(model, effects);
}

static void take_nice(struct model *model, const char *text, enum outside_act act,
                      struct effects *effects)
{
    int64_t number;

    if (!*text)
        return;
    if (!number_parse(text, &number) || number < NICE_LEAST || number > NICE_MOST) {
        model_set_message(model, _("Not a nice value: '%s'"), text);
        return;
    }
    effects->act = act;
    effects->value = (int)number;
    put_name(model, effects);
}

void answer_accept(struct model *model, struct effects *effects)
{
    const enum prompt_kind kind = model->prompt.kind;
    char text[PROMPT_BYTES];
    pid_t pid;

    prompt_text(&model->prompt, text);
    effects->pid = model->prompt.pid;
    prompt_close(&model->prompt);
    switch (kind) {
    case PROMPT_NONE:
        break;
    case PROMPT_DELAY:
        take_delay(model, text);
        break;
    case PROMPT_MAX_TASKS:
        take_max_tasks(model, text);
        break;
    case PROMPT_EFFECTIVE_USER:
        take_user(model, text, FILTER_EFFECTIVE, effects);
        break;
    case PROMPT_ANY_USER:
        take_user(model, text, FILTER_ANY, effects);
        break;
    case PROMPT_KILL_TASK:
        take_pid(model, text, effects->pid, PROMPT_KILL_SIGNAL);
        break;
    case PROMPT_KILL_SIGNAL:
        take_signal(model, text, effects);
        break;
    case PROMPT_RENICE_TASK:
        take_pid(model, text, effects->pid, PROMPT_RENICE_VALUE);
        break;
    case PROMPT_RENICE_VALUE:
        take_nice(model, text, ACT_RENICE, effects);
        break;
    case PROMPT_AUTOGROUP_TASK:
        take_pid(model, text, effects->pid, PROMPT_AUTOGROUP_VALUE);
        break;
    case PROMPT_AUTOGROUP_VALUE:
        take_nice(model, text, ACT_RENICE_AUTOGROUP, effects);
        break;
    case PROMPT_NODE:
        summary_take_node(model, text);
        break;
    case PROMPT_WINDOW:
        window_take_number(model, text);
        break;
    case PROMPT_WINDOW_NAME:
        window_take_name(model, text);
        break;
    case PROMPT_FILTER_ANY_CASE:
        take_filter(model, text, true);
        break;
    case PROMPT_FILTER_CASE:
        take_filter(model, text, false);
        break;
    case PROMPT_LOCATE:
        locate_start(model, text);
        break;
    case PROMPT_INSPECT:
        if (parse_pid(model, text, effects->pid, &pid))
            inspect_begin(model, pid);
        break;
    case PROMPT_INSPECT_LOCATE:
        inspect_locate(model, text);
        break;
    case PROMPT_FILTERS_SHOWN:
    case PROMPT_SEARCH: /* what was found is on the screen already */
        break;
    case PROMPT_EXTRA_WIDTH:
        take_extra_width(model, text);
        break;
    }
}
