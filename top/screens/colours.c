/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/screens.h"

#include "lib/text/i18n.h"

#define PREVIEW_INDENT 3

/* Saves the window's colours for q, and turns them on. */
static void begin(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    model->colours = (struct colour_screen){
        .part = PART_TASKS,
        .palette = settings->palette,
        .bold_off = settings->bold_off,
        .mark_reverse = settings->mark_reverse,
    };
    settings->palette.on = true;
}

/* False, with a message: the terminal has none. */
static bool has_colours(struct model *model)
{
    if (!model->colour_count)
        model_set_message(model, _("There are no colours on this terminal"));
    return model->colour_count;
}

void colours_open(struct model *model)
{
    if (!has_colours(model))
        return;
    model->screen = SCREEN_COLOURS;
    begin(model);
}

void colours_toggle(struct model *model)
{
    if (has_colours(model))
        model->window->settings.palette.on = !model->window->settings.palette.on;
}

/* Leaves the screen, and restores the former colours. */
static void forget(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    settings->palette = model->colours.palette;
    settings->bold_off = model->colours.bold_off;
    settings->mark_reverse = model->colours.mark_reverse;
    model_leave_screen(model);
}

static int *chosen_colour(struct model *model)
{
    return &model->window->settings.palette.colours[model->colours.part];
}

/* Steps through the terminal's default colour and all others, in a circle. */
static void step(struct model *model, int by)
{
    int *colour = chosen_colour(model);

    *colour += by;
    if (*colour < COLOUR_DEFAULT)
        *colour = model->colour_count - 1;
    else if (*colour >= model->colour_count)
        *colour = COLOUR_DEFAULT;
}

static void choose_part(struct model *model, int part)
{
    model->colours.part = (enum colour_part)part;
}

static void choose_colour(struct model *model, int colour)
{
    *chosen_colour(model) = colour;
}

static void step_window(struct model *model, int by)
{
    model_step_window(model, by);
    begin(model);
}

static const struct binding keys[] = {
    {.key = PRESS_UP, .act_on = step, .argument = 1},
    {.key = PRESS_DOWN, .act_on = step, .argument = -1},
    {'S', "S", N_("summary"), .act_on = choose_part, .argument = PART_SUMMARY},
    {'M', "M", N_("messages"), .act_on = choose_part, .argument = PART_MESSAGES},
    {'H', "H", N_("header"), .act_on = choose_part, .argument = PART_HEADER},
    {'T', "T", N_("tasks"), .act_on = choose_part, .argument = PART_TASKS},
    {'X', "X", N_("marks"), .act_on = choose_part, .argument = PART_MARKS},
    {'0', "0", N_("black"), .act_on = choose_colour, .argument = 0},
    {'1', "1", N_("red"), .act_on = choose_colour, .argument = 1},
    {'2', "2", N_("green"), .act_on = choose_colour, .argument = 2},
    {'3', "3", N_("yellow"), .act_on = choose_colour, .argument = 3},
    {'4', "4", N_("blue"), .act_on = choose_colour, .argument = 4},
    {'5', "5", N_("magenta"), .act_on = choose_colour, .argument = 5},
    {'6', "6", N_("cyan"), .act_on = choose_colour, .argument = 6},
    {'7', "7", N_("white"), .act_on = choose_colour, .argument = 7},
    {.key = '@', .act_on = choose_colour, .argument = COLOUR_DEFAULT},
    {.key = 'B', .toggle = {OF_LOOKS(bold_off)}},
    {.key = 'b', .toggle = {OF_LOOKS(mark_reverse)}},
    {.key = 'z', .toggle = {OF_LOOKS(palette.on)}},
    {.key = 'a', .act_on = step_window, .argument = 1},
    {.key = 'w', .act_on = step_window, .argument = -1},
    {.key = PRESS_ENTER, .act = model_leave_screen},
    {.key = 'q', .act = forget},
    {.key = PRESS_ESCAPE, .act = forget},
    {.key = 0},
};

static void begin_preview(const struct model *model, enum colour_part part, struct frame *frame)
{
    frame_next_line(frame);
    frame_gap(frame, LOOK_PLAIN, PREVIEW_INDENT);
    frame_set_colour(frame, model_colour(model, model->window, part));
}

