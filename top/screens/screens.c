/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/screens.h"

#include "lib/text/i18n.h"
#include "top/screens/detail_pane.h"
#include "top/view/view.h"

#define FUNCTION_KEYS (PRESS_F10 - PRESS_F1 + 1)

static void flip(struct model *model, const struct toggle *toggle)
{
    char *base = toggle->of == TOGGLE_MODEL ? (char *)model : (char *)&model->window->settings;
    bool *flag = (bool *)(base + toggle->offset);
    unsigned *value = (unsigned *)(void *)(base + toggle->offset);

    if (toggle->last)
        *value = *value < toggle->last ? *value + 1 : 0;
    else
        *flag = !*flag;
    if (toggle->on)
        model_set_message(model, "%s", *flag ? _(toggle->on) : _(toggle->off));
    model->rows_stale |= !toggle->is_look;
}

const struct binding *binding_find(const struct binding *table, int key)
{
    while (table->key && table->key != key)
        table++;
    return table;
}

bool binding_refuse_in_past(struct model *model)
{
    if (model_looks_back(model))
        model_set_message(model, _("Not while looking back: Esc shows the present"));
    return model_looks_back(model);
}

void binding_perform(struct model *model, const struct binding *binding, struct effects *effects)
{
    if (binding->outside && model->secure) {
        model_set_message(model, _("Unavailable in secure mode"));
        return;
    }
    if (binding->outside && binding_refuse_in_past(model))
        return;
    if (binding->on_task && model->foreign) {
        model_set_message(model, _("Not here: these PIDs are of another host or PID namespace"));
        return;
    }
    if (binding->toggle.of != TOGGLE_NONE)
        flip(model, &binding->toggle);
    if (binding->ask)
        model_ask(model, binding->ask);
    if (binding->act)
        binding->act(model);
    if (binding->act_on)
        binding->act_on(model, binding->argument);
    if (binding->act_outside)
        binding->act_outside(model, effects);
    if (binding->effects)
        *effects = *binding->effects;
}

/* The line about function keys at the bottom of the screen, where it is shown. */
static void view_function_keys(const struct model *model, struct frame *frame)
{
    const size_t width = model->cols / FUNCTION_KEYS;

    if (!model_shows_function_keys(model))
        return;
    frame_fill_to(frame, model->rows);
    for (const struct binding *key = model->task_keys; key->key; key++) {
        size_t cells;

        if (!key->bar)
            continue;
        cells = frame_printf(frame, LOOK_PLAIN, "F%d", key->key - PRESS_F1 + 1);
        cells += frame_puts(frame, LOOK_REVERSE, _(key->bar));
        if (cells < width)
            frame_gap(frame, LOOK_REVERSE, width - cells);
    }
}

static void view_tasks(const struct model *model, struct frame *frame)
{
    struct layout layout;

    layout_compute(model, &layout);
    view_summary(model, layout.summary_lines, frame);
    view_message(model, frame);
    for (size_t i = 0; i < layout.pane_count; i++)
        view_pane(model, &layout.panes[i], frame);
    detail_pane_view(model, &layout, frame);
    view_function_keys(model, frame);
}

static const struct screen_ops tasks_screen = {.view = view_tasks};

static const struct screen_ops *screen_of(const struct model *model)
{
    static const struct screen_ops *const screens[] = {
        [SCREEN_TASKS] = &tasks_screen,
        [SCREEN_HELP] = &help_screen,
        [SCREEN_INSPECT_CHOICE] = &inspect_choice_screen,
        [SCREEN_INSPECT_VIEW] = &inspect_screen,
        [SCREEN_FIELDS] = &fields_screen,
        [SCREEN_COLOURS] = &colours_screen,
        [SCREEN_MAP] = &map_screen,
        [SCREEN_CGROUPS] = &cgroups_screen,
    };

    return screens[model->screen];
}

void screen_view(const struct model *model, struct frame *frame)
{
    frame_clear(frame, model->cols < COLS_MAX ? model->cols : COLS_MAX);
    frame->bold_off = model->window->settings.bold_off;
    screen_of(model)->view(model, frame);
    if (model->rows != ROWS_UNLIMITED)
        frame_keep_lines(frame, model->rows);
}

size_t screen_summary_lines(const struct model *model, size_t head_lines)
{
    const size_t spare = model->rows > head_lines + 1 ? model->rows - head_lines - 1 : 0;
    const size_t wanted = summary_lines(model);

    return wanted < spare ? wanted : spare;
}

void screen_view_state(const struct model *model,
                       void (*put)(const struct model *model, struct frame *frame),
                       struct frame *frame)
{
    if (view_has_message(model)) {
        view_message(model, frame);
        return;
    }
    frame_next_line(frame);
    frame_set_colour(frame, model_colour(model, model->window, PART_MESSAGES));
    view_unread(model, frame);
    put(model, frame);
    view_pause(model, frame);
}

const struct effects screen_scan = {.scan = true};

void screen_press(struct model *model, int key, struct effects *effects)
{
    if (key == PRESS_CTRL_L)
        effects->redraw = true;
    else
        binding_perform(model, binding_find(screen_of(model)->keys, key), effects);
}

void screen_scroll(struct model *model, int direction, size_t lines)
{
    const struct screen_ops *screen = screen_of(model);

    if (screen->scroll)
        screen->scroll(model, direction, lines);
}

void screen_scroll_line(struct model *model, int direction)
{
    screen_scroll(model, direction, 1);
}

void screen_scroll_page(struct model *model, int direction)
{
    screen_scroll(model, direction, screen_of(model)->page(model));
}

void screen_scroll_to_end(struct model *model, int direction)
{
    screen_scroll(model, -1, SIZE_MAX);
    if (direction > 0)
        screen_scroll(model, 1, SIZE_MAX);
}

void screen_limit_scroll(struct model *model)
{
    const struct screen_ops *screen = screen_of(model);

    if (screen->limit_scroll)
        screen->limit_scroll(model);
}
