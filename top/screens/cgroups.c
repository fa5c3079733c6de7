/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/screens.h"

#include <stdio.h>
#include <string.h>

#include "lib/text/i18n.h"
#include "top/model/model.h"
#include "top/table/table.h"
#include "top/view/frame.h"
#include "top/view/view.h"

/* Below the summary: message, heading. */
#define HEAD_LINES 2

/* The number of rows that fit on the screen. */
static size_t page_rows(const struct model *model)
{
    return model_rows_below(model, screen_summary_lines(model, HEAD_LINES) + HEAD_LINES);
}

static const char *sort_header(const struct cgroup_list *list)
{
    return list->tree ? _("path") : cgroup_list_sort(list)->header;
}

/* The range of rows shown, the order and the filter. */
static void put_state(const struct model *model, struct frame *frame)
{
    const struct cgroup_list *list = &model->cgroups;
    const size_t left = list->count - list->first, page = page_rows(model);

    if (!model->sample->request.cgroups) {
        frame_puts(frame, LOOK_PLAIN, _("Control groups: reading ..."));
        return;
    }
    if (!model->sample->cgroups.mounted) {
        frame_puts(frame, LOOK_PLAIN, _("No control groups: no hierarchy is mounted here"));
        return;
    }
    if (model->batch)
        frame_printf(frame, LOOK_PLAIN, _("Control groups: %zu by %s"), list->count,
                     sort_header(list));
    else
        frame_printf(frame, LOOK_PLAIN,
                     _("Control groups %zu-%zu of %zu by %s; Enter tasks, q closes"),
                     list->first + (left > 0), list->first + (left < page ? left : page),
                     list->count, sort_header(list));
    if (*list->filter)
        frame_printf(frame, LOOK_PLAIN, _("; only %s"), list->filter);
    if (model->sample->cgroups.incomplete)
        frame_puts(frame, LOOK_PLAIN, _("; some left out"));
}

static void view_heading(const struct model *model, const struct cgroup_list_layout *layout,
                         struct frame *frame)
{
    frame_next_line(frame);
    frame_set_colour(frame, model_colour(model, model->window, PART_HEADER));
    frame_fill_line(frame, LOOK_REVERSE);
    frame_put_left(frame, LOOK_REVERSE, model->cgroups.paths ? "CGROUP" : "NAME",
                   layout->name_cells);
    for (size_t i = 0; i < layout->count; i++) {
        frame_gap(frame, LOOK_REVERSE, 1);
        frame_put_right(frame, LOOK_REVERSE, layout->columns[i]->header, layout->columns[i]->width);
    }
}

/* Figures not read yet are blank; "-" is shown if the kernel has none. */
static void view_row(const struct model *model, size_t index,
                     const struct cgroup_list_layout *layout, struct buf *text, struct frame *frame)
{
    const struct cgroup *row = model->cgroups.rows[index];
    const unsigned look =
        index == model->cgroups.cursor && !model->batch ? LOOK_REVERSE : LOOK_PLAIN;

    frame_next_line(frame);
    frame_fill_line(frame, look);
    buf_truncate(text, 0);
    cgroup_list_put_name(&model->cgroups, row, model->context.containers, text);
    frame_put_left(frame, look, buf_text(text), layout->name_cells);
    for (size_t i = 0; i < layout->count; i++) {
        const struct cgroup_column *column = layout->columns[i];

        buf_truncate(text, 0);
        if (!(column->need & ~row->asked))
            cgroup_column_put(column, row, model->context.containers, text);
        frame_gap(frame, look, 1);
        frame_put_right(frame, look, buf_text(text), column->width);
    }
}

/* Draws the table. */
static void view_cgroups(const struct model *model, struct frame *frame)
{
    const struct cgroup_list *list = &model->cgroups;
    const size_t page = page_rows(model);
    struct cgroup_list_layout layout;
    struct buf text = {0};

    cgroup_list_lay_out(list, frame->cols, &layout);
    view_summary(model, screen_summary_lines(model, HEAD_LINES), frame);
    screen_view_state(model, put_state, frame);
    view_heading(model, &layout, frame);
    frame_set_colour(frame, model_colour(model, model->window, PART_TASKS));
    for (size_t i = list->first; i < list->count && i - list->first < page; i++)
        view_row(model, i, &layout, &text, frame);
    frame->failed |= text.failed;
    buf_fini(&text);
}

void cgroups_open(struct model *model)
{
    if (binding_refuse_in_past(model)) /* no control groups are kept */
        return;
    model->screen = SCREEN_CGROUPS;
    model->rows_stale = true;
}

/* Keeps the cursor in view. */
static void limit_scroll(struct model *model)
{
    struct cgroup_list *list = &model->cgroups;
    const size_t page = page_rows(model);

    if (list->first > list->cursor)
        list->first = list->cursor;
    else if (list->cursor - list->first >= page)
        list->first = list->cursor - page + 1;
    model_limit_first(&list->first, list->count, page);
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
    model_leave_screen(model);
    table_arrange(model);
    model_set_message(model, _("Tasks of %s only; = shows all"), choice->path);
}

static void scroll(struct model *model, int direction, size_t lines)
{
    size_t row = model->cgroups.cursor;

    model_scroll_lines(&row, direction, lines);
    cgroup_list_set_cursor(&model->cgroups, row);
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
    model->rows_stale = true;
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
    model->rows_stale = true;
}

static void take_filter(struct model *model, const struct answer *answer)
{
    struct cgroup_list *list = &model->cgroups;

    if (strlen(answer->text) >= sizeof(list->filter)) {
        model_set_message(model, _("This filter is too long"));
        return;
    }
    snprintf(list->filter, sizeof(list->filter), "%s", answer->text);
    model->rows_stale = true;
}

static const struct question question_filter = {
    .name = "cgroup-filter",
    .text = N_("Only groups with this in name or path: "),
    .act = take_filter,
};

static void ask_for_filter(struct model *model)
{
    prompt_open(&model->prompt, &question_filter, 0);
}

static void lift_filter(struct model *model)
{
    take_filter(model, &(struct answer){.text = ""});
}

static const struct binding keys[] = {
    SCROLL_KEYS,
    {.key = PRESS_LEFT, .act_on = scroll_columns, .argument = -1},
    {.key = PRESS_RIGHT, .act_on = scroll_columns, .argument = 1},
    {.key = PRESS_ENTER, .act = show_tasks},
    {.key = 'P', .act = sort_by_cpu},
    {.key = 'M', .act = sort_by_memory},
    {.key = 'N', .act = sort_by_path},
    {.key = '<', .act_on = sort_move, .argument = -1},
    {.key = '>', .act_on = sort_move, .argument = 1},
    {.key = 'R', .act = reverse},
    {.key = 'V', .toggle = {OF_MODEL(cgroups.tree)}},
    {.key = 'c', .toggle = {OF_MODEL(cgroups.paths)}},
    {.key = 'o', .act = ask_for_filter},
    {.key = '/', .act = ask_for_filter},
    {.key = '=', .act = lift_filter},
    {.key = ' ', .effects = &screen_scan},
    {.key = 'p', .toggle = {OF_MODEL(paused)}},
    {.key = '8', .act = model_leave_screen},
    {.key = 'q', .act = model_leave_screen},
    {.key = PRESS_ESCAPE, .act = model_leave_screen},
    {.key = 0},
};

const struct screen_ops cgroups_screen = {keys, scroll, page_rows, limit_scroll, view_cgroups};