/* Sample text in the colours of each part of the task screen. */
static void view_preview(const struct model *model, struct frame *frame)
{
    unsigned mark = (model->window->settings.mark_reverse ? LOOK_REVERSE : LOOK_BOLD) |
                    look_of_colour(model_colour(model, model->window, PART_MARKS));

    begin_preview(model, PART_SUMMARY, frame);
    frame_puts(frame, LOOK_PLAIN, _("Tasks:"));
    frame_puts(frame, LOOK_FIGURE, " 105 ");
    frame_puts(frame, LOOK_PLAIN, _("total,"));
    frame_puts(frame, LOOK_FIGURE, "   3 ");
    frame_puts(frame, LOOK_PLAIN, _("running"));
    begin_preview(model, PART_MESSAGES, frame);
    frame_puts(frame, LOOK_REVERSE, _("A message"));
    frame_puts(frame, LOOK_PLAIN, "  ");
    frame_puts(frame, LOOK_BOLD, _("A question: "));
    begin_preview(model, PART_HEADER, frame);
    frame_puts(frame, LOOK_REVERSE, "  PID S  %CPU COMMAND ");
    begin_preview(model, PART_TASKS, frame);
    frame_puts(frame, LOOK_PLAIN, " 1234 S ");
    frame_puts(frame, mark, "  2.5");
    frame_puts(frame, LOOK_PLAIN, " database");
    begin_preview(model, PART_TASKS, frame);
    frame_puts(frame, mark, "  567 R   1.0 compiler");
    frame_set_colour(frame, COLOUR_DEFAULT);
}

/* A key and its meaning; the current choice is in reverse video. */
static void put_choice(struct frame *frame, const char *key, const char *meaning, bool is_chosen)
{
    frame_puts(frame, LOOK_BOLD, key);
    frame_puts(frame, LOOK_PLAIN, " ");
    frame_puts(frame, is_chosen ? LOOK_REVERSE : LOOK_PLAIN, meaning);
    frame_puts(frame, LOOK_PLAIN, "  ");
}

/* A line with the keys bound to `choose`: those that choose a part, or a colour. */
static void view_choices(void (*choose)(struct model *model, int chosen), int chosen,
                         struct frame *frame)
{
    frame_next_line(frame);
    for (const struct binding *key = keys; key->key; key++)
        if (key->act_on == choose && key->label)
            put_choice(frame, key->label, _(key->help), key->argument == chosen);
}

/* The choices that have no named colour. */
static void view_other_colours(const struct model *model, int chosen, struct frame *frame)
{
    const unsigned look = LOOK_REVERSE | look_of_colour(chosen);

    frame_next_line(frame);
    put_choice(frame, "@", _("terminal default"), chosen == COLOUR_DEFAULT);
    frame_puts(frame, LOOK_BOLD, _("Up Down"));
    frame_puts(frame, LOOK_PLAIN, " ");
    frame_printf(frame, LOOK_PLAIN, _("all, to %d: "), model->colour_count - 1);
    frame_puts(frame, LOOK_PLAIN, "  ");
    if (chosen == COLOUR_DEFAULT)
        frame_puts(frame, look, " - ");
    else
        frame_printf(frame, look, " %d ", chosen);
}

static void put_switch(struct frame *frame, const char *key, const char *meaning, const char *state)
{
    frame_puts(frame, LOOK_BOLD, key);
    frame_printf(frame, LOOK_PLAIN, " %s: ", meaning);
    frame_puts(frame, LOOK_BOLD, state);
    frame_puts(frame, LOOK_PLAIN, "  ");
}

static void view_switches(const struct window_settings *settings, struct frame *frame)
{
    frame_next_line(frame);
    put_switch(frame, "z", _("colours"), settings->palette.on ? _("on") : _("off"));
    put_switch(frame, "B", _("bold text"), settings->bold_off ? _("off") : _("on"));
    put_switch(frame, "b", _("marks"), settings->mark_reverse ? _("reverse") : _("bold"));
}

/* A preview above, the keys below. */
static void view(const struct model *model, struct frame *frame)
{
    const struct window *window = model->window;
    const int chosen = window->settings.palette.colours[model->colours.part];

    frame_put_title(frame, _("Colours of window %u:%s"), model_window_number(model, window),
                    window->settings.name);
    view_preview(model, frame);
    frame_next_line(frame);
    view_choices(choose_part, (int)model->colours.part, frame);
    view_choices(choose_colour, chosen, frame);
    view_other_colours(model, chosen, frame);
    view_switches(&window->settings, frame);
    frame_next_line(frame);
    frame_next_line(frame);
    put_choice(frame, "a w", _("keep, next window or the one before"), false);
    frame_next_line(frame);
    put_choice(frame, "Enter", _("keep and end"), false);
    put_choice(frame, "q Esc", _("cancel"), false);
}

const struct screen_ops colours_screen = {keys, .view = view};
