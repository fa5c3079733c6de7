/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pairs in stock top's files: a table of their valid values and effects. */
#include "top/config/internal.h"

#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/base/units.h"
#include "lib/text/i18n.h"
#include "top/config/config.h"

#define CONFIG(member) .offset = offsetof(struct config, member)
#define WINDOW(member) .offset = offsetof(struct window_settings, member)

/* The bits of winflags, by the keys that switch them. */
static const struct {
    unsigned bit;
    bool inverse;
    size_t offset; /* of a bool in struct window_settings */
} flags[] = {
    {0x000002, false, WINDOW(forest)},           /* V */
    {0x000004, true, WINDOW(ascending)},         /* R */
    {0x000008, false, WINDOW(bold_off)},         /* B */
    {0x000010, true, WINDOW(tasks_hidden)},      /* - */
    {0x000020, true, WINDOW(idle_hidden)},       /* i */
    {0x000040, false, WINDOW(cumulative)},       /* S */
    {0x000080, false, WINDOW(command_lines)},    /* c */
    {0x000100, false, WINDOW(mark_running)},     /* y */
    {0x000200, false, WINDOW(mark_sort)},        /* x */
    {0x000400, true, WINDOW(mark_reverse)},      /* b */
    {0x000800, false, WINDOW(palette.on)},       /* z */
    {0x004000, false, WINDOW(show_load)},        /* l */
    {0x020000, true, WINDOW(numbers_left)},      /* J */
    {0x040000, false, WINDOW(text_right)},       /* j */
    {0x080000, false, WINDOW(show_coordinates)}, /* C */
};

enum {
    FLAG_MEMORY = 0x001000,   /* m */
    FLAG_CPUS = 0x002000,     /* t */
    FLAG_TOGETHER = 0x008000, /* 1 */
    FLAG_NODES = 0x400000,    /* 2 */
};

static void take_flags(struct window_settings *window, unsigned value)
{
    for (size_t i = 0; i < ARRAY_COUNT(flags); i++)
        *(bool *)((char *)window + flags[i].offset) = !(value & flags[i].bit) == flags[i].inverse;
    window->memory = value & FLAG_MEMORY ? SUMMARY_DETAIL : SUMMARY_OFF;
    window->cpus = value & FLAG_CPUS ? SUMMARY_DETAIL : SUMMARY_OFF;
    window->cpu_choice.mode = value & FLAG_NODES      ? CPUS_BY_NODE
                              : value & FLAG_TOGETHER ? CPUS_TOGETHER
                                                      : CPUS_EACH;
}

/* The effect of a pair's number on the member at the offset. */
enum effect {
    SET_BOOL,
    SET_INVERSE,   /* bool */
    SET_INT,       /* or unsigned, or an enum */
    SET_FIELD,     /* enum field_id */
    SET_COLOUR,    /* int */
    SET_NEXT,      /* int or unsigned: the number + 1 */
    SET_GRAPH,     /* enum summary_mode, unless it is SUMMARY_OFF */
    SET_CORE_KIND, /* enum core_kind */
    SET_FLAGS,     /* of the window */
    SET_DELAY,     /* uint64_t, in ns: see take_delay() */
};

