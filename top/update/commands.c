/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorting, and settings that are a number. */
#include "top/update/commands.h"

#include "lib/base/span.h"
#include "lib/base/units.h"
#include "lib/text/i18n.h"

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

static void put_delay(const struct model *model, struct buf *out)
{
    buf_printf(out, _("Change delay from %.1f to "), (double)model->settings.delay_ns / NS_PER_S);
}

static void take_delay(struct model *model, const struct answer *answer)
{
    if (*answer->text && !seconds_parse(answer->text, &model->settings.delay_ns))
        model_set_message(model, _("Unacceptable floating point"));
}

const struct question question_delay = {.name = "delay", .put = put_delay, .act = take_delay};

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
