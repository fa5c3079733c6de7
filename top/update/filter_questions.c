/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Questions about what is shown: filters, also as they are typed, and users. */
#include "top/update/commands.h"

#include <stdio.h>
#include <string.h>

#include "lib/text/i18n.h"
#include "lib/text/names.h"

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

    position->quick = position->quick_before;
    window_position_restore(position, &position->quick_origin);
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

    position->quick_before = position->quick;
    position->quick_origin = window_position_place(position);
    model_ask(model, &question_quick_filter);
    prompt_set_text(&model->prompt, position->quick.text);
}

/* A user filter replaces -p. */
static void filter_by_user(struct model *model, struct window *window,
                           const struct user_filter *filter)
{
    window->position.users = *filter;
    window->position.first_row = 0;
    model->pid_count = 0;
    model->rows_stale = true;
}

static void take_user(struct model *model, const struct answer *answer)
{
    struct wanted_user *wanted = &model->wanted_user;
    struct user_filter filter = {.by = FILTER_NOBODY};
    const char *name = NULL;

    *wanted = (struct wanted_user){.filter.by = FILTER_NOBODY};
    if (*answer->text &&
        !user_filter_begin(answer->text, (enum filter_by)answer->argument, &filter, &name)) {
        model_set_message(model, _("Invalid user"));
    } else if (name) {
        *wanted = (struct wanted_user){.filter = filter, .window = model->window};
        snprintf(wanted->name, sizeof(wanted->name), "%s", name);
        model_set_message(model, _("Looking for the user '%s' ..."), name);
        answer->effects->action = ACTION_FIND_USER;
    } else {
        filter_by_user(model, model->window, &filter);
    }
}

const struct question question_effective_user = {
    .name = "effective-user",
    .text = N_("Which user (blank for all) "),
    .act = take_user,
    .argument = FILTER_EFFECTIVE,
};

const struct question question_any_user = {
    .name = "any-user",
    .text = N_("Which user (blank for all) "),
    .act = take_user,
    .argument = FILTER_ANY,
};

/*
 * The one owner of tasks whose name begins so. False: there is none, or there are several. Stores
 * whether the names of some are still looked up.
 */
static bool find_owner(const struct model *model, const char *beginning, uid_t *uid, bool *pending)
{
    const struct snapshot *snapshot = &model->newest->snapshot;
    size_t found = 0;

    *pending = false;
    for (size_t i = 0; i < snapshot->count; i++) {
        const struct task *task = &snapshot->tasks[i];
        const char *name;

        if (!(task->have & NEED_OWNER) || (found && task->euid == *uid))
            continue;
        name = name_cache_user(model->context.names, task->euid);
        *pending |= name_cache_user_is_pending(model->context.names, task->euid);
        if (name && strncmp(name, beginning, strlen(beginning)) == 0) {
            found++;
            *uid = task->euid;
        }
    }
    return found == 1;
}

static void end_search(struct model *model, bool known, uid_t uid, int error)
{
    struct wanted_user *wanted = &model->wanted_user;

    wanted->filter.uid = uid;
    model->message[0] = '\0';
    if (known)
        filter_by_user(model, wanted->window, &wanted->filter);
    else
        model_set_message(model, "%s", error ? strerror(-error) : _("Invalid user"));
    *wanted = (struct wanted_user){.filter.by = FILTER_NOBODY};
}

void user_question_find_owner(struct model *model)
{
    struct wanted_user *wanted = &model->wanted_user;
    uid_t uid = 0;
    bool found, pending;

    if (!wanted->is_beginning || !model->newest || model->newest->snapshot.incomplete ||
        !(model->newest->request.need & NEED_OWNER))
        return;
    found = find_owner(model, wanted->name, &uid, &pending);
    if (!pending)
        end_search(model, found, uid, 0);
}

void user_question_take_found(struct model *model, const char *name, bool known, uid_t uid,
                              int error)
{
    struct wanted_user *wanted = &model->wanted_user;

    if (wanted->filter.by == FILTER_NOBODY || strcmp(wanted->name, name) != 0)
        return;
    /* In stock top a name is whole. */
    wanted->is_beginning = !error && !known && model->settings.status;
    if (wanted->is_beginning)
        user_question_find_owner(model);
    else
        end_search(model, known, uid, error);
}
