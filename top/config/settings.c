/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/internal.h"

#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/base/units.h"
#include "lib/text/i18n.h"
#include "top/config/config.h"

static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB", NULL};
static const char *const task_units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", NULL};
static const char *const times[] = {"hundredths", "seconds", "hours",       "days",
                                    "whole-days", "weeks",   "whole-weeks", NULL};
static const char *const summary_modes[] = {"figures", "bars", "blocks", "off", NULL};
static const char *const pool_modes[] = {[GROUP_BY_NOTHING] = "no", [GROUP_BY_POOL] = "yes", NULL};
static const char *const cpu_modes[] = {"together", "each", "nodes", "one-node", NULL};
static const char *const core_kinds[] = {"any", "efficient", "performance", NULL};

/*
 * The kind of a setting and its place, which the compiler checks: a member of another type has no
 * association. Enums without negative values are unsigned.
 */
#define AT_TYPE(s, member, type) \
    offsetof(struct s, member) + _Generic(((struct s *)NULL)->member, type : 0)
#define AT_INT(s, member) \
    offsetof(struct s, member) + _Generic(((struct s *)NULL)->member, int : 0, unsigned : 0)

/* clang-format off */
#define BOOL(s, member)        .kind = SETTING_BOOL, .offset = AT_TYPE(s, member, bool)
#define WORD(s, member, list)  .kind = SETTING_WORD, .offset = AT_TYPE(s, member, unsigned), .words = (list)
#define NUMBER(s, member, ...) .kind = SETTING_NUMBER, .offset = AT_INT(s, member), .range = {__VA_ARGS__}
#define SECONDS(s, member)     .kind = SETTING_SECONDS, .offset = AT_TYPE(s, member, uint64_t)
#define FIELD(s, member)       .kind = SETTING_FIELD, .offset = AT_TYPE(s, member, unsigned)
#define COLOUR(part) \
    .kind = SETTING_COLOUR, .offset = AT_TYPE(window_settings, palette.colours[part], int)
#define SLOTS(which, member) .kind = (which), .offset = offsetof(struct window_settings, member)
#define FILTER(which) .kind = (which), .offset = AT_TYPE(window_settings, filters, struct filters)

static const struct setting settings[] = {
    {"delay", SECONDS(config, settings.delay_ns), .comment = "Seconds between refreshes: d"},
    {"alternate", BOOL(config, settings.alternate), .comment = "All windows share the screen: A"},
    {"window", NUMBER(config, current, 1, WINDOW_COUNT), .comment = "The current window: g"},
    {"solaris", BOOL(config, settings.solaris), .comment = "%CPU is a share of all processors: I"},
    {"summary-unit", WORD(config, settings.summary_unit, units), .comment = "Unit of memory in the summary: KiB, MiB, GiB, TiB, PiB or EiB: E"},
    {"task-unit", WORD(config, settings.task_unit, task_units), .comment = "Unit of memory in the table: KiB, MiB, GiB, TiB or PiB: e"},
    {"task-time", WORD(config, settings.task_time, times), .comment = "CPU times down to hundredths, seconds, hours, days, whole-days, weeks or whole-weeks: ^E"},
    {"zeros-hidden", BOOL(config, settings.zeros_hidden), .comment = "Zeros are left out: 0"},
    {"cursor", BOOL(config, settings.cursor), .comment = "Arrow keys move a cursor; no: they scroll"},
    {"ended", BOOL(config, settings.ended), .comment = "Rows of exited tasks, and a line about them: D"},
    {"pressure", BOOL(config, settings.pressure), .comment = "A line about the pressure on the host: 6"},
    {"mouse", BOOL(config, settings.mouse), .comment = "The wheel scrolls, a click sorts; no: the terminal selects text: '"},
    {"function-keys", BOOL(config, settings.key_bar), .comment = "A line about F1 to F10 at the bottom: 9"},
    {"status", BOOL(config, settings.status), .comment = "A line about filters, limits and scrolling; filters on hidden fields count"},
    {"extra-width", NUMBER(config, settings.extra_width, EXTRA_WIDTH_AUTO, EXTRA_WIDTH_MOST), .comment = "Cells by which some fields are wider; -1: as many as needed: X"},
};

