/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The field manager: all fields in columns, from top to bottom and from left to right. */
#include <stdio.h>
#include <string.h>

#include "lib/text/escape.h"
#include "top/base/i18n.h"
#include "top/update/field_screen.h"

/* The longest header, in cells. */
#define HEADER_CELLS 8

/* Between the columns. */
#define COLUMN_GAP 2

static size_t help_cells(const struct field *field)
{
    const char *help = _(field->help);

    return escape_width(help, strlen(help));
}

/* A mark, the header, " = " and the longest of the help texts. */
static size_t column_cells(void)
{
    size_t longest = 0;

    for (unsigned id = 0; id < FIELD_COUNT; id++) {
        size_t cells = help_cells(field_at(id));

        if (cells > longest)
            longest = cells;
    }
    return strlen("* ") + HEADER_CELLS + strlen(" = ") + longest;
}

static void view_head(const struct model *model, struct frame *frame)
{
    const struct window *window = model->window;
    char text[128];

    frame_next_line(frame);
    frame_fill_line(frame, LOOK_REVERSE);
    snprintf(text, sizeof text, _("Fields of window %u:%s, sorted by %s"),
             model_window_number(model, window), window->name, field_at(window->sort)->header);
    frame_puts(frame, LOOK_REVERSE, text);
    frame_next_line(frame);
    frame_puts(frame, LOOK_PLAIN, _("d or Space shows and hides, s sorts, a and w change windows"));
    frame_next_line(frame);
    frame_puts(frame, LOOK_PLAIN,
               _("Right takes a field to move it, Left drops it; q or Esc ends"));
    frame_next_line(frame);
}

/* Whatever is under the cursor is in reverse video, all of it while it is being moved. */
static void put_field(const struct model *model, size_t index, size_t width, struct frame *frame)
{
    const struct field_slot *slot = &model->window->slots[index];
    const struct field *field = field_at(slot->id);
    bool here = index == model->fields.at;
    unsigned look = slot->shown ? LOOK_BOLD : LOOK_PLAIN;
    unsigned rest = here && model->fields.moving ? look | LOOK_REVERSE : look;
    size_t header = strlen(field->header);
    size_t used = strlen("* ") + HEADER_CELLS + strlen(" = ") + help_cells(field);

    frame_puts(frame, look, slot->shown ? "* " : "  ");
    frame_puts(frame, here ? look | LOOK_REVERSE : look, field->header);
    frame_gap(frame, rest, HEADER_CELLS - header);
    frame_puts(frame, rest, " = ");
    frame_puts(frame, rest, _(field->help));
    frame_gap(frame, LOOK_PLAIN, width - used + COLUMN_GAP);
}

void view_fields(const struct model *model, struct frame *frame)
{
    size_t rows = field_screen_rows(model);
    size_t width = column_cells();
    size_t columns = (frame->cols + COLUMN_GAP) / (width + COLUMN_GAP);
    size_t at = model->fields.at / rows;
    size_t first;

    if (!columns)
        columns = 1;
    first = at >= columns ? at - columns + 1 : 0;
    view_head(model, frame);
    for (size_t row = 0; row < rows && row < FIELD_COUNT; row++) {
        frame_next_line(frame);
        for (size_t i = 0; i < columns; i++) {
            size_t index = (first + i) * rows + row;

            if (index < FIELD_COUNT)
                put_field(model, index, width, frame);
        }
    }
}
