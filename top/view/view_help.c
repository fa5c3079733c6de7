/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The help screen, made from the table of keys. */
#include "lib/text/escape.h"

#include <string.h>

#include "top/base/i18n.h"
#include "top/update/keys.h"
#include "top/view/view.h"

#define KEY_CELLS 14

/* Above the keys: a title, a line about what is set, and a blank one. */
#define HEAD_LINES 3

/* Not of keys that share the line of another one, nor of those that secure mode does without. */
static bool has_line(const struct model *model, const struct binding *binding)
{
    return binding->label && !(model->secure && binding->outside);
}

static size_t key_lines(const struct model *model)
{
    size_t lines = 0;

    for (size_t i = 0; binding_at(i); i++)
        lines += has_line(model, binding_at(i));
    return lines;
}

size_t view_help_last(const struct model *model)
{
    size_t lines = key_lines(model);
    size_t room = model->rows > HEAD_LINES ? model->rows - HEAD_LINES : 1;

    return lines > room ? lines - room : 0;
}

static void view_head(const struct model *model, struct frame *frame)
{
    const struct window *window = model->window;

    frame_next_line(frame);
    frame_fill_line(frame, LOOK_REVERSE);
    frame_puts(frame, LOOK_REVERSE, _("Keys; up and down scroll, any other key goes back"));
    frame_next_line(frame);
    buf_clear(&frame->scratch);
    buf_printf(&frame->scratch, _("Delay %.1f s, secure mode %s, threads %s, command lines %s"),
               (double)model->delay_ns / 1e9, model->secure ? _("on") : _("off"),
               model->threads ? _("on") : _("off"), window->command_lines ? _("on") : _("off"));
    frame_puts(frame, LOOK_PLAIN, buf_text(&frame->scratch));
    frame_next_line(frame);
}

void view_help(const struct model *model, struct frame *frame)
{
    size_t skip = model->help_first;

    view_head(model, frame);
    for (size_t i = 0; binding_at(i) && frame->line_count < model->rows; i++) {
        const struct binding *binding = binding_at(i);
        size_t cells;

        if (!has_line(model, binding))
            continue;
        if (skip) {
            skip--;
            continue;
        }
        frame_next_line(frame);
        cells = frame_puts(frame, LOOK_BOLD, _(binding->label));
        frame_gap(frame, LOOK_PLAIN, cells < KEY_CELLS ? KEY_CELLS - cells : 1);
        frame_puts(frame, LOOK_PLAIN, _(binding->help));
    }
}