/* In the order of 4.0.2, which accepts no other one. */
/* clang-format off */
static const struct pair {
    const char *name;
    enum stock_section section;
    int64_t least, most;
    enum effect effect;
    size_t offset; /* in struct window_settings in STOCK_WINDOWS, else in struct config */
    bool starts_line;
    bool newer; /* than 4.0.2: not written */
} pairs[] = {
    {"Mode_altscr", STOCK_MODES, 0, 1, SET_BOOL, CONFIG(settings.alternate)},
    {"Mode_irixps", STOCK_MODES, 0, 1, SET_INVERSE, CONFIG(settings.solaris)},
    {"Delay_time", STOCK_MODES, 0, 0, SET_DELAY, CONFIG(settings.delay_ns)},
    {"Curwin", STOCK_MODES, 0, WINDOW_COUNT - 1, SET_NEXT, CONFIG(current)},
    {"winflags", STOCK_WINDOWS, 0, INT32_MAX, SET_FLAGS, .offset = 0},
    {"sortindx", STOCK_WINDOWS, 0, FIELD_STOCK_COUNT - 1, SET_FIELD, WINDOW(sort)},
    {"maxtasks", STOCK_WINDOWS, 0, INT32_MAX, SET_INT, WINDOW(max_tasks)},
    {"graph_cpus", STOCK_WINDOWS, 0, SUMMARY_BLOCKS, SET_GRAPH, WINDOW(cpus)},
    {"graph_mems", STOCK_WINDOWS, 0, SUMMARY_BLOCKS, SET_GRAPH, WINDOW(memory)},
    {"double_up", STOCK_WINDOWS, 0, ADJOINING_MOST - 1, SET_NEXT, WINDOW(adjoining)},
    {"combine_cpus", STOCK_WINDOWS, 0, INT32_MAX / 2, SET_NEXT, WINDOW(cpu_choice.combined)},
    {"core_types", STOCK_WINDOWS, 0, 3, SET_CORE_KIND, WINDOW(cpu_choice.kind)},
    {"summclr", STOCK_WINDOWS, COLOUR_DEFAULT, COLOUR_MOST, SET_COLOUR, WINDOW(palette.colours[PART_SUMMARY]), .starts_line = true},
    {"msgsclr", STOCK_WINDOWS, COLOUR_DEFAULT, COLOUR_MOST, SET_COLOUR, WINDOW(palette.colours[PART_MESSAGES])},
    {"headclr", STOCK_WINDOWS, COLOUR_DEFAULT, COLOUR_MOST, SET_COLOUR, WINDOW(palette.colours[PART_HEADER])},
    {"taskclr", STOCK_WINDOWS, COLOUR_DEFAULT, COLOUR_MOST, SET_COLOUR, WINDOW(palette.colours[PART_TASKS])},
    {"task_xy", STOCK_WINDOWS, COLOUR_DEFAULT, COLOUR_MOST, SET_COLOUR, WINDOW(palette.colours[PART_MARKS]), .newer = true},
    {"cores_vs_cpus", STOCK_WINDOWS, 0, 1, SET_BOOL, WINDOW(cpu_choice.cores), .newer = true},
    {"Fixed_widest", STOCK_REST, EXTRA_WIDTH_AUTO, EXTRA_WIDTH_MOST, SET_INT, CONFIG(settings.extra_width)},
    {"Summ_mscale", STOCK_REST, 0, UNIT_OF_EIB, SET_INT, CONFIG(settings.summary_unit)},
    {"Task_mscale", STOCK_REST, 0, UNIT_OF_PIB, SET_INT, CONFIG(settings.task_unit)},
    {"Zero_suppress", STOCK_REST, 0, 1, SET_BOOL, CONFIG(settings.zeros_hidden)},
    {"Tics_scaled", STOCK_REST, 0, TIME_WHOLE_WEEKS, SET_INT, CONFIG(settings.task_time)},
};
/* clang-format on */

/* Enums are as large as int: the compiler checks that in settings.c. */
static void apply(const struct pair *pair, void *base, int64_t value)
{
    /* 1: both kinds, marked; here they are always marked. */
    static const enum core_kind kinds[] = {CORE_UNKNOWN, CORE_UNKNOWN, CORE_PERFORMANCE,
                                           CORE_EFFICIENT};
    void *at = (char *)base + pair->offset;

    switch (pair->effect) {
    case SET_BOOL:
        *(bool *)at = value;
        break;
    case SET_INVERSE:
        *(bool *)at = !value;
        break;
    case SET_INT:
    case SET_FIELD:
    case SET_COLOUR:
        *(int *)at = (int)value;
        break;
    case SET_NEXT:
        *(int *)at = (int)value + 1;
        break;
    case SET_GRAPH:
        if (*(enum summary_mode *)at != SUMMARY_OFF)
            *(enum summary_mode *)at = (enum summary_mode)value;
        break;
    case SET_CORE_KIND:
        *(enum core_kind *)at = kinds[value];
        break;
    case SET_FLAGS:
        take_flags(base, (unsigned)value);
        break;
    case SET_DELAY: /* not an integer */
        break;
    }
}

static const struct pair *find_pair(enum stock_section section, const char *name)
{
    for (size_t i = 0; i < ARRAY_COUNT(pairs); i++)
        if (pairs[i].section == section && strcmp(pairs[i].name, name) == 0)
            return &pairs[i];
    return NULL;
}

/* Seconds, a point and milliseconds, two numbers without padding in any locale: 0.50 is 50 ms. */
static bool take_delay(void *base, const struct pair *pair, const char *value, struct buf *why)
{
    const char *at = value, *end = value + strlen(value);
    uint64_t seconds = 0, ms = 0;
    bool good = decimal_take(&at, end, &seconds);

    if (good && *at == '.') {
        at++;
        good = decimal_take(&at, end, &ms);
    }
    if (!good || *at || seconds > INT32_MAX || ms > INT32_MAX) {
        buf_printf(why, _("'%s' is not a delay"), value);
        return false;
    }
    *(uint64_t *)((char *)base + pair->offset) = seconds * NS_PER_S + ms * NS_PER_MS;
    return true;
}

