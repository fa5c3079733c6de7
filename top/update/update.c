/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/update.h"

#include <wctype.h>

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "lib/text/i18n.h"
#include "top/screens/detail_pane.h"
#include "top/update/commands.h"
#include "top/view/view.h"

/* A message is shown until the next key, or until so many samples in so much time have arrived. */
#define MESSAGE_SAMPLES 2
#define MESSAGE_NS      (2 * NS_PER_S)

/* Rows by which the wheel scrolls. */
#define WHEEL_ROWS 3

/* The list of signals closes with its question. */
static void close_help(struct model *model)
{
    if (model->detail.kind == DETAIL_SIGNALS)
        detail_pane_close(model);
}

/* Closes the prompt and passes its answer on, which may open it for the next question. */
static void take_answer(struct model *model, struct effects *effects)
{
    const struct question *question = model->prompt.question;
    char text[PROMPT_BYTES];

    history_add(&model->history, &model->prompt);
    history_rewind(&model->history);
    prompt_text(&model->prompt, text);
    effects->pid = model->prompt.pid;
    effects->shown = model->prompt.shown;
    effects->tagged = question->of_tagged;
    prompt_close(&model->prompt);
    if (question->act)
        question->act(model, &(struct answer){text, question->argument, effects});
    model->rows_stale = true; /* most answers change what is shown */
}