static const struct setting window_settings[] = {
    {"name", .kind = SETTING_NAME},
    {"tasks-hidden", BOOL(window_settings, tasks_hidden)},
    {"fields", SLOTS(SETTING_FIELDS, slots), .comment = "Fields shown, then all others in the order of the field manager: f"},
    {"other-fields", SLOTS(SETTING_OTHERS, slots)},
    {"group-fields", SLOTS(SETTING_FIELDS, group_slots), .comment = "The same of groups, and of groups by what tasks wait for"},
    {"other-group-fields", SLOTS(SETTING_OTHERS, group_slots)},
    {"wait-fields", SLOTS(SETTING_FIELDS, wait_slots)},
    {"other-wait-fields", SLOTS(SETTING_OTHERS, wait_slots)},
    {"sort", FIELD(window_settings, sort)},
    {"ascending", BOOL(window_settings, ascending)},
    {"forest", BOOL(window_settings, forest)},
    {"group-by", WORD(window_settings, group, group_by_names), .comment = "Tasks are grouped by pool, program, user, session, cgroup, container, pod, wait or pool,wait, or off: % *"},
    {"pools", WORD(window_settings, group, pool_modes), .is_old = true},
    {"command-lines", BOOL(window_settings, command_lines)},
    {"idle-hidden", BOOL(window_settings, idle_hidden)},
    {"cumulative", BOOL(window_settings, cumulative)},
    {"max-tasks", NUMBER(window_settings, max_tasks, 0, MAX_TASKS_MOST), .comment = "Tasks to show at most; 0: as many as fit: n"},
    {"filter", FILTER(SETTING_FILTER), .comment = "Filters as they are typed, one on each line: O o"},
    {"filter-any-case", FILTER(SETTING_FILTER_ANY_CASE)},
    {"mark-sort", BOOL(window_settings, mark_sort), .comment = "Looks: x y b B J j C"},
    {"mark-running", BOOL(window_settings, mark_running)},
    {"mark-reverse", BOOL(window_settings, mark_reverse)},
    {"bold-off", BOOL(window_settings, bold_off)},
    {"numbers-left", BOOL(window_settings, numbers_left)},
    {"text-right", BOOL(window_settings, text_right)},
    {"coordinates", BOOL(window_settings, show_coordinates)},
    {"colours", BOOL(window_settings, palette.on), .comment = "Colours: each is default, or a number up to 255: Z z"},
    {"summary-colour", COLOUR(PART_SUMMARY)},
    {"message-colour", COLOUR(PART_MESSAGES)},
    {"header-colour", COLOUR(PART_HEADER)},
    {"task-colour", COLOUR(PART_TASKS)},
    {"mark-colour", COLOUR(PART_MARKS)},
    {"load", BOOL(window_settings, show_load), .comment = "Summary: l ~; figures, bars, blocks or off: t m"},
    {"scan", BOOL(window_settings, show_scan)},
    {"processors", WORD(window_settings, cpus, summary_modes)},
    {"memory", WORD(window_settings, memory, summary_modes)},
    {"processor-lines", WORD(window_settings, cpu_choice.mode, cpu_modes), .comment = "Lines of processors: together, each, nodes or one-node: 1 2 3"},
    {"node", NUMBER(window_settings, cpu_choice.node, 0, INT32_MAX)},
    {"combined", NUMBER(window_settings, cpu_choice.combined, 0, INT32_MAX), .comment = "So many processors are shown as one: !"},
    {"cores", BOOL(window_settings, cpu_choice.cores)},
    {"core-kind", WORD(window_settings, cpu_choice.kind, core_kinds), .comment = "Kind of the processors shown: any, efficient or performance: 5"},
    {"adjoining", NUMBER(window_settings, adjoining, 1, ADJOINING_MOST), .comment = "Processors that share a line: 4"},
};
/* clang-format on */

