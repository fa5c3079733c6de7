/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/window_acts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "top/base/i18n.h"
#include "top/model/number.h"
#include "top/table/arrange.h"

static void switch_to(struct model *model, size_t index)
{
    model->window = &model->windows[index % WINDOW_COUNT];
    table_arrange(model);
}

/* Some keys are about windows that share the screen. */
static bool is_alternate(struct model *model)
{
    if (!model->alternate)
        model_set_message(model, _("Only while the windows share the screen: see A"));
    return model->alternate;
}

static void lift_limits(struct model *model, struct window *window)
{
    window_lift_limits(window);
    window->tasks_hidden = false;
    model->pid_count = 0;
}

void window_perform(struct model *model, enum window_act act)
{
    size_t current = (size_t)(model->window - model->windows);

    switch (act) {
    case WINDOW_ALTERNATE:
        model->alternate = !model->alternate;
        break;
    case WINDOW_NEXT:
        switch_to(model, current + 1);
        break;
    case WINDOW_PREVIOUS:
        switch_to(model, current + WINDOW_COUNT - 1);
        break;
    case WINDOW_CHOOSE:
        prompt_open(&model->prompt, PROMPT_WINDOW, 0);
        break;
    case WINDOW_RENAME:
        if (is_alternate(model))
            prompt_open(&model->prompt, PROMPT_WINDOW_NAME, 0);
        break;
    case WINDOW_HIDE:
        if (is_alternate(model))
            model->window->tasks_hidden = !model->window->tasks_hidden;
        break;
    case WINDOW_HIDE_ALL:
        for (size_t i = 0; i < WINDOW_COUNT && is_alternate(model); i++)
            model->windows[i].tasks_hidden = !model->windows[i].tasks_hidden;
        break;
    case WINDOW_LIFT_LIMITS:
        lift_limits(model, model->window);
        bottom_close(model);
        break;
    case WINDOW_LIFT_ALL:
        for (size_t i = 0; i < WINDOW_COUNT && is_alternate(model); i++)
            lift_limits(model, &model->windows[i]);
        break;
    }
    table_arrange(model);
}

void window_take_number(struct model *model, const char *text)
{
    int64_t number;

    if (!*text)
        return;
    if (number_parse(text, &number) && number >= 1 && number <= WINDOW_COUNT)
        switch_to(model, (size_t)number - 1);
    else
        model_set_message(model, _("There is no window '%s'"), text);
}

void window_take_name(struct model *model, const char *text)
{
    size_t characters = mbstowcs(NULL, text, 0);

    if (!*text)
        return;
    if (characters == (size_t)-1 || characters > WINDOW_NAME_MAX)
        model_set_message(model, _("A window's name has %d characters at most"), WINDOW_NAME_MAX);
    else
        snprintf(model->window->name, sizeof model->window->name, "%s", text);
}
