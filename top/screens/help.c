/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/help.h"

#include "lib/base/units.h"
#include "top/base/i18n.h"

#define KEY_CELLS 14

/* Above the keys: a title, a line of settings, and a blank line. */
#define HEAD_LINES 3

/* False for keys that share another one's line, and for those unavailable in secure mode. */
static bool has_line(const struct model *model, const struct binding *binding)
{
    return binding->label && !(model->secure && binding->outside);
}

static size_t key_lines(const struct model *model)
{
    size_t lines = 0;

    for (const struct binding *key = model->help.bindings; key && key->key; key++)
        lines += has_line(model, key);
    return lines;
}

void help_limit_scroll(struct model *model)
{
    const size_t last = model_last_page(model, HEAD_LINES, key_lines(model));

    if (model->help.first > last)
        model->help.first = last;
}

void help_open(struct model *model, const struct binding *bindings)
{
    model->screen = SCREEN_HELP;
    model->help = (struct help_screen){.bindings = bindings};
}

static void scroll(struct model *model, int direction, size_t lines)
{
    model_scroll_lines(&model->help.first, direction, lines);
}

static void scroll_line(struct model *model, int direction)
{
    scroll(model, direction, 1);
}

static void scroll_page(struct model *model, int direction)
{
    scroll(model, direction, model_rows_below(model, HEAD_LINES));
}

static const struct binding keys[] = {
    {.key = PRESS_UP, .act_on = scroll_line, .argument = -1},
    {.key = PRESS_DOWN, .act_on = scroll_line, .argument = 1},
    {.key = PRESS_PAGE_UP, .act_on = scroll_page, .argument = -1},
    {.key = PRESS_PAGE_DOWN, .act_on = scroll_page, .argument = 1},
    {.key = ' ', .act_on = scroll_page, .argument = 1},
    /* With these stock top's help goes on, too. */
    {.key = 'h', .act_on = scroll_page, .argument = 1},
    {.key = '?', .act_on = scroll_page, .argument = 1},
    {.key = PRESS_ENTER, .act_on = scroll_line, .argument = 1},
    {.key = 0, .act = model_leave_screen},
};

static void view_head(const struct model *model, struct frame *frame)
{
    const struct window_settings *settings = &model->window->settings;

    frame_put_title(frame, "%s", _("Keys; up and down scroll, any other key goes back"));
    frame_next_line(frame);
    frame_printf(frame, LOOK_PLAIN, _("Delay %.1f s, secure mode %s, threads %s, command lines %s"),
                 (double)model->settings.delay_ns / NS_PER_S, model->secure ? _("on") : _("off"),
                 model->threads ? _("on") : _("off"), settings->command_lines ? _("on") : _("off"));
    frame_next_line(frame);
}

static void view(const struct model *model, struct frame *frame)
{
    size_t skip = model->help.first;

    view_head(model, frame);
    for (const struct binding *key = model->help.bindings;
         key->key && frame->line_count < model->rows; key++) {
        size_t cells;

        if (!has_line(model, key))
            continue;
        if (skip) {
            skip--;
            continue;
        }
        frame_next_line(frame);
        cells = frame_puts(frame, LOOK_BOLD, _(key->label));
        frame_gap(frame, LOOK_PLAIN, cells < KEY_CELLS ? KEY_CELLS - cells : 1);
        frame_puts(frame, LOOK_PLAIN, _(key->help));
    }
}

const struct screen help_screen = {keys, .wheel = scroll, .view = view};
