/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/colour_screen.h"

#include "top/base/i18n.h"
#include "top/base/keys.h"
#include "top/table/arrange.h"

/* Remembers what the window has, and begins. */
static void begin(struct model *model)
{
    struct window *window = model->window;

    model->colours = (struct colour_screen){
        .part = PART_TASKS,
        .palette = window->palette,
        .bold_off = window->bold_off,
        .mark_reverse = window->mark_reverse,
    };
    window->palette.on = true;
}

void colour_screen_open(struct model *model)
{
    if (!model->colour_count) {
        model_set_message(model, _("There are no colours on this terminal"));
        return;
    }
    model->screen = SCREEN_COLOURS;
    begin(model);
}

static void forget(struct model *model)
{
    model->window->palette = model->colours.palette;
    model->window->bold_off = model->colours.bold_off;
    model->window->mark_reverse = model->colours.mark_reverse;
}

static int *chosen_colour(struct model *model)
{
    return &model->window->palette.colours[model->colours.part];
}

/* From the terminal's own colour through all that it has, and round. */
static void step(struct model *model, int by)
{
    int *colour = chosen_colour(model);

    *colour += by;
    if (*colour < COLOUR_DEFAULT)
        *colour = model->colour_count - 1;
    else if (*colour >= model->colour_count)
        *colour = COLOUR_DEFAULT;
}

static void press_character(struct model *model, int key)
{
    static const char parts[PART_COUNT] = {
        [PART_SUMMARY] = 'S', [PART_MESSAGES] = 'M', [PART_HEADER] = 'H',
        [PART_TASKS] = 'T',   [PART_MARKS] = 'X',
    };

    for (int part = 0; part < PART_COUNT; part++)
        if (key == parts[part])
            model->colours.part = (enum colour_part)part;
    if (key >= '0' && key <= '7')
        *chosen_colour(model) = key - '0';
    if (key == '@')
        *chosen_colour(model) = COLOUR_DEFAULT;
}

void colour_screen_press(struct model *model, int key, struct effects *effects)
{
    struct window *window = model->window;

    switch (key) {
    case PRESS_UP:
    case PRESS_DOWN:
        step(model, key == PRESS_UP ? 1 : -1);
        break;
    case 'B':
        window->bold_off = !window->bold_off;
        break;
    case 'b':
        window->mark_reverse = !window->mark_reverse;
        break;
    case 'z':
        window->palette.on = !window->palette.on;
        break;
    case 'a':
    case 'w':
        table_step_window(model, key == 'a' ? 1 : -1);
        begin(model);
        break;
    case PRESS_ENTER:
        model->screen = SCREEN_TASKS;
        break;
    case 'q':
    case PRESS_ESCAPE:
        forget(model);
        model->screen = SCREEN_TASKS;
        break;
    case PRESS_CTRL_L:
        effects->redraw = true;
        break;
    default:
        press_character(model, key);
        break;
    }
}