static void press_in_prompt(struct model *model, int key, struct effects *effects)
{
    const struct question *question = model->prompt.question;
    const struct prompt before = model->prompt;
    const bool moves = key == PRESS_UP || key == PRESS_DOWN;

    if (!question->typed && moves) {
        history_recall(&model->history, &model->prompt, key == PRESS_UP ? -1 : 1);
        return;
    }
    if (question->help && key == '?' && !model->pasting) {
        question->help(model);
        return;
    }
    switch (prompt_press(&model->prompt, key)) {
    case PROMPT_OPEN:
        if (question->typed && (moves || model->prompt.len != before.len ||
                                wmemcmp(model->prompt.text, before.text, before.len) != 0))
            question->typed(model, key);
        break;
    case PROMPT_ACCEPTED:
        close_help(model);
        take_answer(model, effects);
        break;
    case PROMPT_CANCELLED:
        close_help(model);
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

    if (key == PRESS_ESCAPE && model_looks_back(model)) {
        model_look_back(model, 0); /* the newest sample again */
    } else if (key == PRESS_ESCAPE) {
        model->window->position.cursor.on = false;
        model->window->position.search.unmarked = true;
    }
    if (!binding->key && key != PRESS_ESCAPE) /* Esc is easily pressed once too often */
        command_refuse_unknown(model);
    else
        binding_perform(model, binding, effects);
}

/*
 * Pasted text never runs commands, and neither its newlines nor its escape sequences answer a
 * question: it may have been meant for another window.
 */
static bool ignores_paste(struct model *model, int key)
{
    const bool pasted = model->pasting;

    model->pasting = key != PRESS_PASTE_END && (pasted || key == PRESS_PASTE_BEGIN);
    if (!pasted && !model->pasting)
        return key == PRESS_PASTE_END;
    if (!model->prompt.question || model->prompt.question->press ||
        model->prompt.question->one_character) {
        if (key == PRESS_PASTE_BEGIN)
            model_set_message(model, _("Pasted text ignored: only prompts take it"));
        return true;
    }
    return key >= PRESS_UP || !iswprint((wint_t)key);
}

/* Whether an open menu has taken the key; Enter and Escape only close it. */
static bool menu_takes(struct model *model, int key)
{
    const struct question *question = model->prompt.question;

    if (!question || !question->press)
        return false;
    if (question->press(model, key))
        return true;
    prompt_close(&model->prompt);
    return key == PRESS_ENTER || key == PRESS_ESCAPE;
}

/* False: the key is ignored. */
static bool press(struct model *model, int key, struct effects *effects)
{
    if (!model->pasting)
        model->message[0] = '\0';
    if (ignores_paste(model, key))
        return false;
    if (menu_takes(model, key))
        return true;
    if (model->prompt.question)
        press_in_prompt(model, key, effects);
    else if (model->screen == SCREEN_TASKS)
        press_in_tasks(model, key, effects);
    else
        screen_press(model, key, effects);
    return true;
}

static void click_header(struct model *model, const struct pane *pane, size_t col)
{
    struct window_settings *settings = &model->window->settings;
    size_t start = pane->number ? PANE_NUMBER_CELLS : 0;

    for (size_t i = 0; i < pane->column_count; i++) {
        const struct table_column *column = &pane->columns[i];

        if (col >= start && col <= start + column->width) {
            if (settings->sort == column->id && !settings->forest)
                command_sort_reverse(model);
            else
                command_sort_by(model, column->id);
            return;
        }
        start += column->width + 1;
    }
}

static void click(struct model *model, const struct mouse *mouse)
{
    struct layout layout;
    size_t line;
    const struct pane *pane;

    layout_compute(model, &layout);
    pane = layout_pane_at(&layout, mouse->row, &line);
    if (!pane)
        return;
    model_set_window(model, (size_t)(pane->table.window - model->windows));
    if (line == 0)
        click_header(model, pane, mouse->col);
}

static void wheel(struct model *model, int direction)
{
    if (model->screen == SCREEN_TASKS)
        command_scroll_rows(model, direction, WHEEL_ROWS);
    else
        screen_scroll(model, direction, WHEEL_ROWS);
}

/*
 * The wheel moves the cursor or, without one, scrolls; a click on a header sorts by that field, or
 * reverses the order. In alternate display a click makes the window under it the current one.
 */
static void mouse_take(struct model *model, const struct mouse *mouse)
{
    /* A question is answered by keys only; a paste may contain what a mouse sends. */
    if (model->prompt.question || model->pasting)
        return;
    switch (mouse->action) {
    case MOUSE_CLICK:
        if (model->screen == SCREEN_TASKS)
            click(model, mouse);
        break;
    case MOUSE_WHEEL_UP:
        wheel(model, -1);
        break;
    case MOUSE_WHEEL_DOWN:
        wheel(model, 1);
        break;
    }
}

/* Says which task the cursor has lost, if that has a PID; a group's row is dimmed. */
static void arrange_rows(struct model *model)
{
    const struct cursor *cursor = &model->window->position.cursor;

    if (table_arrange(model) && cursor->task.tid && !cursor->group)
        model_set_message(model,
                          model_has_exited(model, &cursor->task)
                              ? _("PID %d (%s) has exited")
                              : _("PID %d (%s) is not shown any more"),
                          (int)cursor->task.tid, cursor->name);
}

static void take_sample(struct model *model, struct sample *sample)
{
    if (++model->message_age >= MESSAGE_SAMPLES && !model->message_stays &&
        sample->snapshot.system.monotonic_ns >= model->message_ns + MESSAGE_NS)
        model->message[0] = '\0';
    model_set_sample(model, sample);
    user_question_find_owner(model);
    if (model->context.containers)
        container_labels_begin(model->context.containers);
    arrange_rows(model);
    locate_resume(model);
    if (sample->snapshot.pins == PINS_REVOKED)
        model_set_message(model, _("The pinned BPF programs were revoked"));
    else if (sample->snapshot.pins == PINS_REPLACED)
        model_set_message(model, _("New pinned BPF programs are in use"));
}

/* Scrolls as little as needed to show the cursor. */
static void show_cursor(struct window_position *position, size_t page)
{
    if (position->first_row > position->cursor.row)
        position->first_row = position->cursor.row;
    else if (page && position->cursor.row - position->first_row >= page)
        position->first_row = position->cursor.row - page + 1;
}

/* Whether the rows are the map's threads, or until the next scan those from before a change. */
static bool has_other_rows(const struct model *model)
{
    const unsigned rows = model->threads ? ROWS_THREADS : ROWS_PROCESSES;

    return model->screen == SCREEN_MAP ||
           (model->sample && !model_looks_back(model) && model->sample->request.rows != rows);
}

/* Sets the pages of the windows; rows of exited tasks, which take a part of it, follow. */
static void set_pages(struct model *model, struct layout *layout)
{
    const struct snapshot *ended = model_ended_rows(model);
    bool changed = false;

    layout_compute(model, layout);
    for (size_t i = 0; i < layout->pane_count; i++) {
        const struct pane *pane = &layout->panes[i];
        struct window *window = &model->windows[pane->table.window - model->windows];

        changed |= window->rows.page != pane->page;
        window->rows.page = pane->page;
    }
    if (changed && ended && ended->count)
        arrange_rows(model);
}

/*
 * Limits scrolling to the last full page, or to the last task if a key scrolled beyond that page.
 * Other rows than those of the table's next sample move only what a key has moved among them.
 */
static void limit_table(struct model *model)
{
    struct layout layout;

    set_pages(model, &layout);
    for (size_t i = 0; i < layout.pane_count; i++) {
        struct window *window = &model->windows[layout.panes[i].table.window - model->windows];
        struct window_position *position = &window->position;
        size_t count = window->rows.count;
        size_t page = window->rows.page;
        size_t last_row = count > page ? count - page : 0;

        if (has_other_rows(model) && !position->scrolled)
            continue;
        position->scrolled = false;
        if (position->first_row <= last_row)
            position->beyond_last_page = false;
        if (position->beyond_last_page && count)
            last_row = count - 1;
        if (position->first_row > last_row)
            position->first_row = last_row;
        if (position->cursor.on)
            show_cursor(position, page);
    }
}

struct effects update(struct model *model, const struct event *event)
{
    struct effects effects = {.action = ACTION_NONE};
    const bool paused = model->paused;

    model->task_keys = task_keys;
    switch (event->kind) {
    case EVENT_KEY:
        if (!press(model, event->as.key, &effects))
            return effects;
        effects.scan |= paused && !model->paused; /* what is shown may be old */
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
        user_question_find_owner(model);
        model->rows_stale = true;
        break;
    case EVENT_USER:
        user_question_take_found(model, event->as.user.name, event->as.user.known,
                                 event->as.user.uid, event->as.user.error);
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
    model_follow_group(model);
    if (model->rows_stale)
        arrange_rows(model);
    detail_pane_refresh(model);
    limit_table(model);
    screen_limit_scroll(model);
    return effects;
}
