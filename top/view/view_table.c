/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "lib/base/task_flags.h"
#include "top/table/cells.h"
#include "top/view/view.h"

/* The text of a cell and its width on the screen. */
struct cell_text {
    const char *text;
    size_t len, cells;
};

/* Trailing blanks become a gap, so that no line ends in blanks. */
static void put_cell(struct frame *frame, unsigned look, const struct table_column *column,
                     struct cell_text cell)
{
    size_t padding = column->width > cell.cells ? column->width - cell.cells : 0;
    size_t blanks = 0;

    while (blanks < cell.len && cell.text[cell.len - 1 - blanks] == ' ')
        blanks++;
    if (column->left) {
        frame_put(frame, look, cell.text, cell.len - blanks);
        frame_gap(frame, look, blanks + padding);
    } else {
        frame_gap(frame, look, padding);
        frame_put(frame, look, cell.text, cell.len - blanks);
        frame_gap(frame, look, blanks);
    }
}

static void view_header(const struct model *model, const struct pane *pane, struct frame *frame)
{
    const struct window *window = pane->table.window;
    const struct window_settings *settings = &window->settings;
    unsigned marks = settings->mark_reverse ? LOOK_PLAIN : LOOK_REVERSE | LOOK_BOLD;

    frame_next_line(frame);
    frame_set_colour(frame, model_colour(model, window, PART_HEADER));
    frame_fill_line(frame, LOOK_REVERSE);
    if (pane->number)
        frame_printf(frame, LOOK_REVERSE, "%u", pane->number);
    for (size_t i = 0; i < pane->column_count; i++) {
        const struct table_column *column = &pane->columns[i];
        bool marked = settings->mark_sort && column->id == settings->sort;
        size_t len = strlen(column->field->header);

        put_cell(frame, marked ? marks : LOOK_REVERSE, column,
                 (struct cell_text){column->field->header, len, len});
        frame_gap(frame, LOOK_REVERSE, 1);
    }
}

static void view_row(const struct model *model, const struct pane *pane,
                     const struct table_row *row, struct frame *frame)
{
    const struct window *window = pane->table.window;
    const struct window_settings *settings = &window->settings;
    struct buf *text = &frame->scratch;
    unsigned mark = (settings->mark_reverse ? LOOK_REVERSE : LOOK_BOLD) |
                    look_of_colour(model_colour(model, window, PART_MARKS));
    unsigned row_look =
        settings->mark_running && row->figures->state == STATE_RUNNING ? mark : LOOK_PLAIN;

    if (row->task->is_ended && model->colour_count > 0)
        row_look |= LOOK_DIM;

    frame_next_line(frame);
    if (row_look & LOOK_REVERSE)
        frame_fill_line(frame, row_look);
    if (pane->number)
        frame_gap(frame, row_look, 1);
    for (size_t i = 0; i < pane->column_count; i++) {
        const struct table_column *column = &pane->columns[i];
        bool marked = settings->mark_sort && column->id == settings->sort;
        size_t cells;

        buf_clear(text);
        cells = cell_put(text, &pane->table, column, row);
        if (text->failed) {
            frame->failed = true;
            return;
        }
        put_cell(frame, marked ? mark : row_look, column,
                 (struct cell_text){buf_text(text), text->len, cells});
        frame_gap(frame, row_look, 1);
    }
}

static bool is_full(const struct model *model, const struct frame *frame)
{
    return model->rows != ROWS_UNLIMITED && frame->line_count >= model->rows;
}

void view_pane(const struct model *model, const struct pane *pane, struct frame *frame)
{
    if (is_full(model, frame))
        return;
    view_header(model, pane, frame);
    frame_set_colour(frame, model_colour(model, pane->table.window, PART_TASKS));
    for (size_t i = 0; i < pane->count && !is_full(model, frame); i++) {
        const struct table_row row = table_row_at(pane->table.window, pane->first + i);

        view_row(model, pane, &row, frame);
    }
}
