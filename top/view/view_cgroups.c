/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/view_cgroups.h"

#include <string.h>

#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "top/base/limits.h"
#include "top/table/cgroup_rows.h"
#include "top/view/view.h"
#include "top/view/view_summary.h"

/* Below the summary: message, heading. */
#define HEAD_LINES 2

static size_t summary_lines_shown(const struct model *model)
{
    const size_t spare = model->rows > HEAD_LINES + 1 ? model->rows - HEAD_LINES - 1 : 0;
    const size_t wanted = summary_lines(model);

    return wanted < spare ? wanted : spare;
}

size_t view_cgroups_page(const struct model *model)
{
    return model_rows_below(model, summary_lines_shown(model) + HEAD_LINES);
}

static const char *sort_header(const struct cgroup_list *list)
{
    return list->tree ? _("path") : cgroup_list_sort(list)->header;
}

/* The range of rows shown, the order and the filter. */
static void put_state(const struct model *model, struct frame *frame)
{
    const struct cgroup_list *list = &model->cgroups;
    const size_t left = list->count - list->first, page = view_cgroups_page(model);

    if (!model->sample->request.cgroups) {
        frame_puts(frame, LOOK_PLAIN, _("Control groups: reading ..."));
        return;
    }
    if (!model->sample->cgroups.mounted) {
        frame_puts(frame, LOOK_PLAIN, _("No control groups: no hierarchy is mounted here"));
        return;
    }
    if (model->rows == ROWS_UNLIMITED)
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

static void view_state(const struct model *model, struct frame *frame)
{
    if (view_has_message(model)) {
        view_message(model, frame);
        return;
    }
    frame_next_line(frame);
    frame_set_colour(frame, model_colour(model, model->window, PART_MESSAGES));
    put_state(model, frame);
    view_pause(model, frame);
}

/* A text in its column, to the left or right. */
static void put_text(struct frame *frame, unsigned look, const char *text, size_t width, bool left)
{
    const size_t len = strlen(text);
    const size_t whole = escape_width(text, len);
    const size_t cells = whole < width ? whole : width;

    if (!left)
        frame_gap(frame, look, width - cells);
    buf_clear(&frame->scratch);
    escape_put(&frame->scratch, text, len, cells);
    frame_put_scratch(frame, look);
    if (left)
        frame_gap(frame, look, width - cells);
}

static void view_heading(const struct model *model, const struct cgroup_list_layout *layout,
                         struct frame *frame)
{
    frame_next_line(frame);
    frame_set_colour(frame, model_colour(model, model->window, PART_HEADER));
    frame_fill_line(frame, LOOK_REVERSE);
    put_text(frame, LOOK_REVERSE, model->cgroups.paths ? "CGROUP" : "NAME", layout->name_cells,
             true);
    for (size_t i = 0; i < layout->count; i++) {
        frame_gap(frame, LOOK_REVERSE, 1);
        put_text(frame, LOOK_REVERSE, layout->columns[i]->header, layout->columns[i]->width, false);
    }
}

/* Figures not read yet are blank; "-" is shown if the kernel has none. */
static void view_row(const struct model *model, size_t index,
                     const struct cgroup_list_layout *layout, struct buf *text, struct frame *frame)
{
    const struct cgroup *row = model->cgroups.rows[index];
    const unsigned look =
        index == model->cgroups.cursor && model->rows != ROWS_UNLIMITED ? LOOK_REVERSE : LOOK_PLAIN;

    frame_next_line(frame);
    frame_fill_line(frame, look);
    buf_clear(text);
    cgroup_rows_put_name(model, row, text);
    put_text(frame, look, buf_text(text), layout->name_cells, true);
    for (size_t i = 0; i < layout->count; i++) {
        const struct cgroup_column *column = layout->columns[i];

        buf_clear(text);
        if (!(column->need & ~row->asked))
            cgroup_column_put(column, row, model->context.containers, text);
        frame_gap(frame, look, 1);
        put_text(frame, look, buf_text(text), column->width, false);
    }
}

void view_cgroups(const struct model *model, struct frame *frame)
{
    const struct cgroup_list *list = &model->cgroups;
    const size_t page = view_cgroups_page(model);
    struct cgroup_list_layout layout;
    struct buf text = {0};

    cgroup_list_lay_out(list, frame->cols, &layout);
    view_summary(model, summary_lines_shown(model), frame);
    view_state(model, frame);
    view_heading(model, &layout, frame);
    frame_set_colour(frame, model_colour(model, model->window, PART_TASKS));
    for (size_t i = list->first; i < list->count && i - list->first < page; i++)
        view_row(model, i, &layout, &text, frame);
    frame->failed |= text.failed;
    buf_fini(&text);
}
