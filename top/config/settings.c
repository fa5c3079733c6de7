/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/settings.h"

#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "lib/base/units.h"
#include "top/base/i18n.h"
#include "top/base/limits.h"
#include "top/config/config.h"
#include "top/model/number.h"

/* SETTING_WORD writes enums as unsigned. */
_Static_assert(sizeof(enum summary_mode) == sizeof(unsigned), "enums are as large as unsigned");

#define TASKS_MOST INT32_MAX

static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB", NULL};
static const char *const task_units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", NULL};
static const char *const times[] = {"hundredths", "seconds", "hours",       "days",
                                    "whole-days", "weeks",   "whole-weeks", NULL};
static const char *const summary_modes[] = {"figures", "bars", "blocks", "off", NULL};
static const char *const cpu_modes[] = {"together", "each", "nodes", "one-node", NULL};
static const char *const core_kinds[] = {"any", "efficient", "performance", NULL};

#define GLOBAL(member) offsetof(struct config, member)
#define WINDOW(member) offsetof(struct window_settings, member)
#define COLOUR(part)   WINDOW(palette.colours[part])

/* clang-format off */
static const struct setting settings[] = {
    {"delay", SETTING_SECONDS, GLOBAL(settings.delay_ns), NULL, 0, 0, "Seconds between refreshes: d"},
    {"alternate", SETTING_BOOL, GLOBAL(settings.alternate), NULL, 0, 0, "All windows share the screen: A"},
    {"window", SETTING_NUMBER, GLOBAL(current), NULL, 1, WINDOW_COUNT, "The current window: g"},
    {"solaris", SETTING_BOOL, GLOBAL(settings.solaris), NULL, 0, 0, "%CPU is a share of all processors: I"},
    {"summary-unit", SETTING_WORD, GLOBAL(settings.summary_unit), units, 0, 0, "KiB, MiB, GiB, TiB, PiB or EiB: E"},
    {"task-unit", SETTING_WORD, GLOBAL(settings.task_unit), task_units, 0, 0, "KiB, MiB, GiB, TiB or PiB: e"},
    {"task-time", SETTING_WORD, GLOBAL(settings.task_time), times, 0, 0, "hundredths, seconds, hours, days, whole-days, weeks or whole-weeks: ^E"},
    {"zeros-hidden", SETTING_BOOL, GLOBAL(settings.zeros_hidden), NULL, 0, 0, "0"},
    {"extra-width", SETTING_NUMBER, GLOBAL(settings.extra_width), NULL, EXTRA_WIDTH_AUTO, EXTRA_WIDTH_MOST, "Cells; -1: as needed: X"},
};

static const struct setting window_settings[] = {
    {"name", SETTING_NAME, 0, NULL, 0, 0, NULL},
    {"tasks-hidden", SETTING_BOOL, WINDOW(tasks_hidden), NULL, 0, 0, NULL},
    {"fields", SETTING_FIELDS, 0, NULL, 0, 0, "Those shown, and the others in the order of the field manager: f"},
    {"other-fields", SETTING_OTHERS, 0, NULL, 0, 0, NULL},
    {"sort", SETTING_FIELD, WINDOW(sort), NULL, 0, 0, NULL},
    {"ascending", SETTING_BOOL, WINDOW(ascending), NULL, 0, 0, NULL},
    {"forest", SETTING_BOOL, WINDOW(forest), NULL, 0, 0, NULL},
    {"pools", SETTING_BOOL, WINDOW(pools), NULL, 0, 0, NULL},
    {"command-lines", SETTING_BOOL, WINDOW(command_lines), NULL, 0, 0, NULL},
    {"idle-hidden", SETTING_BOOL, WINDOW(idle_hidden), NULL, 0, 0, NULL},
    {"cumulative", SETTING_BOOL, WINDOW(cumulative), NULL, 0, 0, NULL},
    {"max-tasks", SETTING_COUNT, WINDOW(max_tasks), NULL, 0, TASKS_MOST, "0: as many as there is room for: n"},
    {"filter", SETTING_FILTER, WINDOW(filters), NULL, 0, 0, "As at the keys O and o, one a line"},
    {"filter-any-case", SETTING_FILTER_ANY_CASE, WINDOW(filters), NULL, 0, 0, NULL},
    {"mark-sort", SETTING_BOOL, WINDOW(mark_sort), NULL, 0, 0, "Looks: x y b B J j C"},
    {"mark-running", SETTING_BOOL, WINDOW(mark_running), NULL, 0, 0, NULL},
    {"mark-reverse", SETTING_BOOL, WINDOW(mark_reverse), NULL, 0, 0, NULL},
    {"bold-off", SETTING_BOOL, WINDOW(bold_off), NULL, 0, 0, NULL},
    {"numbers-left", SETTING_BOOL, WINDOW(numbers_left), NULL, 0, 0, NULL},
    {"text-right", SETTING_BOOL, WINDOW(text_right), NULL, 0, 0, NULL},
    {"coordinates", SETTING_BOOL, WINDOW(show_coordinates), NULL, 0, 0, NULL},
    {"colours", SETTING_BOOL, WINDOW(palette.on), NULL, 0, 0, "default, or a number up to 255: Z z"},
    {"summary-colour", SETTING_COLOUR, COLOUR(PART_SUMMARY), NULL, 0, 0, NULL},
    {"message-colour", SETTING_COLOUR, COLOUR(PART_MESSAGES), NULL, 0, 0, NULL},
    {"header-colour", SETTING_COLOUR, COLOUR(PART_HEADER), NULL, 0, 0, NULL},
    {"task-colour", SETTING_COLOUR, COLOUR(PART_TASKS), NULL, 0, 0, NULL},
    {"mark-colour", SETTING_COLOUR, COLOUR(PART_MARKS), NULL, 0, 0, NULL},
    {"load", SETTING_BOOL, WINDOW(show_load), NULL, 0, 0, "Summary: l ~; figures, bars, blocks or off: t m"},
    {"scan", SETTING_BOOL, WINDOW(show_scan), NULL, 0, 0, NULL},
    {"processors", SETTING_WORD, WINDOW(cpus), summary_modes, 0, 0, NULL},
    {"memory", SETTING_WORD, WINDOW(memory), summary_modes, 0, 0, NULL},
    {"processor-lines", SETTING_WORD, WINDOW(cpu_choice.mode), cpu_modes, 0, 0, "together, each, nodes or one-node: 1 2 3"},
    {"node", SETTING_NUMBER, WINDOW(cpu_choice.node), NULL, 0, INT32_MAX, NULL},
    {"combined", SETTING_NUMBER, WINDOW(cpu_choice.combined), NULL, 0, INT32_MAX, "So many processors are one: !"},
    {"cores", SETTING_BOOL, WINDOW(cpu_choice.cores), NULL, 0, 0, NULL},
    {"core-kind", SETTING_WORD, WINDOW(cpu_choice.kind), core_kinds, 0, 0, "any, efficient or performance: 5"},
    {"adjoining", SETTING_NUMBER, WINDOW(adjoining), NULL, 1, ADJOINING_MOST, "Processors in a line: 4"},
};
/* clang-format on */

