/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include "lib/text/i18n.h"

void group_set(struct model *model, enum group_by by)
{
    struct window *window = model->window;

    window->settings.group = by;
    window->position.cursor.group = 0;
    window_update_fields(window);
}

void group_toggle(struct model *model)
{
    struct window_position *position = &model->window->position;
    const struct table_row row = command_row(model);
    const struct group_row *group = table_row_group(&row);
    size_t where;

    if (!group) {
        model_set_message(model, _("Nothing to show or hide below this row"));
        return;
    }
    if (window_position_find_group(position, group->id, &where)) {
        position->open_groups[where] = position->open_groups[--position->open_group_count];
    } else if (!window_open_group(model->window, group->id)) {
        model_set_message(model, _("No more than %d groups can be open"), OPEN_GROUPS_MAX);
        return;
    }
    position->beyond_last_page = true; /* its row stays the first, so the same key undoes this */
    model->rows_stale = true;
}

static void group_by(struct model *model, enum group_by by)
{
    group_set(model, by);
    model->window->settings.forest = false;
    model->window->position.first_row = 0;
    model->rows_stale = true;
}

/* "% 1pool [2program] 3user ... *pool,wait 0off" */
static void put_menu(const struct model *model, struct buf *out)
{
    buf_putc(out, '%');
    for (unsigned i = 1; i <= GROUP_BY_KINDS; i++) {
        const unsigned by = i % GROUP_BY_KINDS; /* the last one ends grouping */
        const bool is_current = by == model->window->settings.group;

        buf_printf(out, " %s%c%s%s", is_current ? "[" : "",
                   by == GROUP_BY_POOL_WAIT ? '*' : (char)('0' + by), group_by_names[by],
                   is_current ? "]" : "");
    }
    buf_putc(out, ' ');
}

/* A digit chooses, and the key itself takes the next one. */
static bool press_in_menu(struct model *model, int key)
{
    const enum group_by by = model->window->settings.group;

    if (key == '%') {
        group_by(model, (by + 1) % GROUP_BY_KINDS);
        return true;
    }
    if (key < '0' || key >= '0' + GROUP_BY_POOL_WAIT)
        return false;
    group_by(model, (enum group_by)(key - '0'));
    prompt_close(&model->prompt);
    return true;
}

static const struct question question_group = {
    .name = "group",
    .put = put_menu,
    .press = press_in_menu,
};

void command_group(struct model *model)
{
    if (!model->window->settings.group)
        group_by(model, GROUP_BY_POOL);
    prompt_open(&model->prompt, &question_group, 0);
}

void command_group_by_pool_and_wait(struct model *model)
{
    const bool on = model->window->settings.group != GROUP_BY_POOL_WAIT;

    group_by(model, on ? GROUP_BY_POOL_WAIT : GROUP_BY_NOTHING);
    table_arrange(model); /* a lost cursor is dimmed, and needs no message of its own */
    model_set_message(model, "%s", on ? _("Pools by wait: on") : _("Pools by wait: off"));
}
