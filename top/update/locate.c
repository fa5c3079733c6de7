/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The search for rows by text. */
#include "top/update/commands.h"

#include <stdio.h>
#include <string.h>

#include "lib/text/i18n.h"
#include "top/base/keys.h"
#include "top/view/view.h"

/* Compares rows of the current window with a text. */
struct comparison {
    const struct pane *pane;
    struct matcher matcher;
    struct buf text;
    bool passes_ended; /* rows of exited tasks do not match */
};

static bool row_matches(struct comparison *with, size_t index)
{
    const struct table_row row = table_row_at(with->pane->table.window, index);

    if (with->passes_ended && row.task->is_ended)
        return false;
    view_put_row(with->pane, &row, &with->text);
    return matcher_matches(&with->matcher, buf_text(&with->text));
}

/*
 * Searches so many rows from `begin` on, or upwards from the one before it, around the ends; false:
 * none matches.
 */
static bool find(struct comparison *with, bool back, size_t begin, size_t steps, size_t *found)
{
    const size_t count = with->pane->table.window->rows.count;

    for (size_t i = 0; i < steps; i++) {
        const size_t index = (back ? begin + count - 1 - i : begin + i) % count;

        if (row_matches(with, index)) {
            *found = index;
            return true;
        }
    }
    return false;
}

static bool all_is_read(const struct model *model, const struct pane *pane)
{
    need_t shown = pane->need & ~(need_t)NEED_DELTA;

    return model_looks_back(model) ||
           (model->sample && (shown & ~model->sample->request.need) == 0);
}

/*
 * Searches in the order of `search`; false when no row matches. As one types, a living task comes
 * before rows of exited ones, which have the name of their parent, too.
 */
static bool find_row(struct comparison *with, const struct search *search, size_t *row)
{
    const size_t count = with->pane->table.window->rows.count;
    const size_t begin = search->from < count ? search->from : count;

    if (!search->wrap)
        return find(with, false, begin, count - begin, row);
    with->passes_ended = !search->again;
    if (find(with, search->back, begin, count, row))
        return true;
    with->passes_ended = false;
    return !search->again && find(with, search->back, begin, count, row);
}

static void go_to(struct model *model, size_t row)
{
    struct window_position *position = &model->window->position;

    position->scrolled = true;
    if (model->settings.cursor) {
        window_set_cursor(model->window, row);
        return;
    }
    position->first_row = row;
    position->beyond_last_page = true;
}

/* False when the search has to wait for a sample; `why`: the pattern is bad. */
static bool search_rows(struct model *model, const struct layout *layout, struct buf *why)
{
    struct search *search = &model->window->position.search;
    struct comparison with = {.pane = layout_find_current(layout)};
    size_t row;

    if (!with.pane)
        return true;
    search->waiting = !all_is_read(model, with.pane);
    if (search->waiting)
        return false;
    search->failed = true;
    if (!matcher_init(&with.matcher, &search->pattern, why))
        return true;
    search->failed = !find_row(&with, search, &row);
    if (!search->failed)
        go_to(model, row);
    if (with.text.failed)
        model->failed = true;
    buf_fini(&with.text);
    matcher_fini(&with.matcher);
    return true;
}

static const struct question question_search;

static void search(struct model *model)
{
    struct search *search = &model->window->position.search;
    const bool is_typed = model->prompt.question == &question_search; /* its text hides messages */
    struct layout layout;
    struct buf why = {0};

    search->unmarked = false;
    layout_compute(model, &layout);
    if (!search_rows(model, &layout, &why)) {
        if (!is_typed)
            model_set_message(model, _("Searching ..."));
        return;
    }
    model->message[0] = '\0';
    if (why.len && !is_typed)
        model_set_message(model, "%s", buf_message(&why));
    else if (search->failed && !is_typed)
        model_set_message(model,
                          search->again ? _("another \"%s\" not found") : _("\"%s\" not found"),
                          search->pattern.text);
    buf_fini(&why);
}

static void locate_start(struct model *model, const struct answer *answer)
{
    struct pattern *pattern = &model->window->position.search.pattern;

    model->window->position.search = (struct search){.from = window_target_row(model->window)};
    pattern->is_literal = true;
    snprintf(pattern->text, sizeof(pattern->text), "%s", answer->text);
    if (*answer->text)
        search(model);
}

const struct question question_locate = {
    .name = "locate",
    .text = N_("Locate string "),
    .act = locate_start,
};

void locate_next(struct model *model)
{
    struct search *again = &model->window->position.search;

    if (!again->pattern.text[0]) {
        model_set_message(model, _("Locate next inactive, use \"L\""));
        return;
    }
    again->from = window_target_row(model->window) + 1;
    again->back = again->wrap = false;
    again->again = true;
    search(model);
}

void locate_resume(struct model *model)
{
    struct search *found = &model->window->position.search;

    if (found->waiting)
        search(model);
    else
        found->wrap = false; /* a longer text may be in these rows */
}

static void search_cancelled(struct model *model)
{
    struct window_position *position = &model->window->position;

    window_position_restore(position, &position->search.origin);
    window_keep_cursor(model->window);
    position->search.pattern.text[0] = '\0';
    position->search.waiting = false;
}

/* Whether the text was extended, so that no row can match it that did not match before. */
static bool adds_to(const struct pattern *before, const struct pattern *typed)
{
    return before->text[0] && *before->text != '~' &&
           strncmp(before->text, typed->text, strlen(before->text)) == 0 &&
           (before->ignore_case || !typed->ignore_case);
}

static void search_typed(struct model *model, int key)
{
    struct window_position *position = &model->window->position;
    struct search *typed = &position->search;
    const struct search before = *typed;

    pattern_take(&typed->pattern, &model->prompt);
    typed->back = key == PRESS_UP;
    typed->wrap = true;
    typed->again = key == PRESS_UP || key == PRESS_DOWN;
    if (before.failed && before.wrap && adds_to(&before.pattern, &typed->pattern))
        return; /* no row contains even the shorter text */
    typed->from = typed->origin.cursor.on ? typed->origin.cursor.row : typed->origin.first_row;
    if (key == PRESS_DOWN)
        typed->from = window_target_row(model->window) + 1;
    if (key == PRESS_UP)
        typed->from = window_target_row(model->window);
    typed->failed = typed->waiting = false;
    if (typed->pattern.text[0])
        search(model);
    else
        search_cancelled(model);
}

static void put_search(const struct model *model, struct buf *out)
{
    buf_puts(out, model->window->position.search.failed ? _("No match: ") : _("Search: "));
}

/* An accepted answer has no effect: the result is on the screen already. */
static const struct question question_search = {
    .name = "search",
    .put = put_search,
    .typed = search_typed,
    .cancelled = search_cancelled,
};

void locate_ask(struct model *model)
{
    struct window_position *position = &model->window->position;

    model_ask(model, &question_search);
    position->search = (struct search){.origin = window_position_place(position),
                                       .from = window_target_row(model->window)};
}
