/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/cgroups.h"

#include <stdio.h>
#include <string.h>

#include "lib/text/i18n.h"
#include "top/table/arrange.h"
#include "top/table/cgroup_rows.h"
#include "top/view/view_cgroups.h"

static const struct effects scan = {.scan = true};

void cgroups_open(struct model *model)
{
    if (is_refused_in_past(model)) /* no control groups are kept */
        return;
    model->screen = SCREEN_CGROUPS;
    table_arrange(model);
}

void cgroups_limit_scroll(struct model *model)
{
    struct cgroup_list *list = &model->cgroups;
    const size_t page = model->screen == SCREEN_CGROUPS ? view_cgroups_page(model) : 0;
    const size_t last = list->count > page ? list->count - page : 0;

    if (page == 0)
        return;
    if (list->first > list->cursor)
        list->first = list->cursor;
    else if (list->cursor - list->first >= page)
        list->first = list->cursor - page + 1;
    if (list->first > last)
        list->first = last;
}

static void leave(struct model *model)
{
    model_leave_screen(model);
    table_arrange(model);
}

/* Shows the tasks of the group under the cursor. */
static void show_tasks(struct model *model)
{
    const struct cgroup_list *list = &model->cgroups;
    struct cgroup_choice *choice = &model->window->position.cgroup;
    const struct cgroup *row = list->cursor < list->count ? list->rows[list->cursor] : NULL;

    if (!row)
        return;
    snprintf(choice->hierarchy, sizeof(choice->hierarchy), "%s", row->hierarchy);
    snprintf(choice->path, sizeof(choice->path), "%s", row->path);
    model_set_message(model, _("Tasks of %s only; = shows all"), choice->path);
    leave(model);
}

static void scroll(struct model *model, int direction, size_t lines)
{
    size_t row = model->cgroups.cursor;

    model_scroll_lines(&row, direction, lines);
    cgroup_rows_set_cursor(&model->cgroups, row);
}

static void scroll_line(struct model *model, int direction)
{
    scroll(model, direction, 1);
}

static void scroll_page(struct model *model, int direction)
{
    scroll(model, direction, view_cgroups_page(model));
}

static void scroll_to_end(struct model *model, int direction)
{
    scroll(model, direction, model->cgroups.count);
}

static void scroll_columns(struct model *model, int direction)
{
    size_t *first = &model->cgroups.first_column;

    model_scroll_lines(first, direction, 1);
    if (*first >= cgroup_list_column_count())
        *first = cgroup_list_column_count() - 1;
}

static void sort_by(struct model *model, const struct cgroup_column *column)
{
    model->cgroups.sort = column;
    model->cgroups.ascending = model->cgroups.tree = false;
    table_arrange(model);
}

static void sort_by_cpu(struct model *model)
{
    sort_by(model, cgroup_column_find("pcpu"));
}

static void sort_by_memory(struct model *model)
{
    sort_by(model, cgroup_column_find("mem"));
}

static void sort_by_path(struct model *model)
{
    sort_by(model, cgroup_column_find("cgroup"));
}

/* To the next column; from a column of texts to the first or last one. */
static void sort_move(struct model *model, int by)
{
    const size_t count = cgroup_list_column_count();
    size_t index = 0;

    while (index < count && cgroup_list_column(index) != cgroup_list_sort(&model->cgroups))
        index++;
    if (index == count)
        index = by > 0 ? 0 : count - 1;
    else if (by > 0 ? index + 1 < count : index > 0)
        index += (size_t)by;
    sort_by(model, cgroup_list_column(index));
}

static void reverse(struct model *model)
{
    model->cgroups.ascending = !model->cgroups.ascending;
    model->cgroups.tree = false;
    table_arrange(model);
}

static void take_filter(struct model *model, const char *text)
{
    struct cgroup_list *list = &model->cgroups;

    if (strlen(text) >= sizeof(list->filter)) {
        model_set_message(model, _("This filter is too long"));
        return;
    }
    snprintf(list->filter, sizeof(list->filter), "%s", text);
    table_arrange(model);
}

static const struct question question_filter = {
    .name = "cgroup-filter",
    .text = N_("Only groups with this in name or path: "),
    .take = take_filter,
};

static void ask_for_filter(struct model *model)
{
    prompt_open(&model->prompt, &question_filter, 0);
}

static void lift_filter(struct model *model)
{
    take_filter(model, "");
}

static const struct binding keys[] = {
    {.key = PRESS_UP, .act_on = scroll_line, .argument = -1},
    {.key = PRESS_DOWN, .act_on = scroll_line, .argument = 1},
    {.key = PRESS_PAGE_UP, .act_on = scroll_page, .argument = -1},
    {.key = PRESS_PAGE_DOWN, .act_on = scroll_page, .argument = 1},
    {.key = PRESS_HOME, .act_on = scroll_to_end, .argument = -1},
    {.key = PRESS_END, .act_on = scroll_to_end, .argument = 1},
    {.key = PRESS_LEFT, .act_on = scroll_columns, .argument = -1},
    {.key = PRESS_RIGHT, .act_on = scroll_columns, .argument = 1},
    {.key = PRESS_ENTER, .act = show_tasks},
    {.key = 'P', .act = sort_by_cpu},
    {.key = 'M', .act = sort_by_memory},
    {.key = 'N', .act = sort_by_path},
    {.key = '<', .act_on = sort_move, .argument = -1},
    {.key = '>', .act_on = sort_move, .argument = 1},
    {.key = 'R', .act = reverse},
    {.key = 'V', .toggle = {OF_MODEL(cgroups.tree), .arranges = true}},
    {.key = 'c', .toggle = {OF_MODEL(cgroups.paths)}},
    {.key = 'o', .act = ask_for_filter},
    {.key = '/', .act = ask_for_filter},
    {.key = '=', .act = lift_filter},
    {.key = ' ', .effects = &scan},
    {.key = 'p', .toggle = {OF_MODEL(paused)}},
    {.key = '8', .act = leave},
    {.key = 'q', .act = leave},
    {.key = PRESS_ESCAPE, .act = leave},
    {.key = 0},
};

const struct screen cgroups_screen = {keys, .wheel = scroll, .view = view_cgroups};
