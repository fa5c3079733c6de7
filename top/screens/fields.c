/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/fields.h"

#include <string.h>

#include "lib/text/escape.h"
#include "top/base/i18n.h"
#include "top/table/arrange.h"

/* The longest header, in cells. */
#define HEADER_CELLS 8

/* Between the columns. */
#define COLUMN_GAP 2

/* Above the fields: a title, two lines about keys, and a blank line. */
#define HEAD_LINES 4

void fields_open(struct model *model)
{
    const struct window_settings *settings = &model->window->settings;

    if (settings->by_wait) {
        model_set_message(model, _("Pools that wait alike have fields of their own: see *"));
        return;
    }
    model->screen = SCREEN_FIELDS;
    model->fields = (struct field_screen){.at = 0};
    while (model->fields.at < FIELD_COUNT - 1 &&
           settings->slots[model->fields.at].id != settings->sort)
        model->fields.at++;
}

static void take_slots(struct model *model)
{
    window_update_fields(model->window);
    table_arrange(model);
}

/* Moves the cursor, and with it a field that is being moved. */
static void go(struct model *model, size_t to)
{
    struct field_screen *screen = &model->fields;
    struct field_slot *slots = model->window->settings.slots;

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

static void go_to_end(struct model *model, int direction)
{
    go_by(model, direction, FIELD_COUNT);
}

static void move(struct model *model, int moving)
{
    model->fields.moving = moving;
}

static void show_or_hide(struct model *model)
{
    struct field_slot *slot = &model->window->settings.slots[model->fields.at];

    slot->shown = !slot->shown;
    take_slots(model);
}

static void sort_by(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    settings->sort = settings->slots[model->fields.at].id;
    settings->forest = false; /* as with every key that sorts */
    table_arrange(model);
}

static void step_window(struct model *model, int by)
{
    model->fields.moving = false;
    table_step_window(model, by);
}

static const struct binding keys[] = {
    {.key = PRESS_UP, .act_on = go_field, .argument = -1},
    {.key = PRESS_DOWN, .act_on = go_field, .argument = 1},
    {.key = PRESS_PAGE_UP, .act_on = go_page, .argument = -1},
    {.key = PRESS_PAGE_DOWN, .act_on = go_page, .argument = 1},
    {.key = PRESS_HOME, .act_on = go_to_end, .argument = -1},
    {.key = PRESS_END, .act_on = go_to_end, .argument = 1},
    {.key = PRESS_RIGHT, .act_on = move, .argument = true},
    {.key = PRESS_LEFT, .act_on = move, .argument = false},
    {.key = PRESS_ENTER, .act_on = move, .argument = false},
    {.key = 'd', .act = show_or_hide},
    {.key = ' ', .act = show_or_hide},
    {.key = 's', .act = sort_by},
    {.key = 'a', .act_on = step_window, .argument = 1},
    {.key = 'w', .act_on = step_window, .argument = -1},
    {.key = 'q', .act = model_leave_screen},
    {.key = PRESS_ESCAPE, .act = model_leave_screen},
    {.key = 0},
};

/* A mark, the header, " = ". */
#define LABEL_CELLS (2 + HEADER_CELLS + 3)

/* The cells of an entry whose help is cut; the mark of the next separates them. */
#define ENTRY_LEAST 16

/* How the fields are laid out: in columns, from top to bottom and from left to right. */
struct grid {
    size_t rows, columns;
    size_t entry; /* cells of an entry and of the gap behind it */
    size_t first; /* the leftmost column that is shown */
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

/* All fields, their help cut where it must be; in too few cells some, among them the cursor's. */
static struct grid grid_of(const struct model *model, size_t cols)
{
    const size_t rows = model_rows_below(model, HEAD_LINES);
    const size_t all = (FIELD_COUNT + rows - 1) / rows;
    const size_t uncut = LABEL_CELLS + longest_help() + COLUMN_GAP;
    const size_t fitting = (cols + COLUMN_GAP) / uncut;
    const size_t at = model->fields.at / rows;
    struct grid grid = {.rows = rows, .columns = all, .entry = uncut};

    if (fitting < all && cols / all >= ENTRY_LEAST)
        grid.entry = cols / all;
    else if (fitting < all)
        grid.columns = fitting ? fitting : 1;
    grid.first = at >= grid.columns ? at - grid.columns + 1 : 0;
    return grid;
}

/* Which of the fields are shown, where not all are. */
static void put_part(const struct grid *grid, struct frame *frame)
{
    size_t first = grid->first * grid->rows;
    size_t last = first + grid->columns * grid->rows;

    if (last > FIELD_COUNT)
        last = FIELD_COUNT;
    if (last - first < FIELD_COUNT)
        frame_printf(frame, LOOK_REVERSE, _(" (%zu-%zu of %d)"), first + 1, last, FIELD_COUNT);
}

static void view_head(const struct model *model, const struct grid *grid, struct frame *frame)
{
    const struct window *window = model->window;

    frame_put_title(frame, _("Fields Management for window %u:%s, whose current sort field is %s"),
                    model_window_number(model, window), window->settings.name,
                    window->settings.forest ? _("forest view")
                                            : field_at(window->settings.sort)->header);
    put_part(grid, frame);
    frame_put_line(frame, LOOK_PLAIN,
                   _("d or Space shows and hides, s sorts, a and w change windows"));
    frame_put_line(frame, LOOK_PLAIN,
                   _("Right takes a field to move it, Left drops it; q or Esc ends"));
    frame_next_line(frame);
}

/* The header under the cursor is in reverse video; while it is moved, the whole entry. */
static void put_field(const struct model *model, size_t index, size_t entry, struct frame *frame)
{
    const struct field_slot *slot = &model->window->settings.slots[index];
    const struct field *field = field_at(slot->id);
    bool here = index == model->fields.at;
    unsigned look = slot->shown ? LOOK_BOLD : LOOK_PLAIN;
    unsigned rest = here && model->fields.moving ? look | LOOK_REVERSE : look;
    const char *help = _(field->help);
    size_t header = strlen(field->header);
    size_t cells;

    frame_puts(frame, look, slot->shown ? "* " : "  ");
    frame_puts(frame, here ? look | LOOK_REVERSE : look, field->header);
    frame_gap(frame, rest, HEADER_CELLS - header);
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

const struct screen fields_screen = {keys, .view = view};