const struct setting *setting_at(size_t index)
{
    return index < ARRAY_COUNT(settings) ? &settings[index] : NULL;
}

const struct setting *window_setting_at(size_t index)
{
    return index < ARRAY_COUNT(window_settings) ? &window_settings[index] : NULL;
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
    for (unsigned i = 0; setting->words[i]; i++) {
        if (strcmp(setting->words[i], value) == 0) {
            *number = i;
            return true;
        }
    }
    return false;
}

static bool parse_within(const struct setting *setting, const char *value, int64_t *number)
{
    return number_parse(value, number) && *number >= setting->range.least &&
           *number <= setting->range.most;
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

/*
 * Moves fields, named by their headers with blanks between, to the slots from `first` on; those
 * that were there follow. *count is their number.
 */
static bool place_fields(const char *value, struct field_slot slots[FIELD_COUNT], size_t first,
                         size_t *count)
{
    struct span rest = span_of(value), word;

    *count = 0;
    while ((word = span_take_word(&rest)).len > 0) {
        char name[64] = "";
        struct field_slot slot;
        enum field_id id;
        size_t at;

        if (word.len < sizeof(name))
            memcpy(name, word.text, word.len);
        if (!field_by_name(name, &id))
            return false;
        at = field_slots_find(slots, id);
        if (at < first + *count)
            return false; /* named twice */
        slot = slots[at];
        memmove(&slots[first + *count + 1], &slots[first + *count],
                (at - first - *count) * sizeof(slot));
        slots[first + *count] = slot;
        (*count)++;
    }
    return true;
}

static bool parse_fields(const char *value, struct field_slot slots[FIELD_COUNT])
{
    size_t count;

    if (!place_fields(value, slots, 0, &count))
        return false;
    for (size_t i = 0; i < FIELD_COUNT; i++)
        slots[i].shown = i < count;
    return true;
}

static bool parse_others(const char *value, struct field_slot slots[FIELD_COUNT])
{
    size_t shown = 0, count;

    for (size_t i = 0; i < FIELD_COUNT; i++)
        shown += slots[i].shown;
    return place_fields(value, slots, shown, &count);
}

static bool parse_filter(const char *value, bool any_case, struct filters *filters, struct buf *why)
{
    struct filter filter;

    return filter_parse(value, any_case, &filter, why) && filters_add(filters, &filter, why);
}

bool setting_take_name(struct window_settings *window, const char *name)
{
    const size_t len = strlen(name);
    bool foreign = false;

    if (window_settings_set_name(window, name))
        return true;
    for (size_t i = 0; i < len; i++) {
        const unsigned char byte = (unsigned char)name[i];

        if (byte < ' ' || byte == 0x7f)
            return false;
        foreign |= byte >= 0x80;
    }
    if (!foreign || len >= sizeof(window->name))
        return false;
    memcpy(window->name, name, len + 1);
    return true;
}

bool setting_parse(const struct setting *setting, void *base, const char *value, struct buf *why)
{
    void *at = (char *)base + setting->offset;
    struct window_settings *window = base;
    int64_t number = 0;
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
        *(int *)at = fits ? (int)number : *(int *)at;
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
        fits = parse_fields(value, at);
        break;
    case SETTING_OTHERS:
        fits = parse_others(value, at);
        break;
    case SETTING_NAME:
        fits = setting_take_name(window, value);
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

static void put_fields(const struct field_slot slots[FIELD_COUNT], bool shown, struct buf *out)
{
    const char *between = "";

    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (slots[i].shown != shown)
            continue;
        buf_printf(out, "%s%s", between, field_at(slots[i].id)->header);
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
        put_fields(at, setting->kind == SETTING_FIELDS, out);
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
    if (setting->is_old)
        return;
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
