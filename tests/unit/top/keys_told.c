/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is different after some keys, in words. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/common/key_names.h"
#include "tests/unit/top/keys.h"
#include "tests/unit/top/model_fixture.h"
#include "top/config/config.h"
#include "top/model/sample_request.h"

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

static const char *const summary_modes[] = {
    [SUMMARY_DETAIL] = "figures",
    [SUMMARY_BARS] = "bars",
    [SUMMARY_BLOCKS] = "blocks",
    [SUMMARY_OFF] = "off",
};

static const char *const cpu_modes[] = {
    [CPUS_TOGETHER] = "together",
    [CPUS_EACH] = "each",
    [CPUS_BY_NODE] = "by-node",
    [CPUS_OF_NODE] = "of-node",
};

static const char *const core_kinds[] = {
    [CORE_UNKNOWN] = "unknown",
    [CORE_PERFORMANCE] = "performance",
    [CORE_EFFICIENT] = "efficient",
};

static const char *const units[] = {
    [UNIT_OF_KIB] = "KiB", [UNIT_OF_MIB] = "MiB", [UNIT_OF_GIB] = "GiB",
    [UNIT_OF_TIB] = "TiB", [UNIT_OF_PIB] = "PiB", [UNIT_OF_EIB] = "EiB",
};

static const char *const time_forms[] = {
    [TIME_HUNDREDTHS] = "hundredths",
    [TIME_SECONDS] = "seconds",
    [TIME_HOURS] = "hours",
    [TIME_DAYS] = "days",
    [TIME_WHOLE_DAYS] = "whole-days",
    [TIME_WEEKS] = "weeks",
    [TIME_WHOLE_WEEKS] = "whole-weeks",
};

static void tell_window(const struct window *window, struct buf *out)
{
    const size_t index = model_window_number(&model, window) - 1;
    struct window before;

    window_init(&before, index);
    if (index)
        buf_printf(out, " window %zu", index + 1);
    if (strcmp(window->settings.name, before.settings.name) != 0)
        buf_printf(out, " called %s", window->settings.name);
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        if (model.windows[i].settings.tasks_hidden)
            buf_printf(out, " hidden %zu", i + 1);
    if (window->settings.sort != before.settings.sort)
        buf_printf(out, " sort %s", field_at(window->settings.sort)->header);
    if (window->settings.ascending)
        buf_puts(out, " ascending");
    if (window->settings.command_lines)
        buf_puts(out, " lines");
    if (window->settings.idle_hidden)
        buf_puts(out, " busy");
    if (window->settings.cumulative)
        buf_puts(out, " cumulative");
    if (window->settings.mark_sort)
        buf_puts(out, " mark-sort");
    if (!window->settings.mark_running)
        buf_puts(out, " no-mark-running");
    if (window->settings.mark_reverse)
        buf_puts(out, " mark-reverse");
}

static bool have_same_fields(const struct window *a, const struct window *b)
{
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (a->settings.slots[i].id != b->settings.slots[i].id ||
            a->settings.slots[i].shown != b->settings.slots[i].shown)
            return false;
    return true;
}

static void tell_looks(const struct window *window, struct buf *out)
{
    struct window before;

    window_init(&before, model_window_number(&model, window) - 1);
    if (window->settings.palette.on)
        buf_puts(out, " colours");
    for (int part = 0; part < PART_COUNT; part++)
        if (window->settings.palette.colours[part] != before.settings.palette.colours[part])
            buf_printf(out, " part %s %d", parts[part], window->settings.palette.colours[part]);
    if (window->settings.bold_off)
        buf_puts(out, " no-bold");
    if (window->settings.numbers_left)
        buf_puts(out, " numbers-left");
    if (window->settings.text_right)
        buf_puts(out, " text-right");
    if (window->settings.field_set != FIELDS_OWN)
        buf_printf(out, " set %d", (int)window->settings.field_set);
    if (!have_same_fields(window, &before)) {
        buf_puts(out, " fields");
        for (size_t i = 0; i < window->settings.field_count; i++)
            buf_printf(out, " %s", field_at(window->settings.fields[i])->header);
    }
}

static void tell_field(struct buf *out)
{
    if (model.fields.at == FIELD_COUNT - 1)
        buf_puts(out, " at last");
    else
        buf_printf(out, " at %zu", model.fields.at);
    if (model.fields.moving)
        buf_puts(out, " moving");
}

static void tell_cgroups(const struct cgroup_list *list, struct buf *out)
{
    buf_puts(out, " cgroups");
    if (list->sort)
        buf_printf(out, " by %s", list->sort->header);
    if (list->ascending)
        buf_puts(out, " ascending");
    if (list->tree)
        buf_puts(out, " tree");
    if (list->paths)
        buf_puts(out, " paths");
    if (list->first_column)
        buf_printf(out, " column %zu", list->first_column);
    if (*list->filter)
        buf_printf(out, " filter %s", list->filter);
}

