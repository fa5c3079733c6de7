/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/detail_pane.h"

#include <stdio.h>
#include <string.h>

#include "lib/text/escape.h"
#include "lib/text/i18n.h"

/* In front of a continued line: wrapped text cannot look like a new line. */
#define CONTINUED "  > "

static void show(struct detail_pane *pane, enum detail_kind kind, enum detail_kind asked)
{
    pane->kind = kind;
    pane->asked = asked;
    pane->selected = pane->skip = 0;
}

void detail_pane_close(struct model *model)
{
    struct detail_pane *pane = &model->detail;

    if (pane->kind == DETAIL_SIGNALS)
        show(pane, pane->covered.kind, pane->covered.asked);
    else
        pane->kind = DETAIL_NONE;
}

/* Of a row of exited tasks the pane can only show the exited tasks of the same name. */
static void set_task(struct detail_pane *pane, const struct task *task)
{
    const char *name = task_name(task);

    if (task->is_ended) {
        pane->kind = DETAIL_ENDED;
        name = *task->comm ? task->comm : task->details->ended->by;
    }
    pane->task = task_identity_of(task);
    snprintf(pane->name, sizeof(pane->name), "%s", name);
}

void detail_pane_toggle(struct model *model, int kind)
{
    const struct task *task = window_target(model->window);
    struct detail_pane *pane = &model->detail;

    if (pane->kind != DETAIL_NONE && pane->asked == (enum detail_kind)kind) {
        detail_pane_close(model);
        return;
    }
    if (detail_text_is_of_task((enum detail_kind)kind) && !task) {
        model_set_message(model, _("There is no task to show"));
        return;
    }
    pane->covered.kind = pane->kind;
    pane->covered.asked = pane->asked;
    show(pane, (enum detail_kind)kind, (enum detail_kind)kind);
    if (kind == DETAIL_SIGNALS)
        return;
    pane->task.tid = 0;
    pane->name[0] = '\0';
    if (detail_text_is_of_task(pane->kind))
        set_task(pane, task);
}

/* The index of the line that contains this byte of the text. */
static size_t line_of(const struct detail_pane *pane, size_t offset)
{
    size_t line = 0;

    while (line + 1 < pane->lines.count && pane->lines.list[line + 1].offset <= offset)
        line++;
    return line;
}

/* The first and the last line of the selected element. */
struct extent {
    size_t first, last;
};

static struct extent selected_lines(const struct detail_pane *pane)
{
    const struct detail_part *element = &pane->elements.list[pane->selected - 1];

    return (struct extent){line_of(pane, element->offset),
                           line_of(pane, element->offset + element->bytes - 1)};
}

/* Scrolls within the selected element; false: it has no more lines in this direction. */
static bool scroll_within(struct detail_pane *pane, int direction, size_t room)
{
    const struct extent lines = selected_lines(pane);

    if (direction > 0 && lines.last >= pane->skip + room)
        pane->skip += room;
    else if (direction < 0 && lines.first < pane->skip)
        pane->skip -= room < pane->skip ? room : pane->skip;
    else
        return false;
    return true;
}

/*
 * Scrolls as little as needed to show the selected element. One that is higher than the pane is
 * shown from its first line (1), or up to its last one (-1).
 */
static void scroll_to_selected(struct detail_pane *pane, int direction, size_t room)
{
    const struct extent lines = selected_lines(pane);
    const bool is_high = lines.last - lines.first >= room;

    if (lines.first >= pane->skip && lines.last < pane->skip + room)
        return;
    if (is_high == (direction > 0) || lines.last < room)
        pane->skip = lines.first;
    else
        pane->skip = lines.last - room + 1;
}

/* The number of lines below the title. */
static size_t lines_shown(const struct model *model)
{
    struct layout layout;

    layout_compute(model, &layout);
    return layout.detail_lines > 1 ? layout.detail_lines - 1 : 1;
}

void detail_pane_select(struct model *model, int direction)
{
    struct detail_pane *pane = &model->detail;
    const size_t room = lines_shown(model);
    const size_t places = pane->elements.count + 1; /* including one without a selection */

    if (pane->kind == DETAIL_NONE || (pane->selected && scroll_within(pane, direction, room)))
        return;
    pane->selected = (pane->selected + (direction > 0 ? 1 : places - 1)) % places;
    if (pane->selected)
        scroll_to_selected(pane, direction, room);
    else
        pane->skip = 0;
}

