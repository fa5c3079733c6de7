/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is different after some keys, in words. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/common/key_names.h"
#include "tests/unit/top/keys.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/sample_request.h"

static const char *const detail_kinds[] = {
    [DETAIL_CAPABILITIES] = "capabilities",
    [DETAIL_CGROUPS] = "cgroups",
    [DETAIL_COMMAND_LINE] = "command-line",
    [DETAIL_ENDED] = "ended",
    [DETAIL_ENVIRONMENT] = "environment",
    [DETAIL_GROUPS] = "groups",
    [DETAIL_MESSAGES] = "messages",
    [DETAIL_NAMESPACES] = "namespaces",
    [DETAIL_WAIT] = "wait",
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
    if (!have_same_fields(window, &before)) {
        buf_puts(out, " fields");
        for (size_t i = 0; i < window->settings.field_count; i++)
            buf_printf(out, " %s", field_at(window->settings.fields[i])->header);
    }
}

static void tell_screen(struct buf *out)
{
    if (model.screen == SCREEN_HELP)
        buf_printf(out, " help %zu", model.help.first);
    if (model.screen == SCREEN_FIELDS)
        buf_printf(out, " at %zu%s", model.fields.at, model.fields.moving ? " moving" : "");
    if (model.screen == SCREEN_COLOURS)
        buf_printf(out, " choosing %s", parts[model.colours.part]);
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
    if (window->position.search.text[0])
        buf_printf(out, " search %s%s", window->position.search.text,
                   window->position.search.failed ? " failed" : "");
    if (window->settings.forest)
        buf_puts(out, " forest");
    if (window->settings.pools)
        buf_puts(out, window->settings.by_wait ? " pools-by-wait" : " pools");
    for (size_t i = 0; i < window->position.open_pool_count; i++)
        buf_printf(out, " open %d %s", (int)window->position.open_pools[i].tgid,
                   window->position.open_pools[i].name);
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
    if (effects->action == ACTION_SAVE)
        buf_printf(out, " %s", action_name(effects->action));
    else if (effects->action != ACTION_NONE)
        buf_printf(out, " %s %d %s %d", action_name(effects->action), (int)effects->pid,
                   effects->name, effects->value);
}

static void tell_modes(struct buf *out)
{
    if (model.threads)
        buf_puts(out, " threads");
    if (model.settings.solaris)
        buf_puts(out, " solaris");
    if (model.paused)
        buf_puts(out, " paused");
    if (!model.settings.ended)
        buf_puts(out, " no-ended");
    if (!model.settings.pressure)
        buf_puts(out, " no-pressure");
}

/* All that is different from the start, and what was asked for by the last key. */
static void tell(const struct effects *effects, struct buf *out)
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
    if (model.message[0])
        buf_puts(out, " says");
    if (!sample_request_is_met(&model))
        buf_puts(out, " wants");
    tell_effects(effects, out);
    ck_assert(!model.failed);
}

void key_case_check_told(const struct key_case *expected, const struct effects *effects)
{
    struct buf told = {0};

    tell(effects, &told);
    ck_assert_msg(strcmp(buf_text(&told), expected->told) == 0, "%s:%s, not%s", expected->keys,
                  buf_text(&told), expected->told);
    buf_fini(&told);
}

void key_case_check(const struct key_case *expected)
{
    const struct effects effects = press_keys(expected->keys);

    key_case_check_told(expected, &effects);
}