static void tell_screen(struct buf *out)
{
    if (model.screen == SCREEN_HELP)
        buf_printf(out, " help %zu", model.help.first);
    if (model.screen == SCREEN_FIELDS)
        tell_field(out);
    if (model.screen == SCREEN_COLOURS)
        buf_printf(out, " choosing %s", parts[model.colours.part]);
    if (model.screen == SCREEN_MAP)
        buf_printf(out, " map %zu", model.map.first);
    if (model.screen == SCREEN_CGROUPS)
        tell_cgroups(&model.cgroups, out);
}

static void tell_summary(const struct window *window, struct buf *out)
{
    struct window before;

    window_init(&before, 0);
    if (!window->settings.show_load)
        buf_puts(out, " no-load");
    if (window->settings.show_scan)
        buf_puts(out, " scan-line");
    if (window->settings.cpus != before.settings.cpus)
        buf_printf(out, " cpus %s", summary_modes[window->settings.cpus]);
    if (window->settings.memory != before.settings.memory)
        buf_printf(out, " memory %s", summary_modes[window->settings.memory]);
    if (window->settings.cpu_choice.mode != before.settings.cpu_choice.mode)
        buf_printf(out, " cpu-mode %s", cpu_modes[window->settings.cpu_choice.mode]);
    if (window->settings.cpu_choice.node)
        buf_printf(out, " node %d", window->settings.cpu_choice.node);
    if (window->settings.cpu_choice.combined > 1)
        buf_printf(out, " combined %u", window->settings.cpu_choice.combined);
    if (window->settings.cpu_choice.cores)
        buf_puts(out, " cores");
    if (window->settings.cpu_choice.kind != CORE_UNKNOWN)
        buf_printf(out, " kind %s", core_kinds[window->settings.cpu_choice.kind]);
    if (window->settings.adjoining != 1)
        buf_printf(out, " adjoining %u", window->settings.adjoining);
}

static void tell_limits(const struct window *window, struct buf *out)
{
    if (window->settings.max_tasks)
        buf_printf(out, " max %zu", window->settings.max_tasks);
    if (window->position.users.by != FILTER_NOBODY)
        buf_printf(out, " users %s%u%s", window->position.users.negate ? "!" : "",
                   window->position.users.uid,
                   window->position.users.by == FILTER_ANY ? " any" : "");
    if (window->position.first_row)
        buf_printf(out, " row %zu", window->position.first_row);
    if (window->position.first_column)
        buf_printf(out, " column %zu", window->position.first_column);
    if (window->position.text_offset)
        buf_printf(out, " text %zu", window->position.text_offset);
    if (window->settings.show_coordinates)
        buf_puts(out, " coordinates");
}

static void tell_choice(const struct window *window, struct buf *out)
{
    for (size_t i = 0; i < window->settings.filters.count; i++) {
        buf_puts(out, window->settings.filters.list[i].ignore_case ? " filter-any " : " filter ");
        filter_put(&window->settings.filters.list[i], out);
    }
    if (window->position.search.pattern.text[0])
        buf_printf(out, " search %s%s", window->position.search.pattern.text,
                   window->position.search.failed ? " failed" : "");
    if (window->position.quick.text[0])
        buf_printf(out, " quick %s", window->position.quick.text);
    if (window->settings.forest)
        buf_puts(out, " forest");
    if (window->settings.group)
        buf_printf(out, " by %s", group_by_names[window->settings.group]);
    if (window->position.open_group_count)
        buf_printf(out, " open %zu", window->position.open_group_count);
    for (size_t i = 0; i < window->position.collapsed_count; i++)
        buf_printf(out, " collapsed %d", (int)window->position.collapsed[i]);
    if (window->position.focus)
        buf_printf(out, " focus %d", (int)window->position.focus);
}

static void tell_effects(const struct effects *effects, struct buf *out)
{
    if (effects->quit)
        buf_puts(out, " QUIT");
    if (effects->scan)
        buf_puts(out, " SCAN");
    if (effects->redraw)
        buf_puts(out, " REDRAW");
    if (effects->action != ACTION_NONE && effects->tagged)
        buf_printf(out, " %s tagged%s %d", action_name(effects->action),
                   effects->is_step ? " by" : "", effects->value);
    else if (effects->action == ACTION_SAVE)
        buf_printf(out, " %s", action_name(effects->action));
    else if (effects->action != ACTION_NONE)
        buf_printf(out, " %s %d %s%s %d", action_name(effects->action), (int)effects->pid,
                   effects->name, effects->is_step ? " by" : "", effects->value);
}