/* Escaped text has no newlines: one in `text` is a separator. */
static bool is_continued(const struct detail_pane *pane, size_t offset)
{
    return offset > 0 && pane->text.data[offset - 1] != '\n';
}

/*
 * Wraps the text at the screen's width and at its newlines. It is already escaped, so escape_put()
 * only measures it.
 */
static bool break_lines(struct detail_pane *pane, size_t cols)
{
    struct buf line = {0};
    size_t at = 0;
    bool done = true;

    while (done && at < pane->text.len) {
        const char *text = pane->text.data + at;
        const char *newline = memchr(text, '\n', pane->text.len - at);
        size_t left = newline ? (size_t)(newline - text) : pane->text.len - at;
        size_t mark = is_continued(pane, at) ? strlen(CONTINUED) : 0;
        size_t room = cols > mark ? cols - mark : 1;
        size_t most = room * ESCAPE_CELL_BYTES_MAX;

        buf_truncate(&line, 0);
        escape_put(&line, text, left < most ? left : most, room);
        if (line.failed)
            done = false;
        else if (!line.len) /* the screen is too narrow for this character */
            break;
        else
            done = detail_part_add(&pane->lines, at, line.len);
        at += line.len;
        at += newline && line.len == left;
    }
    buf_fini(&line);
    return done;
}

void detail_pane_refresh(struct model *model)
{
    struct detail_pane *pane = &model->detail;

    if (pane->kind == DETAIL_NONE)
        return;
    pane->lines.count = 0;
    if (!detail_text_write(model) || !break_lines(pane, model->cols))
        model->failed = true;
    if (pane->selected > pane->elements.count)
        pane->selected = pane->skip = 0;
}

size_t detail_pane_first_line(const struct detail_pane *pane, size_t room)
{
    const size_t most = pane->lines.count > room ? pane->lines.count - room : 0;
    size_t first = pane->skip;

    if (pane->selected) {
        const struct extent lines = selected_lines(pane);

        /* The screen has shrunk, or the text has grown. */
        if (lines.last < first || lines.first >= first + room)
            first = lines.first;
    }
    return first < most ? first : most;
}

/* One line, with the selected element in reverse video. */
static void view_line(const struct detail_pane *pane, const struct detail_part *line,
                      struct frame *frame)
{
    const char *text = pane->text.data + line->offset;
    size_t start = 0, end = 0; /* the selected element's part of this line */

    if (pane->selected) {
        const struct detail_part *element = &pane->elements.list[pane->selected - 1];

        if (element->offset > line->offset)
            start = element->offset - line->offset;
        if (element->offset + element->bytes > line->offset)
            end = element->offset + element->bytes - line->offset;
        start = start < line->bytes ? start : line->bytes;
        end = end < line->bytes ? end : line->bytes;
    }
    frame_next_line(frame);
    if (is_continued(pane, line->offset))
        frame_puts(frame, LOOK_PLAIN, CONTINUED);
    frame_put(frame, LOOK_PLAIN, text, start);
    if (end > start)
        frame_put(frame, LOOK_REVERSE, text + start, end - start);
    else
        end = start;
    frame_put(frame, LOOK_PLAIN, text + end, line->bytes - end);
}

void detail_pane_view(const struct model *model, const struct layout *layout, struct frame *frame)
{
    const size_t height = layout->detail_lines;
    const struct detail_pane *pane = &model->detail;
    size_t first;

    if (!height)
        return;
    frame_fill_to(frame, layout->rows > height ? layout->rows - height : 0);
    if (pane->kind == DETAIL_ENDED && *pane->name)
        frame_put_title(frame, "%s: %s", detail_text_title(pane->kind), pane->name);
    else if (!detail_text_is_of_task(pane->kind))
        frame_put_title(frame, "%s", detail_text_title(pane->kind));
    else
        frame_put_title(frame, _("%s for pid %d, %s"), detail_text_title(pane->kind),
                        (int)pane->task.tid, pane->name);
    first = detail_pane_first_line(pane, height - 1);
    for (size_t i = 0; i + 1 < height && first + i < pane->lines.count; i++)
        view_line(pane, &pane->lines.list[first + i], frame);
}
