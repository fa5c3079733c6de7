/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/view.h"

#include <string.h>

#define MESSAGE_LINES 1
#define HEADER_LINES  1

/* Divides the rest of the line equally among the flexible fields; a remainder stays blank. */
static void share_room(struct pane *pane, size_t room)
{
    size_t flexible = 0;

    for (size_t i = 0; i < pane->column_count; i++) {
        if (pane->columns[i].field->size == SIZE_FLEXIBLE) {
            flexible++;
            room += pane->columns[i].width;
        }
    }
    for (size_t i = 0; flexible && i < pane->column_count; i++)
        if (pane->columns[i].field->size == SIZE_FLEXIBLE)
            pane->columns[i].width = room / flexible;
}

static size_t cells_for_fields(const struct model *model)
{
    size_t cols = model->cols < COLS_MAX || model->cols == COLS_UNLIMITED ? model->cols : COLS_MAX;
    size_t number = model->settings.alternate ? PANE_NUMBER_CELLS : 0;

    return cols > number ? cols - number : 0;
}

/* A blank follows each field, also the last one. The first field that does not fit ends the row. */
static void place_columns(struct pane *pane)
{
    const struct window_settings *settings = &pane->table.window->settings;
    const struct window_position *position = &pane->table.window->position;
    const bool lines = window_shows_lines(pane->table.window);
    size_t cols = cells_for_fields(pane->table.model);
    size_t used = 0;

    for (size_t i = position->first_column; i < settings->field_count; i++) {
        struct table_column column = table_column_of(&pane->table, settings->fields[i]);

        if (used + column.width + 1 > cols)
            break;
        used += column.width + 1;
        if (column.field->size == SIZE_FLEXIBLE)
            column.skip = position->text_offset;
        pane->columns[pane->column_count++] = column;
        pane->need |= field_column(column.id, lines)->figure->need;
    }
    share_room(pane, cols > used ? cols - used : 0);
}

size_t layout_end_column(const struct model *model, const struct window *window)
{
    const struct window_settings *settings = &window->settings;
    const struct table table = table_of(model, window);
    size_t room = cells_for_fields(model);
    size_t first = settings->field_count;

    while (first) {
        const size_t width = table_column_of(&table, settings->fields[first - 1]).width;

        if (width + 1 > room)
            break;
        room -= width + 1;
        first--;
    }
    return first && first == settings->field_count ? first - 1 : first;
}

static void place_rows(struct pane *pane, size_t page)
{
    size_t max_tasks = pane->table.window->settings.max_tasks;
    size_t first = pane->table.window->position.first_row;
    size_t count = pane->table.window->rows.count;

    if (max_tasks && max_tasks < page)
        page = max_tasks;
    pane->page = page;
    pane->first = first < count ? first : count;
    pane->count = count - pane->first;
    if (pane->count > page)
        pane->count = page;
}

/*
 * Divides the lines below the message line. Windows whose limit of tasks is below an equal share
 * get only these; the others share the rest equally. Lower windows also get the remainder, and the
 * lines for which those above have no tasks.
 */
static void share_lines(struct layout *layout, size_t lines)
{
    bool placed[WINDOW_COUNT] = {false};
    size_t left = layout->pane_count;

    for (size_t i = 0; left && i < layout->pane_count; i++) {
        size_t limit = layout->panes[i].table.window->settings.max_tasks;

        if (limit && limit + HEADER_LINES < lines / left) {
            place_rows(&layout->panes[i], limit);
            lines -= limit + HEADER_LINES;
            placed[i] = true;
            left--;
        }
    }
    for (size_t i = 0; left && i < layout->pane_count; i++) {
        size_t share;

        if (placed[i])
            continue;
        share = lines / left;
        place_rows(&layout->panes[i], share > HEADER_LINES ? share - HEADER_LINES : 0);
        lines -= HEADER_LINES + layout->panes[i].count < share
                     ? HEADER_LINES + layout->panes[i].count
                     : share;
        left--;
    }
}

/*
 * Lines of the detail pane with its title, out of `rows` below the message line: as many as it
 * needs. At least `kept` lines, or half of the rows if that is less, are left to tasks.
 */
static size_t detail_height(const struct detail_pane *pane, size_t rows, size_t kept)
{
    const size_t wanted = 1 + pane->lines.count;
    size_t most = rows > kept ? rows - kept : 0;

    if (pane->kind == DETAIL_NONE)
        return 0;
    if (most < rows / 2)
        most = rows / 2;
    return wanted < most ? wanted : most;
}

static void place_panes(const struct model *model, struct layout *layout)
{
    size_t wanted = summary_lines(model);
    size_t least = layout->pane_count * (HEADER_LINES + 1); /* one task in each */
    size_t spare;

    if (model->rows == ROWS_UNLIMITED) {
        layout->summary_lines = wanted;
        for (size_t i = 0; i < layout->pane_count; i++)
            place_rows(&layout->panes[i], SIZE_MAX);
        return;
    }
    layout->rows = model->rows - model_shows_function_keys(model);
    spare = layout->rows > MESSAGE_LINES + least ? layout->rows - MESSAGE_LINES - least : 0;
    layout->summary_lines = wanted < spare ? wanted : spare;
    if (layout->rows > layout->summary_lines + MESSAGE_LINES) {
        size_t rows = layout->rows - layout->summary_lines - MESSAGE_LINES;

        layout->detail_lines = detail_height(&model->detail, rows, least);
        share_lines(layout, rows - layout->detail_lines);
    }
}

void layout_compute(const struct model *model, struct layout *layout)
{
    memset(layout, 0, sizeof(*layout));
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        const struct window *window = &model->windows[i];
        struct pane *pane = &layout->panes[layout->pane_count];

        if (!model_shows_window(model, window))
            continue;
        layout->pane_count++;
        pane->table = table_of(model, window);
        pane->number = model->settings.alternate ? model_window_number(model, window) : 0;
        place_columns(pane);
    }
    place_panes(model, layout);
}

const struct pane *layout_find_current(const struct layout *layout)
{
    for (size_t i = 0; i < layout->pane_count; i++) {
        const struct table *table = &layout->panes[i].table;

        if (table->window == table->model->window)
            return &layout->panes[i];
    }
    return NULL;
}

size_t layout_page(const struct model *model)
{
    struct layout layout;
    const struct pane *pane;

    layout_compute(model, &layout);
    pane = layout_find_current(&layout);
    return pane ? pane->page : 0;
}

const struct pane *layout_pane_at(const struct layout *layout, size_t row, size_t *line)
{
    size_t first = layout->summary_lines + MESSAGE_LINES;

    for (size_t i = 0; i < layout->pane_count; i++) {
        size_t lines = HEADER_LINES + layout->panes[i].count;

        if (row >= first && row - first < lines) {
            *line = row - first;
            return &layout->panes[i];
        }
        first += lines;
    }
    return NULL;
}
