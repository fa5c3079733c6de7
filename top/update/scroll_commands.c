/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is on the screen: which rows and fields, of which sample, how often there is a new one, and
 * with which it is compared.
 */
#include "top/update/commands.h"

#include "lib/base/span.h"
#include "lib/base/units.h"
#include "lib/text/i18n.h"
#include "top/view/view.h"

/* Cells by which the text of a flexible field scrolls, and the largest offset. */
#define TEXT_STEP  8
#define TEXT_LIMIT COLS_MAX

#define MINUTE_NS ((int64_t)(60 * NS_PER_S))

/* Afterwards update() scrolls to the cursor and limits scrolling down to the last page. */
void command_scroll_rows(struct model *model, int direction, size_t rows)
{
    size_t row = window_target_row(model->window);

    if (!model_shows_window(model, model->window))
        return;
    model->window->position.scrolled = true;
    if (!model->window->position.cursor.on) {
        model_scroll_lines(&model->window->position.first_row, direction, rows);
        return;
    }
    model_scroll_lines(&row, direction, rows);
    window_set_cursor(model->window, row);
}

/*
 * Without a cursor, keys act on the first task on the screen, so they can scroll until the last
 * task is there.
 */
static void scroll_by_key(struct model *model, int direction, size_t rows)
{
    if (!model_shows_window(model, model->window))
        return;
    if (model->settings.cursor)
        window_set_cursor(model->window, window_target_row(model->window));
    else if (direction > 0)
        model->window->position.beyond_last_page = true;
    command_scroll_rows(model, direction, rows);
}

/* One row less than fits, so that one stays visible; in stock top two stay if n limits the rows. */
static size_t page_rows(const struct model *model)
{
    size_t max_tasks = model->window->settings.max_tasks;
    size_t page = layout_page(model);
    size_t kept = page && page == max_tasks ? 2 : 1;

    return page > kept ? page - kept : 1;
}

void command_scroll_row(struct model *model, int direction)
{
    scroll_by_key(model, direction, 1);
}

void command_scroll_page(struct model *model, int direction)
{
    const size_t rows = page_rows(model);

    scroll_by_key(model, direction, rows);
    if (model->settings.cursor && model_shows_window(model, model->window))
        model_scroll_lines(&model->window->position.first_row, direction, rows);
}

void command_scroll_to_end(struct model *model, int direction)
{
    struct window *window = model->window;
    struct window_position *position = &model->window->position;

    if (!model_shows_window(model, window))
        return;
    position->scrolled = true;
    if (model->settings.cursor)
        window_set_cursor(window, direction > 0 ? window->rows.count : 0);
    position->first_row = direction > 0 ? window->rows.count : 0;
    position->beyond_last_page = false;
    position->first_column = direction > 0 ? layout_end_column(model, window) : 0;
    position->text_offset = 0;
}

/* As in stock top, text scrolls where its field is the only one on the screen. */
static bool shows_only_text(const struct model *model)
{
    struct layout layout;
    const struct pane *pane;

    layout_compute(model, &layout);
    pane = layout_find_current(&layout);
    return pane && pane->column_count == 1 && pane->columns[0].field->size == SIZE_FLEXIBLE;
}

void command_scroll_columns(struct model *model, int direction)
{
    const struct window_settings *settings = &model->window->settings;
    struct window_position *position = &model->window->position;

    if (direction < 0) {
        if (position->text_offset)
            position->text_offset -= TEXT_STEP;
        else if (position->first_column)
            position->first_column--;
    } else if (shows_only_text(model)) {
        if (position->text_offset < TEXT_LIMIT)
            position->text_offset += TEXT_STEP;
    } else if (position->first_column + 1 < settings->field_count) {
        position->first_column++;
    }
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

/* Sets a message if there is no sample in this direction. */
static void go_to(struct model *model, int direction, size_t back)
{
    const struct lookback *lookback = &model->lookback;

    if (direction > 0 && lookback->back >= lookback->count)
        model_set_message(model, _("No older sample is kept"));
    else if (direction < 0 && lookback->back == 0)
        model_set_message(model, _("This is the newest sample"));
    else
        model_look_back(model, back);
}

void command_look_back(struct model *model, int direction)
{
    go_to(model, direction, model->lookback.back + (size_t)direction);
}

void command_look_back_minute(struct model *model, int direction)
{
    if (model->newest)
        go_to(model, direction,
              lookback_find(&model->lookback, model->newest, direction * MINUTE_NS));
}

void command_mark(struct model *model)
{
    const bool mark = model->context.marks == NULL;

    if (mark && command_refuse_partial(model))
        return;
    if (mark)
        model_mark(model);
    else
        model_unmark(model);
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        struct window *window = &model->windows[i];

        window->settings.marked = mark;
        window->settings.by_mark = mark && window == model->window;
        window_update_fields(window);
    }
    model->rows_stale = true;
}