static void tell_modes(struct buf *out)
{
    if (model.threads)
        buf_puts(out, " threads");
    if (model.settings.solaris)
        buf_puts(out, " solaris");
    if (model.context.marks)
        buf_puts(out, " marked");
    if (model.paused)
        buf_puts(out, " paused");
    if (!model.settings.ended)
        buf_puts(out, " no-ended");
    if (!model.settings.mouse)
        buf_puts(out, " no-mouse");
    if (model.settings.key_bar)
        buf_puts(out, " function-keys");
    if (!model.settings.pressure)
        buf_puts(out, " no-pressure");
}

static void tell_tags(struct buf *out)
{
    for (size_t i = 0; i < model.tags.count; i++)
        buf_printf(out, i > 0 ? ",%d" : " tagged %d", (int)model.tags.list[i].tid);
}

/* All that is different from the start. */
static void tell_state(struct buf *out)
{
    buf_clear(out);
    tell_window(model.window, out);
    tell_looks(model.window, out);
    tell_summary(model.window, out);
    tell_limits(model.window, out);
    if (model.settings.alternate)
        buf_puts(out, " alternate");
    tell_choice(model.window, out);
    tell_modes(out);
    if (model.settings.delay_ns != UINT64_C(3000000000))
        buf_printf(out, " delay %.3f", (double)model.settings.delay_ns / 1e9);
    if (model.settings.summary_unit != UNIT_OF_MIB)
        buf_printf(out, " summary-unit %s", units[model.settings.summary_unit]);
    if (model.settings.task_unit != UNIT_OF_KIB)
        buf_printf(out, " task-unit %s", units[model.settings.task_unit]);
    if (model.screen == SCREEN_INSPECT_CHOICE)
        buf_printf(out, " choice %d %zu", (int)model.inspection.pid, model.inspection.entry);
    if (model.screen == SCREEN_INSPECT_VIEW)
        buf_printf(out, " view %d %zu line %zu cell %zu", (int)model.inspection.pid,
                   model.inspection.entry, model.inspection.first_line,
                   model.inspection.first_cell);
    if (model.settings.task_time != TIME_HUNDREDTHS)
        buf_printf(out, " task-time %s", time_forms[model.settings.task_time]);
    if (model.settings.zeros_hidden)
        buf_puts(out, " no-zeros");
    if (model.settings.extra_width)
        buf_printf(out, " wider %d", model.settings.extra_width);
    tell_screen(out);
    if (model.prompt.question)
        buf_printf(out, " prompt %s of %d", model.prompt.question->name, (int)model.prompt.pid);
    if (model.detail.kind != DETAIL_NONE)
        buf_printf(out, " %s of %d in %zu", detail_kinds[model.detail.kind], (int)model.detail.tid,
                   model.detail.elements.count);
    if (model.detail.selected)
        buf_printf(out, " selected %zu", model.detail.selected);
}

/* And what the last key asks for. */
static void tell(const struct effects *effects, struct buf *out)
{
    tell_state(out);
    if (model.message[0])
        buf_puts(out, " says");
    tell_tags(out);
    if (!sample_request_is_met(&model))
        buf_puts(out, " wants");
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

/* Without the differences that no word stands for. */
static struct window_settings without_trifles(const struct window_settings *settings,
                                              const struct window_settings *first)
{
    struct window_settings same = *settings;

    if (same.cpu_choice.combined == 1) /* as 0 */
        same.cpu_choice.combined = first->cpu_choice.combined;
    if (same.filters.count == 0)
        same.filters = first->filters; /* bytes of filters that are gone */
    if (same.field_set == FIELDS_OWN) {
        same.own_sort = first->own_sort;
        same.own_ascending = first->own_ascending;
    }
    if (same.by_mark) { /* as long as there is a mark, which has the word */
        same.by_mark = false;
        window_settings_update(&same);
    }
    return same;
}

/* A setting that differs from the start is in the words: they change if it is as at the start. */
static void check_words(const char *keys)
{
    const struct model_settings settings = model.settings;
    const struct window_settings of_window = model.window->settings;
    struct buf with = {0}, without = {0};
    struct window_settings differing;
    struct window first;
    bool differs;

    window_init(&first, model_window_number(&model, model.window) - 1);
    differing = without_trifles(&of_window, &first.settings);
    tell_state(&with);
    model_settings_init(&model.settings);
    model.settings.cursor = false; /* as in the fixture */
    differs = !are_same(&settings, &model.settings, sizeof(settings)) ||
              !are_same(&differing, &first.settings, sizeof(differing));
    model.window->settings = first.settings;
    tell_state(&without);
    ck_assert_msg(!differs || strcmp(buf_text(&with), buf_text(&without)) != 0,
                  "%s: changes a setting that has no word in keys_told.c", keys);
    model.settings = settings;
    model.window->settings = of_window;
    buf_fini(&with);
    buf_fini(&without);
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
    check_words(expected->keys);
    check_saved(expected->keys);
    buf_fini(&told);
}

void key_case_check(const struct key_case *expected)
{
    const struct effects effects = press_keys(expected->keys);

    key_case_check_told(expected, &effects);
}
