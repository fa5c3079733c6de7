/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The views of the two screens of inspect.h. */
#include <string.h>

#include "lib/text/escape.h"
#include "top/base/i18n.h"
#include "top/screens/inspect.h"
#include "top/view/view.h"

static void put_line(struct frame *frame, unsigned look, const char *text)
{
    frame_next_line(frame);
    frame_puts(frame, look, text);
}

static void view_title(const struct model *model, const char *what, struct frame *frame)
{
    const struct inspection *inspection = &model->inspection;

    frame_next_line(frame);
    frame_puts(frame, LOOK_PLAIN, what);
    buf_clear(&frame->scratch);
    buf_printf(&frame->scratch, _("PID %d, %s"), (int)inspection->pid, inspection->name);
    frame_put_scratch(frame, LOOK_BOLD);
}

void inspect_view_choice(const struct model *model, struct frame *frame)
{
    view_title(model, _("Inspect "), frame);
    put_line(frame, LOOK_PLAIN, _("Left and Right choose, Enter shows it, q or Escape goes back"));
    frame_next_line(frame);
    for (size_t i = 0; i < inspect_entry_count(model); i++) {
        const char *name = inspect_entry_name(inspect_entry_at(model, i));

        /* Skips entries before the marked one where it would not fit. */
        if (i < model->inspection.entry && escape_width(name, strlen(name)) > frame_room(frame) / 2)
            continue;
        frame_puts(frame, i == model->inspection.entry ? LOOK_REVERSE : LOOK_PLAIN, name);
        frame_gap(frame, LOOK_PLAIN, 2);
    }
    if (model->message[0])
        put_line(frame, LOOK_REVERSE, model->message);
}

/* The state of the output, or the command or file that it comes from. */
static void put_state(const struct model *model, struct buf *out)
{
    const struct inspection *inspection = &model->inspection;
    const struct inspect_entry *entry = inspect_entry_at(model, inspection->entry);
    size_t page = inspect_page(model->rows);
    size_t left = inspection->line_count - inspection->first_line;
    size_t shown = page < left ? page : left;

    if (inspection->show_source) {
        const char *kinds[] = {_("pipe"), _("file"), _("demo")};

        buf_printf(out, "%s: ", kinds[entry->kind]);
        inspect_put_source(entry, inspection->pid, out);
        return;
    }
    buf_printf(out, _("%s: lines %zu-%zu of %zu, columns from %zu, %zu bytes"),
               inspect_entry_name(entry), shown ? inspection->first_line + 1 : 0,
               inspection->first_line + shown, inspection->line_count, inspection->first_cell + 1,
               inspection->text.len);
    if (inspection->cut)
        buf_puts(out, _(", cut"));
    else if (inspection->running)
        buf_puts(out, _(", more to come; ^C stops it"));
}

static void view_state(const struct model *model, struct frame *frame)
{
    if (model->prompt.question || model->message[0]) {
        view_message(model, frame);
        return;
    }
    frame_next_line(frame);
    frame_fill_line(frame, LOOK_REVERSE);
    buf_clear(&frame->scratch);
    put_state(model, &frame->scratch);
    frame_put_scratch(frame, LOOK_REVERSE);
}

/* The line from the first visible cell on; a wide character cut at the edge becomes a blank. */
static void view_line(const struct inspection *inspection, size_t index, struct frame *frame)
{
    struct buf *line = &frame->scratch;
    struct buf hidden = {0};
    size_t cells;

    frame_next_line(frame);
    buf_clear(line);
    inspect_put_line(inspection, index, inspection->first_cell + frame->cols, line);
    if (line->failed) {
        frame->failed = true;
        return;
    }
    cells = escape_put(&hidden, buf_text(line), line->len, inspection->first_cell);
    if (!hidden.failed && hidden.len < line->len) {
        const char *rest = line->data + hidden.len;

        if (cells < inspection->first_cell) {
            size_t gap = inspection->first_cell - cells;
            struct buf skipped = {0};

            /* Skip the whole character that straddles the edge. */
            escape_put(&skipped, rest, line->len - hidden.len, gap + 1);
            frame->failed |= skipped.failed;
            if (!skipped.failed)
                frame_gap(frame, LOOK_PLAIN, escape_width(buf_text(&skipped), skipped.len) - gap);
            rest += skipped.len;
            buf_fini(&skipped);
        }
        frame_puts(frame, LOOK_PLAIN, rest);
    }
    frame->failed |= hidden.failed;
    buf_fini(&hidden);
}

void inspect_view(const struct model *model, struct frame *frame)
{
    const struct inspection *inspection = &model->inspection;

    view_title(model, _("Inspection of "), frame);
    put_line(frame, LOOK_PLAIN,
             _("Arrows, PgUp, PgDn, g and G scroll; L looks for a text, & again"));
    put_line(frame, LOOK_PLAIN,
             _("= what was read or run; Enter chooses another, q or Escape goes back"));
    view_state(model, frame);
    for (size_t i = inspection->first_line;
         i < inspection->line_count && frame->line_count < model->rows; i++)
        view_line(inspection, i, frame);
}
