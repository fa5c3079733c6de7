/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/screens.h"

#include <string.h>

#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "top/view/view.h"

/* The longest header, in cells. */
#define HEADER_CELLS 8

/* Cells between two columns. */
#define COLUMN_GAP 2

/*
 * Lines above the fields: a title, two lines of keys, and one for the range of fields shown or a
 * question.
 */
#define HEAD_LINES 4

/* Cells of a mark, the header and " = ". */
#define LABEL_CELLS (2 + HEADER_CELLS + 3)

/* The fewest cells of an entry whose help is cut; the next entry's mark separates them. */
#define ENTRY_LEAST 16

/* This screen changes the window's own fields only. */
static void leave_ready_fields(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    if (settings->field_set == FIELDS_OWN && !settings->by_mark)
        return;
    settings->by_mark = false;
    window_settings_choose_fields(settings, FIELDS_OWN);
    window_update_fields(model->window);
    model->rows_stale = true;
}

void fields_open(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    leave_ready_fields(model);
    model->screen = SCREEN_FIELDS;
    model->fields = (struct field_screen){
        .at = field_slots_find(window_settings_slots(settings), settings->sort)};
}

static void take_slots(struct model *model)
{
    window_update_fields(model->window);
    model->rows_stale = true;
}

/* Moves the cursor, and with it a field that is being moved. */
static void go(struct model *model, size_t to)
{
    struct field_screen *screen = &model->fields;
    struct field_slot *slots = window_settings_slots(&model->window->settings);

    while (screen->at != to) {
        size_t next = screen->at < to ? screen->at + 1 : screen->at - 1;

        if (screen->moving) {
            struct field_slot slot = slots[screen->at];

            slots[screen->at] = slots[next];
            slots[next] = slot;
        }
        screen->at = next;
    }
    if (screen->moving)
        take_slots(model);
}

static void go_by(struct model *model, int direction, size_t fields)
{
    size_t at = model->fields.at;

    if (direction > 0)
        go(model, fields < FIELD_COUNT - 1 - at ? at + fields : FIELD_COUNT - 1);
    else
        go(model, fields < at ? at - fields : 0);
}

static void go_field(struct model *model, int direction)
{
    go_by(model, direction, 1);
}

static void go_page(struct model *model, int direction)
{
    go_by(model, direction, model_rows_below(model, HEAD_LINES));
}

/* In stock top's mode to the last of its fields first, and then of ours. */
static void go_to_end(struct model *model, int direction)
{
    if (direction > 0 && !model->settings.status && model->fields.at < FIELD_STOCK_COUNT - 1)
        go(model, FIELD_STOCK_COUNT - 1);
    else
        go_by(model, direction, FIELD_COUNT);
}

static void move(struct model *model, int moving)
{
    model->fields.moving = moving;
}

static void show_or_hide(struct model *model)
{
    struct field_slot *slot = &window_settings_slots(&model->window->settings)[model->fields.at];

    slot->shown = !slot->shown;
    take_slots(model);
}

static void sort_by(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    settings->sort = window_settings_slots(settings)[model->fields.at].id;
    settings->forest = false; /* as with every key that sorts */
    model->rows_stale = true;
}

static void step_window(struct model *model, int by)
{
    model->fields.moving = false;
    model_step_window(model, by);
    leave_ready_fields(model);
}

enum match {
    MATCH_NONE,
    MATCH_HELP,
    MATCH_HEADER,
    MATCH_BEGINNING,
    MATCH_WHOLE,
};

static enum match match_of(const struct model *model, size_t index, const char *text)
{
    const struct field *field = field_at(window_settings_slots(&model->window->settings)[index].id);
    const char *found = strcasestr(field->header, text);

    if (!found)
        return strcasestr(_(field->help), text) ? MATCH_HELP : MATCH_NONE;
    if (found != field->header)
        return MATCH_HEADER;
    return field->header[strlen(text)] ? MATCH_BEGINNING : MATCH_WHOLE;
}

/* The first of the best matches; FIELD_COUNT: none. */
static size_t find_best(const struct model *model, const char *text)
{
    enum match best = MATCH_NONE;
    size_t found = FIELD_COUNT;

    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const enum match match = match_of(model, i, text);

        if (match > best) {
            best = match;
            found = i;
        }
    }
    return found;
}

/* The next match after the cursor, or before it; FIELD_COUNT: none. */
static size_t find_next(const struct model *model, const char *text, bool back)
{
    for (size_t i = 1; i <= FIELD_COUNT; i++) {
        const size_t at = (model->fields.at + (back ? FIELD_COUNT - i : i)) % FIELD_COUNT;

        if (match_of(model, at, text) != MATCH_NONE)
            return at;
    }
    return FIELD_COUNT;
}

static void find_typed(struct model *model, int key)
{
    struct field_screen *screen = &model->fields;
    char text[PROMPT_BYTES];
    size_t found = screen->origin;

    prompt_text(&model->prompt, text);
    if (*text && (key == PRESS_UP || key == PRESS_DOWN))
        found = find_next(model, text, key == PRESS_UP);
    else if (*text)
        found = find_best(model, text);
    screen->failed = found == FIELD_COUNT;
    if (!screen->failed)
        screen->at = found;
}

static void find_cancelled(struct model *model)
{
    model->fields.at = model->fields.origin;
}

static void put_find(const struct model *model, struct buf *out)
{
    buf_puts(out, model->fields.failed ? _("No such field: ") : _("Find field: "));
}

/* An accepted answer has no effect: the cursor is on the field already. */
static const struct question question_find = {
    .name = "find-field",
    .put = put_find,
    .typed = find_typed,
    .cancelled = find_cancelled,
};

