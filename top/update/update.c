/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/update.h"

#include "top/base/i18n.h"
#include "top/base/keys.h"
#include "top/screens/detail_pane.h"
#include "top/screens/help.h"
#include "top/screens/inspect.h"
#include "top/screens/screens.h"
#include "top/table/arrange.h"
#include "top/update/keys.h"
#include "top/update/locate.h"
#include "top/update/mouse.h"
#include "top/update/questions.h"
#include "top/view/layout.h"

/* A message stays until the next key, or until this many samples have arrived. */
#define MESSAGE_SAMPLES 2

/* Closes the prompt, or goes on to its next question. */
static void take_answer(struct model *model, struct effects *effects)
{
    const struct question *question = model->prompt.question;
    char text[PROMPT_BYTES];

    history_add(&model->history, &model->prompt);
    history_rewind(&model->history);
    prompt_text(&model->prompt, text);
    effects->pid = model->prompt.pid;
    effects->shown = model->prompt.shown;
    prompt_close(&model->prompt);
    if (question->take)
        question->take(model, text);
    if (question->take_as)
        question->take_as(model, text, question->argument);
    if (question->act)
        question->act(model, text, question->argument, effects);
}

static void press_in_prompt(struct model *model, int key, struct effects *effects)
{
    const struct question *question = model->prompt.question;

    if (!question->typed && (key == PRESS_UP || key == PRESS_DOWN)) {
        history_recall(&model->history, &model->prompt, key == PRESS_UP ? -1 : 1);
        return;
    }
    switch (prompt_press(&model->prompt, key)) {
    case PROMPT_OPEN:
        if (question->typed)
            question->typed(model, key);
        break;
    case PROMPT_ACCEPTED:
        take_answer(model, effects);
        break;
    case PROMPT_CANCELLED:
        if (question->cancelled)
            question->cancelled(model);
        history_rewind(&model->history);
        prompt_close(&model->prompt);
        break;
    }
}

static void press_in_tasks(struct model *model, int key, struct effects *effects)
{
    const struct binding *binding = binding_find(task_keys, key);

    if (!binding->key && key != PRESS_ESCAPE) /* which is easily pressed once too often */
        model_set_message(model, _("Unknown command - try 'h' for help"));
    else
        binding_perform(model, binding, effects);
}

static void press(struct model *model, int key, struct effects *effects)
{
    model->message[0] = '\0';
    if (model->prompt.question)
        press_in_prompt(model, key, effects);
    else if (model->screen == SCREEN_TASKS)
        press_in_tasks(model, key, effects);
    else
        screen_press(model, key, effects);
}

static void take_sample(struct model *model, struct sample *sample)
{
    if (++model->message_age >= MESSAGE_SAMPLES && !model->message_stays)
        model->message[0] = '\0';
    model_set_sample(model, sample);
    table_arrange(model);
    locate_resume(model);
}

/*
 * Limits scrolling to the last full page, or to the last task where scrolling beyond that page was
 * requested.
 */
static void limit_scroll(struct model *model)
{
    struct layout layout;

    layout_compute(model, &layout);
    for (size_t i = 0; i < layout.pane_count; i++) {
        struct window *window = &model->windows[layout.panes[i].table.window - model->windows];
        struct window_position *position = &window->position;
        size_t count = window->rows.count;
        size_t page = layout.panes[i].page;
        size_t last_row = count > page ? count - page : 0;

        if (position->first_row <= last_row)
            position->beyond_last_page = false;
        if (position->beyond_last_page && count)
            last_row = count - 1;
        if (position->first_row > last_row)
            position->first_row = last_row;
    }
    help_limit_scroll(model);
}

struct effects update(struct model *model, const struct event *event)
{
    struct effects effects = {.action = ACTION_NONE};

    switch (event->kind) {
    case EVENT_KEY:
        press(model, event->as.key, &effects);
        break;
    case EVENT_MOUSE:
        model->message[0] = '\0';
        mouse_take(model, &event->as.mouse);
        break;
    case EVENT_SIZE:
        model->rows = event->as.size.rows;
        model->cols = event->as.size.cols;
        if (model->max_rows && model->rows > model->max_rows)
            model->rows = model->max_rows;
        if (model->max_cols && model->cols > model->max_cols)
            model->cols = model->max_cols;
        break;
    case EVENT_SAMPLE:
        take_sample(model, event->as.sample);
        break;
    case EVENT_FILLED: /* the detail pane is refreshed below */
        break;
    case EVENT_NAMES:
        table_arrange(model);
        break;
    case EVENT_USER:
        questions_take_user(model, event->as.user.name, event->as.user.known, event->as.user.uid);
        break;
    case EVENT_MESSAGE:
        model_set_message(model, "%s", event->as.message);
        break;
    case EVENT_OUTPUT:
        inspect_take(model, event->as.output.bytes, event->as.output.len);
        if (model->inspection.cut)
            effects.action = ACTION_INSPECT_STOP;
        break;
    case EVENT_OUTPUT_END:
        inspect_end(model, event->as.message);
        break;
    }
    detail_pane_refresh(model);
    limit_scroll(model);
    return effects;
}