const struct setting *setting_at(size_t index)
{
    return index < sizeof(settings) / sizeof(settings[0]) ? &settings[index] : NULL;
}

const struct setting *window_setting_at(size_t index)
{
    return index < sizeof(window_settings) / sizeof(window_settings[0]) ? &window_settings[index]
                                                                        : NULL;
}

static bool fail(struct buf *why, const struct setting *setting, const char *value)
{
    buf_printf(why, _("'%s' is not a value for '%s'"), value, setting->name);
    return false;
}

static bool parse_bool(const char *value, bool *flag)
{
    *flag = strcmp(value, "yes") == 0;
    return *flag || strcmp(value, "no") == 0;
}

static bool parse_word(const struct setting *setting, const char *value, unsigned *number)
{
    for (*number = 0; setting->words[*number]; (*number)++)
        if (strcmp(setting->words[*number], value) == 0)
            return true;
    return false;
}

static bool parse_within(const struct setting *setting, const char *value, int64_t *number)
{
    return number_parse(value, number) && *number >= setting->least && *number <= setting->most;
}

static bool parse_colour(const char *value, int *colour)
{
    int64_t number = COLOUR_DEFAULT;

    if (strcmp(value, "default") != 0 &&
        (!number_parse(value, &number) || number < 0 || number > COLOUR_MOST))
        return false;
    *colour = (int)number;
    return true;
}

static bool parse_name(const char *value, struct window_settings *window)
{
    wchar_t text[WINDOW_NAME_MAX + 1];
    size_t characters = mbstowcs(NULL, value, 0);

    if (!characters || characters == (size_t)-1 || characters > WINDOW_NAME_MAX)
        return false;
    mbstowcs(text, value, WINDOW_NAME_MAX + 1);
    for (size_t i = 0; i < characters; i++)
        if (!iswprint((wint_t)text[i]))
            return false;
    memcpy(window->name, value, strlen(value) + 1);
    return true;
}

/*
 * Moves fields, named by their headers with blanks between, to the slots from `first` on; those
 * that were there follow. *count is their number.
 */
static bool place_fields(const char *value, struct window_settings *window, size_t first,
                         size_t *count)
{
    char copy[1024];
    char *rest, *name;

    if (strlen(value) >= sizeof(copy))
        return false;
    memcpy(copy, value, strlen(value) + 1);
    *count = 0;
    for (name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        struct field_slot slot;
        enum field_id id;
        size_t at;

        if (!field_by_name(name, &id))
            return false;
        at = window_settings_find_slot(window, id);
        if (at < first + *count)
            return false; /* named twice */
        slot = window->slots[at];
        memmove(&window->slots[first + *count + 1], &window->slots[first + *count],
                (at - first - *count) * sizeof(slot));
        window->slots[first + *count] = slot;
        (*count)++;
    }
    return true;
}

