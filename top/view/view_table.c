/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/task_flags.h"
#include "top/table/table.h"
#include "top/view/view.h"

/* Stands between the first two fields of a tagged task. */
#define TAG_MARK "*"

/* A cell's text, which is a part of `text`, and its width on the screen. */
struct cell_text {
    const char *text;
    struct cell_place place;
};

/* A match of a search in a row's text. */
struct hit {
    size_t start, end;
};

/* The matches, which are highlighted. */
struct hits {
    struct hit *list; /* owned */
    size_t count, capacity;
    unsigned look;
};

/* Appends a cell's text up to byte `end` of the row's text, with matches in their own look. */
static void put_text(struct frame *frame, unsigned look, const struct cell_text *cell, size_t end,
                     const struct hits *hits)
{
    const char *text = cell->text;
    size_t start = cell->place.at;

    for (size_t i = 0; i < hits->count && start < end; i++) {
        const size_t from = hits->list[i].start > start ? hits->list[i].start : start;
        const size_t to = hits->list[i].end < end ? hits->list[i].end : end;

        if (from >= to)
            continue;
        frame_put(frame, look, text + start, from - start);
        frame_put(frame, hits->look, text + from, to - from);
        start = to;
    }
    if (start < end)
        frame_put(frame, look, text + start, end - start);
}

/* Blanks at the end become a gap, so that no line ends in blanks. */
static void put_cell(struct frame *frame, unsigned look, const struct table_column *column,
                     const struct cell_text *cell, const struct hits *hits)
{
    const struct cell_place *place = &cell->place;
    size_t padding = column->width > place->cells ? column->width - place->cells : 0;
    size_t end = place->at + place->len, blanks = 0;

    while (end > place->at && cell->text[end - 1] == ' ') {
        end--;
        blanks++;
    }
    if (column->left) {
        put_text(frame, look, cell, end, hits);
        frame_gap(frame, look, blanks + padding);
    } else {
        frame_gap(frame, look, padding);
        put_text(frame, look, cell, end, hits);
        frame_gap(frame, look, blanks);
    }
}

static void view_header(const struct model *model, const struct pane *pane, struct frame *frame)
{
    const struct window *window = pane->table.window;
    const struct window_settings *settings = &window->settings;
    unsigned marks = settings->mark_reverse ? LOOK_PLAIN : LOOK_REVERSE | LOOK_BOLD;
    const struct hits none = {.count = 0};

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
                 &(struct cell_text){column->field->header, {0, len, len}}, &none);
        frame_gap(frame, LOOK_REVERSE, 1);
    }
}

/* Reverse video is visible without colours, too. */
static unsigned cursor_look(const struct model *model, const struct pane *pane, size_t index)
{
    const struct cursor *cursor = &pane->table.window->position.cursor;

    if (!cursor->on || cursor->row != index || pane->table.window != model->window)
        return LOOK_PLAIN;
    return cursor->lost ? LOOK_REVERSE | LOOK_DIM : LOOK_REVERSE | LOOK_BOLD;
}

/* The text of a row of exited tasks, shown across fields that have no value for it. */
struct wide_text {
    struct table_column column; /* as COMMAND, but as wide as those fields together */
    size_t first, end;          /* of the pane's columns; equal: the text is in COMMAND */
};

/* Finds the adjacent fields without a value that have the most cells. */
static void find_room(const struct pane *pane, const struct table_row *row, struct buf *text,
                      struct wide_text *wide)
{
    size_t first = 0, cells = 0;

    for (size_t i = 0; i < pane->column_count; i++) {
        const struct table_column *column = &pane->columns[i];

        buf_truncate(text, 0);
        cell_put(text, &pane->table, column, row);
        if (column->id == FIELD_COMMAND || strcmp(buf_text(text), "-") != 0) {
            first = i + 1;
            cells = 0;
            continue;
        }
        cells += column->width + (i > first);
        if (cells > wide->column.width) {
            wide->column.width = cells;
            wide->first = first;
            wide->end = i + 1;
        }
    }
}

static size_t width_of_command(const struct pane *pane)
{
    for (size_t i = 0; i < pane->column_count; i++)
        if (pane->columns[i].id == FIELD_COMMAND)
            return pane->columns[i].width;
    return 0;
}

/*
 * The text stays in COMMAND if a branch precedes it, and in batch mode, whose lines scripts cut by
 * column. It also stays there if the fields have no more room than COMMAND, unless they have room
 * for all of it.
 */
static struct wide_text place_text(const struct pane *pane, const struct table_row *row,
                                   struct buf *text)
{
    const bool is_branch = row->branch && (row->branch->group || row->branch->depth > 0);
    struct wide_text none = {.end = 0}, wide = {.end = 0};
    size_t room;

    if (!row->task->is_ended || is_branch || pane->table.model->batch)
        return none;
    wide.column = table_column_of(&pane->table, FIELD_COMMAND);
    wide.column.width = 0;
    wide.column.left = true;
    find_room(pane, row, text, &wide);
    room = wide.column.width;
    wide.column.width = COLS_MAX;
    buf_truncate(text, 0);
    if (cell_put(text, &pane->table, &wide.column, row) > room && room <= width_of_command(pane))
        return none;
    wide.column.width = room;
    return wide;
}

