/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include <string.h>

#include "lib/text/i18n.h"
#include "top/model/cursor.h"

/* A text without an operator is looked for in commands; in stock top it is a mistake. */
static void complete_filter(const struct model *model, const char *text, struct buf *out)
{
    const bool inverts = *text == '!';

    if (model->settings.status && text[inverts] && !strpbrk(text, "=<>"))
        buf_printf(out, "%s%s=%s", inverts ? "!" : "", field_at(FIELD_COMMAND)->header,
                   text + inverts);
    else
        buf_puts(out, text);
}

static void add_filter(struct model *model, const struct answer *answer)
{
    struct filter filter;
    struct buf why = {0}, whole = {0};

    if (!*answer->text)
        return;
    complete_filter(model, answer->text, &whole);
    if (filter_parse(buf_text(&whole), answer->argument, &filter, &why) &&
        filters_add(&model->window->settings.filters, &filter, &why))
        model->window->position.first_row = 0;
    else
        model_set_message(model, "%s", buf_text(&why));
    buf_fini(&whole);
    buf_fini(&why);
}

static void put_filter_any_case(const struct model *model, struct buf *out)
{
    buf_printf(out, _("add filter #%zu (ignoring case) as: [!]FLD?VAL "),
               model->window->settings.filters.count + 1);
}

static void put_filter_case(const struct model *model, struct buf *out)
{
    buf_printf(out, _("add filter #%zu (case sensitive) as: [!]FLD?VAL "),
               model->window->settings.filters.count + 1);
}

const struct question question_filter_any_case = {
    .name = "filter-any-case",
    .put = put_filter_any_case,
    .act = add_filter,
    .argument = true,
};

const struct question question_filter_case = {
    .name = "filter-case",
    .put = put_filter_case,
    .act = add_filter,
    .argument = false,
};

static void put_filters(const struct model *model, struct buf *out)
{
    const struct filters *filters = &model->window->settings.filters;

    buf_puts(out, _("<Enter> to resume, filters: "));
    if (!filters->count)
        buf_puts(out, _("none"));
    for (size_t i = 0; i < filters->count; i++) {
        buf_puts(out, i ? " + '" : "'");
        filter_put(&filters->list[i], out);
        buf_putc(out, '\'');
    }
    buf_putc(out, ' ');
}

/* Any answer closes it. */
const struct question question_filters_shown = {
    .name = "filters-shown",
    .put = put_filters,
};

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

static void put_quick_filter(const struct model *model, struct buf *out)
{
    const struct window *window = model->window;

    if (is_bad(&window->position.quick, NULL))
        buf_puts(out, _("Filter, a bad expression: "));
    else
        buf_printf(out, _("Filter, %zu of %zu: "), window->rows.matched, model->counts.total);
}

/* If the task under the cursor is filtered out, the cursor moves to the first row. */
static void apply(struct model *model)
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
    apply(model);
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
static void keep_filter(struct model *model, const struct answer *answer)
{
    struct pattern *pattern = &model->window->position.quick;
    struct buf why = {0};

    if (is_bad(pattern, &why)) {
        *pattern = (struct pattern){.text = ""};
        model_set_message(model, "%s", buf_message(&why));
    }
    buf_fini(&why);
}

static const struct question question_quick_filter = {
    .name = "quick-filter",
    .put = put_quick_filter,
    .act = keep_filter,
    .typed = filter_typed,
    .cancelled = filter_cancelled,
};

void command_quick_filter(struct model *model)
{
    struct window_position *position = &model->window->position;

    position->quick_origin = (struct quick_origin){
        .pattern = position->quick,
        .first_row = position->first_row,
        .beyond_last_page = position->beyond_last_page,
        .cursor = position->cursor,
    };
    model_ask(model, &question_quick_filter);
    prompt_set_text(&model->prompt, position->quick.text);
}
