/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/locate.h"

#include <stdio.h>
#include <string.h>
#include <wctype.h>

#include "top/base/i18n.h"
#include "top/base/keys.h"
#include "top/table/cells.h"
#include "top/view/layout.h"

/* Compares rows of the current window with the text. */
struct matcher {
    const struct pane *pane;
    const struct search *search;
    struct buf text;
};

static bool row_matches(struct matcher *matcher, size_t index)
{
    const struct table_row row = table_row_at(matcher->pane->table.window, index);
    const char *wanted = matcher->search->text;
    const char *text;

    buf_clear(&matcher->text);
    for (size_t i = 0; i < matcher->pane->column_count; i++)
        cell_put_padded(&matcher->text, &matcher->pane->table, &matcher->pane->columns[i], &row);
    text = buf_text(&matcher->text);
    return (matcher->search->ignore_case ? strcasestr(text, wanted) : strstr(text, wanted)) != NULL;
}

/* Searches rows `first` to `end` - 1, upwards when `back`; false when none matches. */
static bool find(struct matcher *matcher, size_t first, size_t end, bool back, size_t *found)
{
    for (size_t i = first; i < end; i++) {
        size_t index = back ? end - 1 - (i - first) : i;

        if (row_matches(matcher, index)) {
            *found = index;
            return true;
        }
    }
    return false;
}

static bool all_is_read(const struct model *model, const struct pane *pane)
{
    need_t shown = pane->need & ~(need_t)NEED_DELTA;

    return model->sample && (shown & ~model->sample->request.need) == 0;
}

/* False when the search has to wait for a sample. */
static bool search_rows(struct model *model, const struct layout *layout)
{
    struct window_position *position = &model->window->position;
    struct search *search = &position->search;
    struct matcher matcher = {.pane = layout_find_current(layout), .search = search};
    size_t count = model->window->rows.count;
    size_t begin = search->from < count ? search->from : count;
    size_t row;
    bool found;

    if (!matcher.pane)
        return true;
    search->waiting = !all_is_read(model, matcher.pane);
    if (search->waiting)
        return false;
    if (search->back)
        found = find(&matcher, 0, begin, true, &row);
    else
        found = find(&matcher, begin, count, false, &row);
    if (!found && search->wrap && !search->back)
        found = find(&matcher, 0, begin, false, &row);
    search->failed = !found;
    if (found) {
        position->first_row = row;
        position->beyond_last_page = true;
    }
    if (matcher.text.failed)
        model->failed = true;
    buf_fini(&matcher.text);
    return true;
}

static const struct question question_search;

static void search(struct model *model)
{
    const struct search *search = &model->window->position.search;
    struct layout layout;

    layout_compute(model, &layout);
    if (!search_rows(model, &layout)) {
        model_set_message(model, _("Reading what is to be searched ..."));
        return;
    }
    model->message[0] = '\0';
    if (search->failed && model->prompt.question != &question_search)
        model_set_message(model,
                          search->again ? _("another \"%s\" not found") : _("\"%s\" not found"),
                          search->text);
}

static void locate_start(struct model *model, const char *text)
{
    struct window_position *position = &model->window->position;

    position->search = (struct search){.from = position->first_row};
    snprintf(position->search.text, sizeof(position->search.text), "%s", text);
    if (*text)
        search(model);
}

const struct question question_locate = {
    .name = "locate",
    .text = N_("Locate string "),
    .take = locate_start,
};

void locate_next(struct model *model)
{
    const struct window_position *position = &model->window->position;
    struct search *again = &model->window->position.search;

    if (!again->text[0]) {
        model_set_message(model, _("Locate next inactive, use \"L\""));
        return;
    }
    again->from = position->first_row + 1;
    again->back = again->wrap = false;
    again->again = true;
    search(model);
}

void locate_resume(struct model *model)
{
    if (model->window->position.search.waiting)
        search(model);
}

static void search_cancelled(struct model *model)
{
    struct window_position *position = &model->window->position;

    position->first_row = position->search.origin;
    position->beyond_last_page = position->search.origin_beyond;
    position->search.text[0] = '\0';
    position->search.waiting = false;
}

static bool has_upper_case(const struct prompt *prompt)
{
    for (size_t i = 0; i < prompt->len; i++)
        if (iswupper((wint_t)prompt->text[i]))
            return true;
    return false;
}

/* Whether the text was made longer, and no row can match it that did not match before. */
static bool adds_to(const struct search *before, const struct search *typed)
{
    return before->text[0] && strncmp(before->text, typed->text, strlen(before->text)) == 0 &&
           (before->ignore_case || !typed->ignore_case);
}

static void search_typed(struct model *model, int key)
{
    struct window_position *position = &model->window->position;
    struct search *typed = &position->search;
    const struct search before = *typed;

    prompt_text(&model->prompt, typed->text);
    typed->ignore_case = !has_upper_case(&model->prompt);
    typed->back = key == PRESS_UP;
    typed->wrap = key != PRESS_UP && key != PRESS_DOWN;
    if (before.failed && before.wrap && typed->wrap && adds_to(&before, typed))
        return; /* no row has the beginning of the text */
    typed->from = typed->origin;
    if (key == PRESS_DOWN)
        typed->from = position->first_row + 1;
    if (key == PRESS_UP)
        typed->from = position->first_row;
    typed->failed = typed->waiting = false;
    if (typed->text[0])
        search(model);
    else
        search_cancelled(model);
}

static void put_search(const struct model *model, struct buf *out)
{
    buf_puts(out,
             model->window->position.search.failed ? _("Search, nothing found: ") : _("Search: "));
}

/* When the answer is accepted the result is on the screen already. */
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
    position->search = (struct search){.origin = position->first_row,
                                       .origin_beyond = position->beyond_last_page,
                                       .from = position->first_row};
}
