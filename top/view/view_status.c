/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/view_status.h"

#include <stdio.h>
#include <string.h>

#include "lib/text/i18n.h"
#include "lib/text/names.h"

/* Separates the next part by a comma. */
static struct buf *next_part(struct buf *out)
{
    if (out->len > 0)
        buf_puts(out, ", ");
    return out;
}

static void put_user(const struct model *model, const struct user_filter *users, struct buf *out)
{
    char number[USER_NUMBER_SIZE];

    buf_printf(out, users->by == FILTER_ANY ? _("any ID %s%s") : _("user %s%s"),
               users->negate ? "!" : "",
               name_cache_user_or_number(model->context.names, users->uid, number));
}

static void put_cgroup(const struct window *window, struct buf *out)
{
    if (*window->position.cgroup.path)
        buf_printf(next_part(out), _("control group %s"), window->position.cgroup.path);
}

/* What hides tasks. */
static void put_selection(const struct model *model, struct buf *out)
{
    const struct window *window = model->window;
    const struct filters *filters = &window->settings.filters;

    for (size_t i = 0; i < filters->count; i++)
        if (model_applies_filter(model, window, &filters->list[i]))
            filter_put(&filters->list[i], next_part(out));
    if (window->position.quick.text[0])
        buf_printf(next_part(out), "\"%s\"", window->position.quick.text);
    if (window->position.users.by != FILTER_NOBODY)
        put_user(model, &window->position.users, next_part(out));
    if (window->position.focus && window->settings.forest)
        buf_printf(next_part(out), _("subtree of %d"), (int)window->position.focus);
    if (window->settings.idle_hidden)
        buf_puts(next_part(out), _("idle hidden"));
    put_cgroup(window, out);
}

/* Inserts the number of tasks that match in front of that. */
static void put_count(const struct model *model, struct buf *text)
{
    char count[64];
    const int len = snprintf(count, sizeof(count), _("%zu of %zu: "), model->window->rows.matched,
                             model->counts.total);

    if (len <= 0 || (size_t)len >= sizeof(count))
        return;
    buf_insert(text, 0, ' ', (size_t)len);
    if (!text->failed)
        memcpy(text->data, count, (size_t)len);
}

static void put_field_set(const struct window_settings *settings, struct buf *out)
{
    static const char *const names[FIELD_SETS] = {
        [FIELDS_CPU] = N_("CPU"),
        [FIELDS_MEMORY] = N_("memory"),
        [FIELDS_IO] = N_("I/O"),
        [FIELDS_WAITS] = N_("waits"),
    };

    if (settings->field_set != FIELDS_OWN && settings->group == GROUP_BY_NOTHING &&
        !settings->by_mark)
        buf_printf(next_part(out), _("fields: %s"), _(names[settings->field_set]));
}

/* The limit of rows, and how far the table is scrolled. */
static void put_part_shown(const struct window *window, struct buf *out)
{
    const struct window_settings *settings = &window->settings;
    const struct window_position *position = &window->position;

    if (settings->group)
        buf_printf(next_part(out), _("grouped by %s"), group_by_names[settings->group]);
    if (settings->max_tasks > 0)
        buf_printf(next_part(out), _("at most %zu"), settings->max_tasks);
    if (settings->show_coordinates)
        return;
    if (position->first_row > 0)
        buf_printf(next_part(out), _("from row %zu"), position->first_row + 1);
    if (position->first_column > 0 && position->first_column < settings->field_count)
        buf_printf(next_part(out), _("from field %s"),
                   field_at(settings->fields[position->first_column])->header);
    if (position->text_offset > 0)
        buf_printf(next_part(out), _("text from column %zu"), position->text_offset + 1);
}

void view_status(const struct model *model, struct frame *frame)
{
    struct buf *text = &frame->scratch;

    if (model->rows == ROWS_UNLIMITED)
        return;
    buf_clear(text);
    /* Stock top has no limit to a control group, so it is shown even without the status line. */
    if (model->settings.status)
        put_selection(model, text);
    else
        put_cgroup(model->window, text);
    if (text->len > 0)
        put_count(model, text);
    if (model->settings.status) {
        put_field_set(&model->window->settings, text);
        put_part_shown(model->window, text);
    }
    if (model->tags.count > 0)
        buf_printf(next_part(text), _("%zu tagged"), model->tags.count);
    frame_put_scratch(frame, LOOK_PLAIN);
}
