/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/map.h"

#include "top/table/arrange.h"
#include "top/view/view_map.h"

static const struct effects scan = {.scan = true};

void map_open(struct model *model)
{
    if (is_refused_in_past(model)) /* an older sample need not have threads and their waits */
        return;
    model->screen = SCREEN_MAP;
    model->map.first = 0;
    table_arrange(model);
}

void map_limit_scroll(struct model *model)
{
    const size_t page = model->screen == SCREEN_MAP ? view_map_page(model) : 0;
    const size_t last = model->map.count > page ? model->map.count - page : 0;

    if (model->map.first > last)
        model->map.first = last;
}

/* The table may have other rows, in another order. */
static void leave(struct model *model)
{
    model_leave_screen(model);
    table_arrange(model);
}

static void scroll(struct model *model, int direction, size_t lines)
{
    model_scroll_lines(&model->map.first, direction, lines);
}

static void scroll_line(struct model *model, int direction)
{
    scroll(model, direction, 1);
}

static void scroll_page(struct model *model, int direction)
{
    scroll(model, direction, view_map_page(model));
}

static void scroll_to_end(struct model *model, int direction)
{
    scroll(model, direction, model->map.count);
}

static const struct binding keys[] = {
    {.key = PRESS_UP, .act_on = scroll_line, .argument = -1},
    {.key = PRESS_DOWN, .act_on = scroll_line, .argument = 1},
    {.key = PRESS_PAGE_UP, .act_on = scroll_page, .argument = -1},
    {.key = PRESS_PAGE_DOWN, .act_on = scroll_page, .argument = 1},
    {.key = PRESS_HOME, .act_on = scroll_to_end, .argument = -1},
    {.key = PRESS_END, .act_on = scroll_to_end, .argument = 1},
    {.key = ' ', .effects = &scan},
    {.key = PRESS_ENTER, .effects = &scan},
    {.key = 'p', .toggle = {OF_MODEL(paused)}},
    {.key = '7', .act = leave},
    {.key = 'q', .act = leave},
    {.key = PRESS_ESCAPE, .act = leave},
    {.key = 0},
};

const struct screen map_screen = {keys, .wheel = scroll, .view = view_map};
