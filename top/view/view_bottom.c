/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "top/view/view.h"

/* One line, of which the part that belongs to the selected element stands out. */
static void view_line(const struct bottom *bottom, const struct bottom_part *line,
                      struct frame *frame)
{
    const char *text = bottom->text.data + line->offset;
    size_t start = 0, end = 0; /* of the selected element in this line */

    if (bottom->selected) {
        const struct bottom_part *element = &bottom->elements.list[bottom->selected - 1];

        if (element->offset > line->offset)
            start = element->offset - line->offset;
        if (element->offset + element->bytes > line->offset)
            end = element->offset + element->bytes - line->offset;
        start = start < line->bytes ? start : line->bytes;
        end = end < line->bytes ? end : line->bytes;
    }
    frame_next_line(frame);
    frame_put(frame, LOOK_PLAIN, text, start);
    if (end > start)
        frame_put(frame, LOOK_REVERSE, text + start, end - start);
    else
        end = start;
    frame_put(frame, LOOK_PLAIN, text + end, line->bytes - end);
}

void view_bottom(const struct model *model, size_t height, struct frame *frame)
{
    const struct bottom *bottom = &model->bottom;
    size_t first;

    if (!height)
        return;
    while (frame->line_count + height < model->rows)
        frame_next_line(frame);
    frame_next_line(frame);
    frame_fill_line(frame, LOOK_REVERSE);
    buf_clear(&frame->scratch);
    bottom_put_title(bottom, &frame->scratch);
    frame_puts(frame, LOOK_REVERSE, buf_text(&frame->scratch));
    first = bottom_first_line(bottom, height - 1);
    for (size_t i = 0; i + 1 < height && first + i < bottom->lines.count; i++)
        view_line(bottom, &bottom->lines.list[first + i], frame);
}