static void find(struct model *model)
{
    struct field_screen *screen = &model->fields;

    *screen = (struct field_screen){.at = screen->at, .origin = screen->at};
    prompt_open(&model->prompt, &question_find, 0);
}

static const struct binding keys[] = {
    MOVE_KEYS(go_field, go_page, go_to_end),
    {.key = PRESS_RIGHT, .act_on = move, .argument = true},
    {.key = PRESS_LEFT, .act_on = move, .argument = false},
    {.key = PRESS_ENTER, .act_on = move, .argument = false},
    {.key = 'd', .act = show_or_hide},
    {.key = ' ', .act = show_or_hide},
    {.key = 's', .act = sort_by},
    {.key = '/', .act = find},
    {.key = 'a', .act_on = step_window, .argument = 1},
    {.key = 'w', .act_on = step_window, .argument = -1},
    {.key = 'q', .act = model_leave_screen},
    {.key = PRESS_ESCAPE, .act = model_leave_screen},
    {.key = 0},
};

/* How the fields are laid out: in columns, from top to bottom and from left to right. */
struct grid {
    size_t rows, columns;
    size_t entry; /* cells of an entry and of the gap after it */
    size_t first; /* the leftmost column on the screen */
};

static size_t longest_help(void)
{
    size_t longest = 0;

    for (unsigned id = 0; id < FIELD_COUNT; id++) {
        const char *help = _(field_at(id)->help);
        size_t cells = escape_width(help, strlen(help));

        if (cells > longest)
            longest = cells;
    }
    return longest;
}

/*
 * As many columns of whole entries as fit, including the cursor's. In stock top's mode as many as
 * its own fields take, with their help cut if necessary; our fields are behind them.
 */
static struct grid grid_of(const struct model *model, size_t cols)
{
    const bool is_stock = !model->settings.status;
    const size_t rows = model_rows_below(model, HEAD_LINES);
    const size_t all = ((is_stock ? FIELD_STOCK_COUNT : FIELD_COUNT) + rows - 1) / rows;
    const size_t uncut = LABEL_CELLS + longest_help() + COLUMN_GAP;
    const size_t fitting = (cols + COLUMN_GAP) / uncut;
    const size_t at = model->fields.at / rows;
    struct grid grid = {.rows = rows, .columns = all, .entry = uncut};

    if (fitting < all && cols / all >= ENTRY_LEAST && is_stock)
        grid.entry = cols / all;
    else if (fitting < all)
        grid.columns = fitting ? fitting : 1;
    grid.first = at >= grid.columns ? at - grid.columns + 1 : 0;
    return grid;
}

/* The range of fields that is shown, if not all are. */
static void put_part(const struct grid *grid, struct frame *frame)
{
    size_t first = grid->first * grid->rows;
    size_t last = first + grid->columns * grid->rows;

    if (last > FIELD_COUNT)
        last = FIELD_COUNT;
    if (last - first < FIELD_COUNT)
        frame_printf(frame, LOOK_PLAIN, _("fields %zu-%zu of %d"), first + 1, last, FIELD_COUNT);
}

static void view_head(const struct model *model, const struct grid *grid, struct frame *frame)
{
    const struct window *window = model->window;

    frame_put_title(frame, _("Fields Management for window %u:%s, whose current sort field is %s"),
                    model_window_number(model, window), window->settings.name,
                    window->settings.forest ? _("forest view")
                                            : field_at(window->settings.sort)->header);
    frame_put_line(frame, LOOK_PLAIN,
                   _("d or Space shows and hides, s sorts, / finds, a and w change windows"));
    frame_put_line(frame, LOOK_PLAIN,
                   _("Right takes a field to move it, Left drops it; q or Esc ends"));
    if (model->prompt.question) {
        view_message(model, frame);
    } else {
        frame_next_line(frame);
        if (model->settings.status)
            put_part(grid, frame);
    }
}

/* The header under the cursor is in reverse video; while the field is moved, the whole entry. */
static void put_field(const struct model *model, size_t index, size_t entry, struct frame *frame)
{
    const struct field_slot *slot = &window_settings_slots(&model->window->settings)[index];
    const struct field *field = field_at(slot->id);
    bool here = index == model->fields.at;
    unsigned look = slot->shown ? LOOK_BOLD : LOOK_PLAIN;
    unsigned rest = here && model->fields.moving ? look | LOOK_REVERSE : look;
    const char *help = _(field->help);
    size_t header = strlen(field->header);
    size_t cells;

    frame_puts(frame, look, slot->shown ? "* " : "  ");
    frame_puts(frame, here ? look | LOOK_REVERSE : look, field->header);
    frame_gap(frame, rest, header < HEADER_CELLS ? HEADER_CELLS - header : 0);
    frame_puts(frame, rest, " = ");
    buf_clear(&frame->scratch);
    cells = escape_put(&frame->scratch, help, strlen(help), entry - LABEL_CELLS);
    frame_put_scratch(frame, rest);
    frame_gap(frame, LOOK_PLAIN, entry - LABEL_CELLS - cells);
}

static void view(const struct model *model, struct frame *frame)
{
    const struct grid grid = grid_of(model, frame->cols);

    view_head(model, &grid, frame);
    for (size_t row = 0; row < grid.rows && row < FIELD_COUNT; row++) {
        frame_next_line(frame);
        for (size_t i = 0; i < grid.columns; i++) {
            size_t index = (grid.first + i) * grid.rows + row;

            if (index < FIELD_COUNT)
                put_field(model, index, grid.entry, frame);
        }
    }
}

const struct screen_ops fields_screen = {keys, .view = view};
