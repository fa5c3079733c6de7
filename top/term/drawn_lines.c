/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Each line as bytes: a struct line and the text behind it. To ncurses a line that is drawn as it
 * was costs as much as any other: cell by cell, and then a comparison with what the terminal shows.
 */
#include "top/term/drawn_lines.h"

#include <string.h>

#include "top/view/frame.h"

/* In front of a line's spans, and of each span's text. */
struct line {
    size_t bytes; /* that follow; of a line that is blank, 0 */
    size_t cells;
    unsigned rest_look;
    unsigned reserved;
};

struct span {
    size_t bytes;
    unsigned look;
    unsigned reserved;
};

void drawn_lines_begin(struct drawn_lines *drawn, int rows, int cols, bool afresh)
{
    struct buf before = drawn->before;

    drawn->before = drawn->now;
    drawn->now = before;
    buf_clear(&drawn->now);
    drawn->at = 0;
    if (afresh || drawn->before.failed || drawn->rows != rows || drawn->cols != cols)
        buf_clear(&drawn->before);
    drawn->rows = rows;
    drawn->cols = cols;
}

/* The line's bytes, which begin at that place. */
static void put_line(struct buf *out, const struct frame *frame, size_t row)
{
    const struct frame_line *line = &frame->lines[row];
    const size_t start = out->len;
    struct line head = {.cells = line->cells, .rest_look = line->rest_look};

    buf_put(out, (const char *)&head, sizeof(head));
    for (size_t i = 0; i < line->span_count; i++) {
        const struct frame_span *from = &frame->spans[line->first_span + i];
        const struct span span = {.bytes = from->bytes, .look = from->look};

        buf_put(out, (const char *)&span, sizeof(span));
        buf_put(out, frame->text.data + from->offset, from->bytes);
    }
    head.bytes = out->len - start - sizeof(head);
    if (!out->failed)
        memcpy(out->data + start, &head, sizeof(head));
}

bool drawn_lines_has(struct drawn_lines *drawn, const struct frame *frame, size_t row)
{
    const struct buf *before = &drawn->before;
    const size_t start = drawn->now.len;
    const size_t at = drawn->at;
    struct line head;
    size_t len;

    if (row < frame->line_count)
        put_line(&drawn->now, frame, row);
    else
        buf_put(&drawn->now, (const char *)&(struct line){0}, sizeof(struct line));
    if (before->len - at < sizeof(head))
        return false;
    memcpy(&head, before->data + at, sizeof(head));
    len = sizeof(head) + head.bytes;
    drawn->at += len;
    return !drawn->now.failed && drawn->now.len - start == len &&
           memcmp(drawn->now.data + start, before->data + at, len) == 0;
}

void drawn_lines_fini(struct drawn_lines *drawn)
{
    buf_fini(&drawn->before);
    buf_fini(&drawn->now);
}