/* The cells of a row as they are shown, one after the other in one text. */
struct row_text {
    struct wide_text wide;
    struct {
        const struct table_column *column;
        struct cell_place place;
        bool marked; /* it is in the sort field */
    } cells[FIELD_COUNT];
    size_t count;
};

static void put_row_text(const struct pane *pane, const struct table_row *row, struct buf *text,
                         struct row_text *out)
{
    const struct window_settings *settings = &pane->table.window->settings;
    bool is_wide;

    out->wide = place_text(pane, row, text);
    is_wide = out->wide.first < out->wide.end;
    out->count = 0;
    buf_truncate(text, 0);
    for (size_t i = 0; i < pane->column_count; i++) {
        const bool begins = is_wide && i == out->wide.first;
        const struct table_column *column = begins ? &out->wide.column : &pane->columns[i];
        struct cell_place place = {.at = text->len};

        if (begins || !is_wide || column->id != FIELD_COMMAND)
            place = cell_put_padded(text, &pane->table, column, row);
        out->cells[out->count].column = column;
        out->cells[out->count].place = place;
        out->cells[out->count++].marked =
            settings->mark_sort && pane->columns[i].id == settings->sort;
        if (begins)
            i = out->wide.end - 1;
    }
}

void view_put_row(const struct pane *pane, const struct table_row *row, struct buf *text)
{
    struct row_text cells;

    put_row_text(pane, row, text, &cells);
}

/*
 * The matches of the search of the pane's window; `matcher` is NULL if there is none. False if out
 * of memory.
 */
static bool find_hits(const struct matcher *matcher, const struct buf *text, struct hits *hits)
{
    struct hit hit = {.end = 0};

    while (matcher && matcher_find(matcher, buf_text(text), hit.end, &hit.start, &hit.end)) {
        if (ARRAY_RESERVE(&hits->list, &hits->capacity, hits->count + 1) < 0)
            return false;
        hits->list[hits->count++] = hit;
    }
    return true;
}

static void view_row(const struct model *model, const struct pane *pane, size_t index,
                     const struct matcher *search, struct frame *frame)
{
    const struct table_row at = table_row_at(pane->table.window, index), *row = &at;
    const struct window *window = pane->table.window;
    const struct window_settings *settings = &window->settings;
    struct buf *text = &frame->scratch;
    const unsigned marks = look_of_colour(model_colour(model, window, PART_MARKS));
    const bool is_tagged = model->tags.count > 0 && !row->task->is_ended && !table_row_group(row) &&
                           tags_have(&model->tags, row->task);
    unsigned mark = (settings->mark_reverse ? LOOK_REVERSE : LOOK_BOLD) | marks;
    unsigned row_look =
        settings->mark_running && row->figures->state == STATE_RUNNING ? mark : LOOK_PLAIN;
    struct row_text cells;
    struct hits hits = {.count = 0};

    if (row->task->is_ended && model->colour_count > 0)
        row_look |= LOOK_DIM;
    if (is_tagged)
        row_look |= LOOK_BOLD;
    row_look |= cursor_look(model, pane, index);
    buf_clear(text);
    put_row_text(pane, row, text, &cells);
    if (text->failed || !find_hits(search, text, &hits)) {
        frame->failed = true;
        free(hits.list);
        return;
    }
    hits.look = ((row_look & LOOK_REVERSE) ^ LOOK_REVERSE) | LOOK_BOLD | marks;
    frame_next_line(frame);
    if (row_look & LOOK_REVERSE)
        frame_fill_line(frame, row_look);
    if (pane->number)
        frame_gap(frame, row_look, 1);
    for (size_t i = 0; i < cells.count; i++) {
        const struct cell_text cell = {text->data, cells.cells[i].place};

        put_cell(frame, cells.cells[i].marked ? mark : row_look, cells.cells[i].column, &cell,
                 &hits);
        if (is_tagged && i == 0)
            frame_puts(frame, row_look, TAG_MARK);
        else
            frame_gap(frame, row_look, 1);
    }
    free(hits.list);
}

static bool is_full(const struct model *model, const struct frame *frame)
{
    return model->rows != ROWS_UNLIMITED && frame->line_count >= model->rows;
}

/* Whether the matches of the window's search are highlighted; stock top does not do that. */
static bool shows_hits(const struct model *model, const struct window *window)
{
    return model->settings.status && window->position.search.pattern.text[0] &&
           !window->position.search.unmarked;
}

void view_pane(const struct model *model, const struct pane *pane, struct frame *frame)
{
    const struct window *window = pane->table.window;
    struct matcher search;
    struct buf why = {0};
    bool shows;

    if (is_full(model, frame))
        return;
    view_header(model, pane, frame);
    frame_set_colour(frame, model_colour(model, window, PART_TASKS));
    shows =
        shows_hits(model, window) && matcher_init(&search, &window->position.search.pattern, &why);
    for (size_t i = 0; i < pane->count && !is_full(model, frame); i++)
        view_row(model, pane, pane->first + i, shows ? &search : NULL, frame);
    if (shows)
        matcher_fini(&search);
    buf_fini(&why);
}
