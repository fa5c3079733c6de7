/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include "lib/base/unused.h"
#include "lib/text/i18n.h"
#include "top/model/cursor.h"

/* Whether the pattern is a bad expression, which filters nothing; `why` may be NULL. */
static bool is_bad(const struct pattern *pattern, struct buf *why)
{
    struct matcher matcher;
    struct buf unused = {0};
    const bool is_good = matcher_init(&matcher, pattern, why ? why : &unused);

    if (is_good)
        matcher_fini(&matcher);
    buf_fini(&unused);
    return !is_good;
}

static void put_filter(const struct model *model, struct buf *out)
{
    const struct window *window = model->window;

    if (is_bad(&window->position.quick, NULL))
        buf_puts(out, _("Filter, a bad expression: "));
    else
        buf_printf(out, _("Filter, %zu of %zu: "), window->rows.matched, model->counts.total);
}

/* If the task under the cursor is filtered out, the cursor moves to the first row. */
static void arrange(struct model *model)
{
    struct window *window = model->window;

    window->position.first_row = 0;
    table_arrange(model);
    if (window->position.cursor.on && window->position.cursor.lost)
        window_set_cursor(window, 0);
}

static void filter_typed(struct model *model, int key)
{
    if (key == PRESS_UP || key == PRESS_DOWN) {
        command_scroll_row(model, key == PRESS_UP ? -1 : 1);
        return;
    }
    pattern_take(&model->window->position.quick, &model->prompt);
    arrange(model);
}

static void filter_cancelled(struct model *model)
{
    struct window_position *position = &model->window->position;

    position->quick = position->quick_origin.pattern;
    position->cursor = position->quick_origin.cursor;
    position->first_row = position->quick_origin.first_row;
    position->beyond_last_page = position->quick_origin.beyond_last_page;
    model->rows_stale = true;
}

/* The filter applies already; a bad expression is removed. */
static void take_filter(struct model *model, const struct answer *answer UNUSED)
{
    struct pattern *pattern = &model->window->position.quick;
    struct buf why = {0};

    if (is_bad(pattern, &why)) {
        *pattern = (struct pattern){.text = ""};
        model_set_message(model, "%s", buf_message(&why));
    }
    buf_fini(&why);
}

static const struct question question_filter = {
    .name = "quick-filter",
    .put = put_filter,
    .act = take_filter,
    .typed = filter_typed,
    .cancelled = filter_cancelled,
};

void filter_question_ask(struct model *model)
{
    struct window_position *position = &model->window->position;

    position->quick_origin = (struct quick_origin){
        .pattern = position->quick,
        .first_row = position->first_row,
        .beyond_last_page = position->beyond_last_page,
        .cursor = position->cursor,
    };
    model_ask(model, &question_filter);
    prompt_set_text(&model->prompt, position->quick.text);
}