bool stock_pair_take(const struct stock_place *place, const char *name, const char *value,
                     struct buf *why)
{
    void *base = place->section == STOCK_WINDOWS ? (void *)place->window : place->config;
    const struct pair *pair = find_pair(place->section, name);
    int64_t number;

    if (pair && pair->effect == SET_DELAY)
        return take_delay(base, pair, value, why);
    if (!number_parse(value, &number)) {
        buf_printf(why, _("'%s' is not a number"), value);
        return false;
    }
    if (!pair)
        return true; /* a name of a newer version */
    if (number < pair->least || number > pair->most) {
        buf_printf(why, _("'%s' is not a value for '%s'"), value, name);
        return false;
    }
    apply(pair, base, number);
    return true;
}

static unsigned flags_of(const struct window_settings *window)
{
    unsigned value = 0;

    for (size_t i = 0; i < ARRAY_COUNT(flags); i++)
        if (*(const bool *)((const char *)window + flags[i].offset) != flags[i].inverse)
            value |= flags[i].bit;
    if (window->memory != SUMMARY_OFF)
        value |= FLAG_MEMORY;
    if (window->cpus != SUMMARY_OFF)
        value |= FLAG_CPUS;
    if (window->cpu_choice.mode == CPUS_TOGETHER || window->cpu_choice.mode == CPUS_BY_NODE)
        value |= FLAG_TOGETHER;
    if (window->cpu_choice.mode == CPUS_BY_NODE)
        value |= FLAG_NODES;
    return value;
}

static int64_t graph_of(enum summary_mode mode)
{
    return mode == SUMMARY_OFF ? SUMMARY_DETAIL : mode;
}

static int64_t kind_of(enum core_kind kind)
{
    if (kind == CORE_UNKNOWN)
        return 0;
    return kind == CORE_PERFORMANCE ? 2 : 3;
}

static int64_t field_of(enum field_id id)
{
    return id < STOCK_FIELDS_OLDEST ? id : FIELD_CPU;
}

/* 4.0.2 has no terminal default; its tasks have the colour of the summary at first. */
static int64_t colour_of(const struct window_settings *window, int colour)
{
    if (colour == COLOUR_DEFAULT)
        colour = window->palette.colours[PART_SUMMARY];
    return colour == COLOUR_DEFAULT ? 1 : colour;
}

/* The opposite of apply(). */
static int64_t value_of(const struct pair *pair, const void *base)
{
    const void *at = (const char *)base + pair->offset;

    switch (pair->effect) {
    case SET_BOOL:
        return *(const bool *)at;
    case SET_INVERSE:
        return !*(const bool *)at;
    case SET_INT:
        return *(const int *)at;
    case SET_FIELD:
        return field_of(*(const enum field_id *)at);
    case SET_COLOUR:
        return colour_of(base, *(const int *)at);
    case SET_NEXT:
        return *(const int *)at ? *(const int *)at - 1 : 0;
    case SET_GRAPH:
        return graph_of(*(const enum summary_mode *)at);
    case SET_CORE_KIND:
        return kind_of(*(const enum core_kind *)at);
    case SET_FLAGS:
        return flags_of(base);
    case SET_DELAY: /* not an integer */
        break;
    }
    return 0;
}

static void put_pair_value(const struct pair *pair, const void *base, struct buf *out)
{
    int64_t value;

    if (pair->effect == SET_DELAY) {
        const uint64_t ns = *(const uint64_t *)((const char *)base + pair->offset);

        buf_put_u64(out, ns / NS_PER_S);
        buf_putc(out, '.');
        buf_put_u64(out, ns % NS_PER_S / NS_PER_MS);
        return;
    }
    value = value_of(pair, base);
    if (value < pair->least)
        value = pair->least;
    if (value > pair->most)
        value = pair->most;
    buf_put_i64(out, value);
}

void stock_pairs_put(const struct config *config, enum stock_section section,
                     const struct window_settings *window, struct buf *out)
{
    const char *between = "";

    for (size_t i = 0; i < ARRAY_COUNT(pairs); i++) {
        const struct pair *pair = &pairs[i];

        if (pair->section != section || pair->newer)
            continue;
        buf_printf(out, "%s%s=", pair->starts_line ? "\n\t" : between, pair->name);
        put_pair_value(pair, window ? (const void *)window : config, out);
        between = ", ";
    }
}
