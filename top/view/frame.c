/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/frame.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/text/escape.h"
#include "top/model/settings.h"

#define COLOUR_SHIFT 8

unsigned look_of_colour(int colour)
{
    return (unsigned)(colour + 1) << COLOUR_SHIFT;
}

int look_colour(unsigned look)
{
    return (int)(look >> COLOUR_SHIFT) - 1;
}

void frame_set_colour(struct frame *frame, int colour)
{
    frame->colour = look_of_colour(colour);
}

/* The look with the frame's colour added, and without bold if bold is off. */
static unsigned complete_look(const struct frame *frame, unsigned look)
{
    if (!(look & LOOK_UNCOLOURED) && look_colour(look) == COLOUR_DEFAULT)
        look |= frame->colour;
    return look & ~(LOOK_UNCOLOURED | (frame->bold_off ? (unsigned)LOOK_BOLD : 0));
}

void frame_init(struct frame *frame)
{
    memset(frame, 0, sizeof(*frame));
}

void frame_fini(struct frame *frame)
{
    buf_fini(&frame->text);
    buf_fini(&frame->scratch);
    free(frame->spans);
    free(frame->lines);
    frame_init(frame);
}

void frame_clear(struct frame *frame, size_t cols)
{
    buf_clear(&frame->text);
    frame->cols = cols;
    frame->span_count = 0;
    frame->line_count = 0;
    frame->gap_cells = 0;
    frame->colour = 0;
    frame->bold_off = false;
    frame->cursor = false;
    frame->failed = false;
}

void frame_next_line(struct frame *frame)
{
    frame->gap_cells = 0;
    if (ARRAY_RESERVE(&frame->lines, &frame->line_capacity, frame->line_count + 1) < 0) {
        frame->failed = true;
        return;
    }
    frame->lines[frame->line_count++] = (struct frame_line){.first_span = frame->span_count};
}

void frame_fill_to(struct frame *frame, size_t lines)
{
    while (!frame->failed && frame->line_count < lines)
        frame_next_line(frame);
}

static struct frame_line *current_line(struct frame *frame)
{
    if (frame->failed || !frame->line_count)
        return NULL;
    return &frame->lines[frame->line_count - 1];
}

size_t frame_room(const struct frame *frame)
{
    size_t used;

    if (frame->failed || !frame->line_count)
        return 0;
    used = frame->lines[frame->line_count - 1].cells + frame->gap_cells;
    return used < frame->cols ? frame->cols - used : 0;
}

/* Makes the text appended since `offset` a span of the line. */
static void add_span(struct frame *frame, struct frame_line *line, unsigned look, size_t offset)
{
    size_t bytes = frame->text.len - offset;

    look = complete_look(frame, look);
    if (frame->text.failed) {
        frame->failed = true;
        return;
    }
    if (!bytes)
        return;
    if (line->span_count && frame->spans[frame->span_count - 1].look == look) {
        frame->spans[frame->span_count - 1].bytes += bytes;
        return;
    }
    if (ARRAY_RESERVE(&frame->spans, &frame->span_capacity, frame->span_count + 1) < 0) {
        frame->failed = true;
        return;
    }
    frame->spans[frame->span_count++] = (struct frame_span){offset, bytes, look};
    line->span_count++;
}

static void write_gap(struct frame *frame, struct frame_line *line)
{
    size_t left = frame->cols > line->cells ? frame->cols - line->cells : 0;
    size_t cells = frame->gap_cells < left ? frame->gap_cells : left;
    size_t offset = frame->text.len;

    frame->gap_cells = 0;
    buf_fill(&frame->text, ' ', cells);
    line->cells += cells;
    add_span(frame, line, frame->gap_look, offset);
}

size_t frame_put(struct frame *frame, unsigned look, const char *text, size_t len)
{
    struct frame_line *line = current_line(frame);
    size_t offset, cells;

    if (!line || !len)
        return 0;
    write_gap(frame, line);
    if (frame->failed || line->cells >= frame->cols)
        return 0;
    offset = frame->text.len;
    cells = escape_put(&frame->text, text, len, frame->cols - line->cells);
    line->cells += cells;
    add_span(frame, line, look, offset);
    return cells;
}