static bool parse_fields(const char *value, struct window_settings *window)
{
    size_t count;

    if (!place_fields(value, window, 0, &count))
        return false;
    for (size_t i = 0; i < FIELD_COUNT; i++)
        window->slots[i].shown = i < count;
    window_settings_update(window);
    return true;
}

static bool parse_filter(const char *value, bool any_case, struct filters *filters, struct buf *why)
{
    struct filter filter;

    return filter_parse(value, any_case, &filter, why) && filters_add(filters, &filter, why);
}

bool setting_parse(const struct setting *setting, void *base, const char *value, struct buf *why)
{
    void *at = (char *)base + setting->offset;
    struct window_settings *window = base;
    int64_t number = 0;
    size_t count;
    bool fits = false;

    switch (setting->kind) {
    case SETTING_BOOL:
        fits = parse_bool(value, at);
        break;
    case SETTING_WORD:
        fits = parse_word(setting, value, at);
        break;
    case SETTING_NUMBER:
        fits = parse_within(setting, value, &number);
        *(int *)at = fits ? (int)number : 0;
        break;
    case SETTING_COUNT:
        fits = parse_within(setting, value, &number);
        *(size_t *)at = fits ? (size_t)number : 0;
        break;
    case SETTING_COLOUR:
        fits = parse_colour(value, at);
        break;
    case SETTING_SECONDS:
        fits = seconds_parse(value, at);
        break;
    case SETTING_FIELD:
        fits = field_by_name(value, at);
        break;
    case SETTING_FIELDS:
        fits = parse_fields(value, window);
        break;
    case SETTING_OTHERS:
        fits = place_fields(value, window, window->field_count, &count);
        break;
    case SETTING_NAME:
        fits = parse_name(value, window);
        break;
    case SETTING_FILTER:
    case SETTING_FILTER_ANY_CASE:
        return parse_filter(value, setting->kind == SETTING_FILTER_ANY_CASE, at, why);
    }
    return fits || fail(why, setting, value);
}

/* Seconds with as many decimals as needed. */
static void put_seconds(uint64_t ns, struct buf *out)
{
    buf_put_u64(out, ns / NS_PER_S);
    if (ns % NS_PER_S == 0)
        return;
    buf_putc(out, '.');
    buf_put_u64_padded(out, ns % NS_PER_S, 9);
    while (out->len && out->data[out->len - 1] == '0')
        buf_truncate(out, out->len - 1);
}

static void put_fields(const struct window_settings *window, bool shown, struct buf *out)
{
    const char *between = "";

    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (window->slots[i].shown != shown)
            continue;
        buf_printf(out, "%s%s", between, field_at(window->slots[i].id)->header);
        between = " ";
    }
}

static void put_filters(const struct setting *setting, const struct filters *filters,
                        struct buf *out)
{
    bool any_case = setting->kind == SETTING_FILTER_ANY_CASE;

    for (size_t i = 0; i < filters->count; i++) {
        if (filters->list[i].ignore_case != any_case)
            continue;
        buf_printf(out, "%s = ", setting->name);
        filter_put(&filters->list[i], out);
        buf_putc(out, '\n');
    }
}

static void put_value(const struct setting *setting, const void *base, struct buf *out)
{
    const void *at = (const char *)base + setting->offset;
    const struct window_settings *window = base;

    switch (setting->kind) {
    case SETTING_BOOL:
        buf_puts(out, *(const bool *)at ? "yes" : "no");
        break;
    case SETTING_WORD:
        buf_puts(out, setting->words[*(const unsigned *)at]);
        break;
    case SETTING_NUMBER:
        buf_put_i64(out, *(const int *)at);
        break;
    case SETTING_COUNT:
        buf_put_u64(out, *(const size_t *)at);
        break;
    case SETTING_COLOUR:
        if (*(const int *)at == COLOUR_DEFAULT)
            buf_puts(out, "default");
        else
            buf_put_i64(out, *(const int *)at);
        break;
    case SETTING_SECONDS:
        put_seconds(*(const uint64_t *)at, out);
        break;
    case SETTING_FIELD:
        buf_puts(out, field_at(*(const enum field_id *)at)->header);
        break;
    case SETTING_FIELDS:
    case SETTING_OTHERS:
        put_fields(window, setting->kind == SETTING_FIELDS, out);
        break;
    case SETTING_NAME:
        buf_puts(out, window->name);
        break;
    case SETTING_FILTER:
    case SETTING_FILTER_ANY_CASE:
        break;
    }
}

void setting_put(const struct setting *setting, const void *base, struct buf *out)
{
    if (setting->comment)
        buf_printf(out, "# %s\n", setting->comment);
    if (setting->kind == SETTING_FILTER || setting->kind == SETTING_FILTER_ANY_CASE) {
        put_filters(setting, (const void *)((const char *)base + setting->offset), out);
        return;
    }
    buf_printf(out, "%s = ", setting->name);
    put_value(setting, base, out);
    buf_putc(out, '\n');
}
