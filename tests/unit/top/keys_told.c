/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is different after some keys, in words. A setting that no row of top/config/settings.c saves
 * fails here, so that none goes untold. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/common/key_names.h"
#include "tests/unit/top/keys.h"
#include "tests/unit/top/model_fixture.h"
#include "tests/unit/top/tell.h"
#include "top/config/config.h"
#include "top/config/internal.h"
#include "top/model/model.h"

static const char *const detail_kinds[] = {
    [DETAIL_CAPABILITIES] = "capabilities", [DETAIL_CGROUPS] = "cgroups",
    [DETAIL_COMMAND_LINE] = "command-line", [DETAIL_ENDED] = "ended",
    [DETAIL_ENVIRONMENT] = "environment",   [DETAIL_GROUPS] = "groups",
    [DETAIL_MESSAGES] = "messages",         [DETAIL_NAMESPACES] = "namespaces",
    [DETAIL_SIGNALS] = "signals",           [DETAIL_WAIT] = "wait",
};

static const char *const parts[] = {
    [PART_SUMMARY] = "summary", [PART_MESSAGES] = "messages", [PART_HEADER] = "header",
    [PART_TASKS] = "tasks",     [PART_MARKS] = "marks",
};

/* Settings that differ from those at the start, as W writes them, but for the fields not shown. */
static void tell_settings(struct buf *out)
{
    struct buf now = {0}, first = {0};
    char *line, *rest, *line_then, *rest_then;
    struct config config;
    size_t window = 0;

    config_init(&config);
    config.settings.cursor = config.settings.ended = false; /* as in the fixture */
    config_put(&config, &first);
    config_take(&config, &model);
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        config.windows[i] = model.windows[i].settings; /* with the order of a ready set of fields */
    config_put(&config, &now);
    line_then = strtok_r(first.data, "\n", &rest_then);
    for (line = strtok_r(now.data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const char *sign = strstr(line, " = ");

        if (strncmp(line, "[window ", 8) == 0)
            window = strtoul(line + 8, NULL, 10);
        if (strcmp(line, line_then) != 0 && strncmp(line, "other-", 6) != 0) {
            buf_putc(out, ' ');
            TELL(window && window != config.current, "%zu:", window);
            buf_printf(out, "%.*s=%s", (int)(sign - line), line, sign + 3);
        }
        if (strncmp(line, "filter", 6) != 0) /* there was none */
            line_then = strtok_r(NULL, "\n", &rest_then);
    }
    config_fini(&config);
    buf_fini(&first);
    buf_fini(&now);
}

static void tell_cgroups(const struct cgroup_list *list, struct buf *out)
{
    buf_puts(out, " cgroups");
    TELL(list->sort, " by %s", list->sort->header);
    TELL(list->ascending, " ascending");
    TELL(list->tree, " tree");
    TELL(list->paths, " paths");
    TELL(list->first_column, " column %zu", list->first_column);
    TELL(*list->filter, " filter %s", list->filter);
}

static void tell_screen(struct buf *out)
{
    const struct inspection *inspection = &model.inspection;

    TELL(model.screen == SCREEN_INSPECT_CHOICE, " choice %d %zu", (int)inspection->task.tid,
         inspection->entry);
    TELL(model.screen == SCREEN_INSPECT_VIEW, " view %d %zu line %zu cell %zu",
         (int)inspection->task.tid, inspection->entry, inspection->first_line,
         inspection->first_cell);
    TELL(model.screen == SCREEN_HELP, " help %zu", model.help_first);
    if (model.screen == SCREEN_FIELDS && model.fields.at == FIELD_COUNT - 1)
        buf_puts(out, " at last");
    else
        TELL(model.screen == SCREEN_FIELDS, " at %zu", model.fields.at);
    TELL(model.screen == SCREEN_FIELDS && model.fields.moving, " moving");
    TELL(model.screen == SCREEN_COLOURS, " choosing %s", parts[model.colours.part]);
    TELL(model.screen == SCREEN_MAP, " map %zu", model.map.first);
    if (model.screen == SCREEN_CGROUPS)
        tell_cgroups(&model.cgroups, out);
    TELL(model.prompt.question, " prompt %s of %d", model.prompt.question->name,
         (int)model.prompt.pid);
    TELL(model.detail.kind != DETAIL_NONE, " %s of %d in %zu", detail_kinds[model.detail.kind],
         (int)model.detail.task.tid, model.detail.elements.count);
    TELL(model.detail.selected, " selected %zu", model.detail.selected);
}

/* What a window has that W does not save. */
static void tell_position(const struct window *window, struct buf *out)
{
    const struct window_position *at = &window->position;

    TELL(window->settings.field_set != FIELDS_OWN, " set %d", (int)window->settings.field_set);
    TELL(at->users.by != FILTER_NOBODY, " users %s%u%s", at->users.negate ? "!" : "", at->users.uid,
         at->users.by == FILTER_ANY ? " any" : "");
    TELL(at->first_row, " row %zu", at->first_row);
    TELL(at->first_column, " column %zu", at->first_column);
    TELL(at->text_offset, " text %zu", at->text_offset);
    TELL(at->search.pattern.text[0], " search %s%s", at->search.pattern.text,
         at->search.failed ? " failed" : "");
    TELL(at->quick.text[0], " quick %s", at->quick.text);
    TELL(at->open_group_count, " open %zu", at->open_group_count);
    for (size_t i = 0; i < at->collapsed_count; i++)
        buf_printf(out, " collapsed %d", (int)at->collapsed[i].tid);
    TELL(at->focus.tid, " focus %d", (int)at->focus.tid);
}

static void tell_effects(const struct effects *effects, struct buf *out)
{
    TELL(effects->quit, " QUIT");
    TELL(effects->scan, " SCAN");
    TELL(effects->redraw, " REDRAW");
    if (effects->action != ACTION_NONE && effects->tagged)
        buf_printf(out, " %s tagged%s %d", action_name(effects->action),
                   effects->is_step ? " by" : "", effects->value);
    else if (effects->action == ACTION_SAVE)
        buf_printf(out, " %s", action_name(effects->action));
    else if (effects->action != ACTION_NONE)
        buf_printf(out, " %s %d %s%s %d", action_name(effects->action), (int)effects->pid,
                   effects->name, effects->is_step ? " by" : "", effects->value);
}

/* All that is different from the start, and what the last key asks for. */
static void tell(const struct effects *effects, struct buf *out)
{
    tell_settings(out);
    tell_position(model.window, out);
    TELL(model.threads, " threads");
    TELL(model.context.marks, " marked");
    TELL(model.paused, " paused");
    tell_screen(out);
    TELL(model.message[0], " says");
    for (size_t i = 0; i < model.tags.count; i++)
        buf_printf(out, i > 0 ? ",%d" : " tagged %d", (int)model.tags.list[i].tid);
    TELL(!sample_request_is_met(&model), " wants");
    tell_effects(effects, out);
    ck_assert(!model.failed);
}

/*
 * Settings by their bytes, so that a member that is new is compared, too. What lies between members
 * is 0 in all of them.
 */
static bool are_same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

/* The settings that W saves: the user's own fields and sort field. */
static void leave_ready_fields(struct window_settings *settings)
{
    settings->by_mark = false;
    window_settings_choose_fields(settings, FIELDS_OWN);
    settings->own_sort = settings->sort;
    settings->own_ascending = settings->ascending;
}

/*
 * Whether the settings are the same, but for the bytes behind the end of a filter's value, and for
 * the fields: the file does not have the order of hidden ones among those that are shown.
 */
static bool have_same_settings(struct config *a, struct config *b)
{
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        struct window_settings *from = &a->windows[i];
        struct window_settings *to = &b->windows[i];

        leave_ready_fields(from);
        leave_ready_fields(to);
        to->filters = from->filters;
        to->field_count = from->field_count;
        memcpy(to->fields, from->fields, sizeof(to->fields));
        memcpy(to->slots, from->slots, sizeof(to->slots));
        memcpy(to->group_slots, from->group_slots, sizeof(to->group_slots));
        memcpy(to->wait_slots, from->wait_slots, sizeof(to->wait_slots));
    }
    return are_same(&a->settings, &b->settings, sizeof(a->settings)) &&
           are_same(a->windows, b->windows, sizeof(a->windows));
}

/* What W saves is what is set: each setting has its row in top/config/settings.c. */
static void check_saved(const char *keys)
{
    struct config_error error = {0};
    struct buf text = {0};
    struct config set, read;

    config_take(&set, &model);
    config_put(&set, &text);
    ck_assert_msg(config_parse(&read, buf_text(&text), text.len, &error), "%s: line %zu: %s", keys,
                  error.line, buf_text(&error.why));
    ck_assert_msg(have_same_settings(&set, &read),
                  "%s: changes a setting that W does not save: it has no row in "
                  "top/config/settings.c",
                  keys);
    config_fini(&read);
    buf_fini(&error.why);
    buf_fini(&text);
}

void key_case_check_told(const struct key_case *expected, const struct effects *effects)
{
    struct buf told = {0};

    tell(effects, &told);
    ck_assert_msg(strcmp(buf_text(&told), expected->told) == 0, "%s:%s, not%s", expected->keys,
                  buf_text(&told), expected->told);
    check_saved(expected->keys);
    buf_fini(&told);
}

void key_case_check(const struct key_case *expected)
{
    const struct effects effects = press_keys(expected->keys);

    key_case_check_told(expected, &effects);
}