size_t frame_puts(struct frame *frame, unsigned look, const char *text)
{
    return frame_put(frame, look, text, strlen(text));
}

size_t frame_put_scratch(struct frame *frame, unsigned look)
{
    frame->failed |= frame->scratch.failed;
    return frame_put(frame, look, buf_text(&frame->scratch), buf_len(&frame->scratch));
}

static __attribute__((format(printf, 3, 0))) size_t
put_formatted(struct frame *frame, unsigned look, const char *format, va_list args)
{
    buf_clear(&frame->scratch);
    buf_vprintf(&frame->scratch, format, args);
    return frame_put_scratch(frame, look);
}

size_t frame_printf(struct frame *frame, unsigned look, const char *format, ...)
{
    va_list args;
    size_t cells;

    va_start(args, format);
    cells = put_formatted(frame, look, format, args);
    va_end(args);
    return cells;
}

void frame_put_real(struct frame *frame, unsigned look, double number, int width, int places)
{
    if (real_is_known(number))
        frame_printf(frame, look, "%*.*f", width, places, number);
    else
        frame_printf(frame, look, "%*s", width, "-");
}

/* Text in frame::scratch, cut to `width` cells; returns how many are left. */
static size_t cut_to(struct frame *frame, const char *text, size_t width)
{
    buf_clear(&frame->scratch);
    return width - escape_put(&frame->scratch, text, strlen(text), width);
}

void frame_put_left(struct frame *frame, unsigned look, const char *text, size_t width)
{
    const size_t blanks = cut_to(frame, text, width);

    frame_put_scratch(frame, look);
    frame_gap(frame, look, blanks);
}

void frame_put_right(struct frame *frame, unsigned look, const char *text, size_t width)
{
    frame_gap(frame, look, cut_to(frame, text, width));
    frame_put_scratch(frame, look);
}

void frame_put_line(struct frame *frame, unsigned look, const char *text)
{
    frame_next_line(frame);
    frame_puts(frame, look, text);
}

void frame_put_title(struct frame *frame, const char *format, ...)
{
    va_list args;

    frame_next_line(frame);
    frame_fill_line(frame, LOOK_REVERSE);
    va_start(args, format);
    put_formatted(frame, LOOK_REVERSE, format, args);
    va_end(args);
}

void frame_gap(struct frame *frame, unsigned look, size_t cells)
{
    struct frame_line *line = current_line(frame);

    if (!line || !cells)
        return;
    if (frame->gap_cells && frame->gap_look != look)
        write_gap(frame, line);
    frame->gap_look = look;
    frame->gap_cells += cells;
}

void frame_fill_line(struct frame *frame, unsigned look)
{
    struct frame_line *line = current_line(frame);

    if (line)
        line->rest_look = complete_look(frame, look);
}

void frame_set_cursor(struct frame *frame)
{
    struct frame_line *line = current_line(frame);

    if (!line)
        return;
    frame->cursor = true;
    frame->cursor_row = frame->line_count - 1;
    frame->cursor_col = line->cells + frame->gap_cells;
    if (frame->cols && frame->cursor_col >= frame->cols)
        frame->cursor_col = frame->cols - 1;
}

void frame_keep_lines(struct frame *frame, size_t lines)
{
    if (frame->line_count <= lines)
        return;
    frame->line_count = lines;
    frame->cursor = frame->cursor && frame->cursor_row < lines;
}

void frame_put_text(const struct frame *frame, struct buf *out)
{
    for (size_t row = 0; row < frame->line_count; row++) {
        const struct frame_line *line = &frame->lines[row];

        for (size_t i = 0; i < line->span_count; i++) {
            const struct frame_span *span = &frame->spans[line->first_span + i];

            buf_put(out, frame->text.data + span->offset, span->bytes);
        }
        buf_putc(out, '\n');
    }
}
