/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The windows: choosing, naming and hiding them, the fields that they show, what limits rows. */
#include "top/update/commands.h"

#include "lib/base/span.h"
#include "lib/text/i18n.h"
#include "top/screens/detail_pane.h"

/* False, with a message, unless the windows share the screen. */
static bool is_alternate(struct model *model)
{
    if (!model->settings.alternate)
        model_set_message(model, _("Command disabled, 'A' mode required"));
    return model->settings.alternate;
}

static void put_choice(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Choose field group (1 - %d) "), WINDOW_COUNT);
}

static void take_number(struct model *model, const struct answer *answer)
{
    int64_t number;

    if (!*answer->text)
        return;
    if (number_parse(answer->text, &number) && number >= 1 && number <= WINDOW_COUNT)
        model_set_window(model, (size_t)number - 1);
    else
        model_set_message(model, _("There is no window '%s'"), answer->text);
}

static const struct question question_window = {
    .name = "window",
    .put = put_choice,
    .act = take_number,
    .one_character = true,
};

void command_choose_window(struct model *model)
{
    prompt_open(&model->prompt, &question_window, 0);
}

static void put_rename(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Rename window '%s' to (1-3 chars) "), model->window->settings.name);
}

static void take_name(struct model *model, const struct answer *answer)
{
    if (*answer->text && !window_settings_set_name(&model->window->settings, answer->text))
        model_set_message(model, _("A window's name has %d characters at most"), WINDOW_NAME_MAX);
}

static const struct question question_name = {
    .name = "window-name",
    .put = put_rename,
    .act = take_name,
};

void command_rename_window(struct model *model)
{
    if (is_alternate(model))
        prompt_open(&model->prompt, &question_name, 0);
}

void command_next_fields(struct model *model, int by)
{
    struct window_settings *settings = &model->window->settings;
    const unsigned step = by > 0 ? 1 : FIELD_SETS - 1;

    if (model->detail.kind != DETAIL_NONE) {
        detail_pane_select(model, by);
        return;
    }
    if (settings->group) {
        model_set_message(model, _("Groups have fields of their own; f chooses them"));
        return;
    }
    settings->by_mark = false;
    window_settings_choose_fields(settings, (settings->field_set + step) % FIELD_SETS);
    window_update_fields(model->window);
    model->rows_stale = true;
}

static void hide_or_show(struct window *window)
{
    window->settings.tasks_hidden = !window->settings.tasks_hidden;
}

void command_hide_window(struct model *model)
{
    if (is_alternate(model))
        hide_or_show(model->window);
    model->rows_stale = true;
}

void command_hide_all_windows(struct model *model)
{
    for (size_t i = 0; i < WINDOW_COUNT && is_alternate(model); i++)
        hide_or_show(&model->windows[i]);
    model->rows_stale = true;
}

static void put_max_tasks(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Maximum tasks = %zu, change to (0 is unlimited) "),
               (size_t)model->window->settings.max_tasks);
}

static void take_max_tasks(struct model *model, const struct answer *answer)
{
    int64_t number;

    if (!*answer->text)
        return;
    if (!number_parse(answer->text, &number) || number < 0 || number > MAX_TASKS_MOST)
        model_set_message(model, _("Unacceptable integer"));
    else
        model->window->settings.max_tasks = (unsigned)number;
}

const struct question question_max_tasks = {
    .name = "max-tasks",
    .put = put_max_tasks,
    .act = take_max_tasks,
};

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

const struct question question_extra_width = {
    .name = "extra-width",
    .put = put_extra_width,
    .act = take_extra_width,
};

static void lift_limits(struct model *model, struct window *window)
{
    window_lift_limits(window);
    window->settings.tasks_hidden = false;
    if (model->wanted_user.window == window)
        model->wanted_user = (struct wanted_user){.filter.by = FILTER_NOBODY};
    model->pid_count = 0;
}

void command_lift_limits(struct model *model)
{
    lift_limits(model, model->window);
    detail_pane_close(model);
    model->rows_stale = true;
}

void command_lift_all_limits(struct model *model)
{
    for (size_t i = 0; i < WINDOW_COUNT && is_alternate(model); i++)
        lift_limits(model, &model->windows[i]);
    model->rows_stale = true;
}
