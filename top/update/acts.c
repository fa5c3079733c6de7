/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/acts.h"

#include "top/base/i18n.h"
#include "top/table/arrange.h"
#include "top/update/colour_screen.h"
#include "top/update/field_screen.h"
#include "top/update/forest_acts.h"
#include "top/update/locate.h"
#include "top/update/summary_acts.h"
#include "top/update/window_acts.h"
#include "top/view/layout.h"

/* Cells that a flexible field moves by at a time, and how far it goes. */
#define TEXT_STEP  8
#define TEXT_LIMIT COLS_MAX

/* What a toggle switches, what is said about it, and whether it changes the rows or their order. */
struct toggle_rule {
    const char *on, *off;
    bool arranges;
};

static const struct toggle_rule toggle_rules[TOGGLE_COUNT] = {
    [TOGGLE_THREADS] = {N_("Show threads On"), N_("Show threads Off"), false},
    [TOGGLE_COMMAND_LINES] = {NULL, NULL, true},
    [TOGGLE_IDLE] = {NULL, NULL, true},
    [TOGGLE_CUMULATIVE] = {N_("Cumulative time On"), N_("Cumulative time Off"), true},
    [TOGGLE_SOLARIS] = {N_("Irix mode Off"), N_("Irix mode On"), false},
};

static bool *toggle_flag(struct model *model, enum toggle toggle)
{
    struct window *window = model->window;

    switch (toggle) {
    case TOGGLE_THREADS:
        return &model->threads;
    case TOGGLE_COMMAND_LINES:
        return &window->command_lines;
    case TOGGLE_IDLE:
        return &window->idle_hidden;
    case TOGGLE_CUMULATIVE:
        return &window->cumulative;
    case TOGGLE_SOLARIS:
        return &model->solaris;
    case TOGGLE_MARK_SORT:
        return &window->mark_sort;
    case TOGGLE_MARK_RUNNING:
        return &window->mark_running;
    case TOGGLE_MARK_REVERSE:
        return &window->mark_reverse;
    case TOGGLE_LOAD_LINE:
        return &window->show_load;
    case TOGGLE_SCAN_LINE:
        return &window->show_scan;
    case TOGGLE_PAUSE:
        return &model->paused;
    case TOGGLE_COORDINATES:
        return &window->show_coordinates;
    case TOGGLE_COLOURS:
        return &window->palette.on;
    case TOGGLE_BOLD:
        return &window->bold_off;
    case TOGGLE_NUMBERS_LEFT:
        return &window->numbers_left;
    case TOGGLE_TEXT_RIGHT:
        return &window->text_right;
    case TOGGLE_ZEROS:
        return &model->zeros_hidden;
    case TOGGLE_COUNT:
        break;
    }
    return NULL;
}

static void toggle(struct model *model, enum toggle which)
{
    const struct toggle_rule *rule = &toggle_rules[which];
    bool *flag = toggle_flag(model, which);

    if (which == TOGGLE_COLOURS && !model->colour_count) {
        model_set_message(model, _("There are no colours on this terminal"));
        return;
    }
    *flag = !*flag;
    if (rule->on)
        model_set_message(model, "%s", *flag ? _(rule->on) : _(rule->off));
    if (rule->arranges)
        table_arrange(model);
}

/* The task on top of the table is the one that is meant unless another is named. */
static void ask(struct model *model, enum prompt_kind kind)
{
    const struct window *window = model->window;
    size_t first = window->first_row;

    prompt_open(&model->prompt, kind, first < window->order_count ? window->order[first]->tid : 0);
    if (kind == PROMPT_SEARCH)
        locate_begin(model);
}

void act_sort_by(struct model *model, enum field_id field)
{
    model->window->sort = field;
    model->window->ascending = false;
    model->window->forest = false;
    table_arrange(model);
}

void act_sort_reverse(struct model *model)
{
    model->window->ascending = !model->window->ascending;
    model->window->forest = false;
    table_arrange(model);
}

static void sort_move(struct model *model, int by)
{
    struct window *window = model->window;

    for (size_t i = 0; i < window->field_count; i++) {
        size_t next = i + (size_t)by; /* one before the first is past the last */

        if (window->fields[i] != window->sort)
            continue;
        if (next < window->field_count) {
            window->sort = window->fields[next];
            window->forest = false;
            table_arrange(model);
        }
        return;
    }
}

static enum memory_unit next_unit(enum memory_unit unit, enum memory_unit last)
{
    return unit == last ? UNIT_OF_KIB : unit + 1;
}

static void scale(struct model *model, enum scaled which)
{
    switch (which) {
    case SCALED_SUMMARY:
        model->summary_unit = next_unit(model->summary_unit, UNIT_OF_EIB);
        break;
    case SCALED_TASKS:
        model->task_unit = next_unit(model->task_unit, UNIT_OF_PIB);
        break;
    case SCALED_TIMES:
        model->task_time =
            model->task_time == TIME_WHOLE_WEEKS ? TIME_HUNDREDTHS : model->task_time + 1;
        break;
    }
}

static void open_screen(struct model *model, enum screen screen)
{
    if (screen == SCREEN_FIELDS) {
        field_screen_open(model);
    } else if (screen == SCREEN_COLOURS) {
        colour_screen_open(model);
    } else {
        model->screen = screen;
        model->help_first = 0;
    }
}

/*
 * Too far down is no harm: update() sees to it. By single rows one can go on until the last task
 * is the first on the screen, which is the one that many keys are about.
 */
void act_scroll_rows(struct model *model, int direction, size_t rows)
{
    struct window *window = model->window;

    if (!model_shows_window(model, model->window))
        return;
    if (direction > 0)
        window->first_row += rows;
    else
        window->first_row -= rows < window->first_row ? rows : window->first_row;
    if (direction > 0 && rows == 1)
        window->beyond_last_page = true;
    else if (rows > 1)
        window->beyond_last_page = false;
}

/* A row less than there is room for: one stays in sight. */
static size_t page_rows(const struct model *model)
{
    size_t page = layout_page(model);

    return page > 1 ? page - 1 : 1;
}

/* To the first task and field, or the last ones. */
static void scroll_to_end(struct model *model, int direction)
{
    struct window *window = model->window;

    if (!model_shows_window(model, window))
        return;
    window->first_row = direction > 0 ? window->order_count : 0;
    window->beyond_last_page = false;
    window->first_column = direction > 0 ? layout_end_column(model, window) : 0;
    window->text_offset = 0;
}

/* Lines below the title of the window at the bottom. */
static size_t bottom_room(const struct model *model)
{
    struct layout layout;

    layout_compute(model, &layout);
    return layout.bottom_lines > 1 ? layout.bottom_lines - 1 : 1;
}

/* Field by field, and when a flexible one comes first, through its text. */
static void scroll_columns(struct model *model, int direction)
{
    struct window *window = model->window;
    const struct field *first = field_at(window->fields[window->first_column]);

    if (direction < 0) {
        if (window->text_offset)
            window->text_offset -= TEXT_STEP;
        else if (window->first_column)
            window->first_column--;
    } else if (first && first->size == SIZE_FLEXIBLE) {
        if (window->text_offset < TEXT_LIMIT)
            window->text_offset += TEXT_STEP;
    } else if (window->first_column + 1 < window->field_count) {
        window->first_column++;
    }
}

/* One after the other, in the order of enum action. */
void act_perform(struct model *model, const struct binding *binding, struct effects *effects)
{
    int argument = binding->argument;

    switch (binding->action) {
    case ACTION_QUIT:
        effects->quit = true;
        break;
    case ACTION_REFRESH:
        effects->scan = true;
        break;
    case ACTION_SAVE:
        effects->act = ACT_SAVE;
        break;
    case ACTION_OPEN:
        open_screen(model, (enum screen)argument);
        break;
    case ACTION_ASK:
        ask(model, (enum prompt_kind)argument);
        break;
    case ACTION_SORT_BY:
        act_sort_by(model, (enum field_id)argument);
        break;
    case ACTION_SORT_REVERSE:
        act_sort_reverse(model);
        break;
    case ACTION_SORT_MOVE:
        sort_move(model, argument);
        break;
    case ACTION_TOGGLE:
        toggle(model, (enum toggle)argument);
        break;
    case ACTION_SUMMARY:
        summary_perform(model, (enum summary_act)argument);
        break;
    case ACTION_WINDOW:
        window_perform(model, (enum window_act)argument);
        break;
    case ACTION_SCALE:
        scale(model, (enum scaled)argument);
        break;
    case ACTION_SCROLL_ROWS:
        act_scroll_rows(model, argument, 1);
        break;
    case ACTION_SCROLL_PAGES:
        act_scroll_rows(model, argument, page_rows(model));
        break;
    case ACTION_SCROLL_ENDS:
        scroll_to_end(model, argument);
        break;
    case ACTION_SCROLL_COLUMNS:
        scroll_columns(model, argument);
        break;
    case ACTION_LOCATE_NEXT:
        locate_next(model);
        break;
    case ACTION_FOREST:
        forest_toggle(model);
        break;
    case ACTION_COLLAPSE:
        if (model->window->pools)
            pools_open_first(model);
        else
            forest_collapse(model);
        break;
    case ACTION_FOCUS:
        forest_focus(model);
        break;
    case ACTION_POOLS:
        pools_toggle(model);
        break;
    case ACTION_BOTTOM:
        bottom_toggle(model, (enum bottom_kind)argument);
        effects->redraw = argument == BOTTOM_MESSAGES;
        break;
    case ACTION_BOTTOM_SELECT:
        bottom_select(&model->bottom, argument, bottom_room(model));
        break;
    case ACTION_COUNT:
        break;
    }
}
