/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the pairs in stock top's files say: a table of what they may be, and what each sets. */
#include "top/config/stock_pairs.h"

#include <string.h>

#include "top/base/i18n.h"
#include "top/base/limits.h"
#include "top/model/number.h"

/* Flags of a window, by the keys that switch them. */
enum {
    FLAG_FOREST = 0x000002,        /* V */
    FLAG_DESCENDING = 0x000004,    /* R */
    FLAG_BOLD_OFF = 0x000008,      /* B */
    FLAG_TASKS = 0x000010,         /* - */
    FLAG_IDLE = 0x000020,          /* i */
    FLAG_CUMULATIVE = 0x000040,    /* S */
    FLAG_COMMAND_LINE = 0x000080,  /* c */
    FLAG_MARK_RUNNING = 0x000100,  /* y */
    FLAG_MARK_SORT = 0x000200,     /* x */
    FLAG_MARK_BOLD = 0x000400,     /* b */
    FLAG_COLOURS = 0x000800,       /* z */
    FLAG_MEMORY = 0x001000,        /* m */
    FLAG_CPUS = 0x002000,          /* t */
    FLAG_LOAD = 0x004000,          /* l */
    FLAG_TOGETHER = 0x008000,      /* 1 */
    FLAG_NUMBERS_RIGHT = 0x020000, /* J */
    FLAG_TEXT_RIGHT = 0x040000,    /* j */
    FLAG_COORDINATES = 0x080000,   /* C */
    FLAG_NODES = 0x400000,         /* 2 */
};

static void take_flags(struct window *window, unsigned flags)
{
    window->forest = flags & FLAG_FOREST;
    window->ascending = !(flags & FLAG_DESCENDING);
    window->bold_off = flags & FLAG_BOLD_OFF;
    window->tasks_hidden = !(flags & FLAG_TASKS);
    window->idle_hidden = !(flags & FLAG_IDLE);
    window->cumulative = flags & FLAG_CUMULATIVE;
    window->command_lines = flags & FLAG_COMMAND_LINE;
    window->mark_running = flags & FLAG_MARK_RUNNING;
    window->mark_sort = flags & FLAG_MARK_SORT;
    window->mark_reverse = !(flags & FLAG_MARK_BOLD);
    window->palette.on = flags & FLAG_COLOURS;
    window->memory = flags & FLAG_MEMORY ? SUMMARY_DETAIL : SUMMARY_OFF;
    window->cpus = flags & FLAG_CPUS ? SUMMARY_DETAIL : SUMMARY_OFF;
    window->show_load = flags & FLAG_LOAD;
    window->cpu_choice.mode = flags & FLAG_NODES      ? CPUS_BY_NODE
                              : flags & FLAG_TOGETHER ? CPUS_TOGETHER
                                                      : CPUS_EACH;
    window->numbers_left = !(flags & FLAG_NUMBERS_RIGHT);
    window->text_right = flags & FLAG_TEXT_RIGHT;
    window->show_coordinates = flags & FLAG_COORDINATES;
}

/* Bars and blocks count only where the lines are not off altogether. */
static void take_graph(enum summary_mode *mode, int64_t value)
{
    if (*mode != SUMMARY_OFF)
        *mode = (enum summary_mode)value;
}

/* What a pair may say, and what it does. */
enum pair {
    PAIR_ALTERNATE,
    PAIR_IRIX,
    PAIR_CURRENT,
    PAIR_WINFLAGS,
    PAIR_SORT,
    PAIR_MAX_TASKS,
    PAIR_GRAPH_CPUS,
    PAIR_GRAPH_MEMORY,
    PAIR_ADJOIN,
    PAIR_COMBINE,
    PAIR_CORE_KIND,
    PAIR_CORES,
    PAIR_COLOUR, /* and as many as there are parts */
    PAIR_EXTRA_WIDTH = PAIR_COLOUR + PART_COUNT,
    PAIR_SUMMARY_UNIT,
    PAIR_TASK_UNIT,
    PAIR_ZEROS,
    PAIR_TIMES,
};

static const struct {
    const char *name;
    enum section section;
    enum pair pair;
    int64_t least, most;
} pairs[] = {
    {"Mode_altscr", SECTION_MODES, PAIR_ALTERNATE, 0, 1},
    {"Mode_irixps", SECTION_MODES, PAIR_IRIX, 0, 1},
    {"Curwin", SECTION_MODES, PAIR_CURRENT, 0, WINDOW_COUNT - 1},
    {"winflags", SECTION_WINDOWS, PAIR_WINFLAGS, 0, INT32_MAX},
    {"sortindx", SECTION_WINDOWS, PAIR_SORT, 0, FIELD_COUNT - 1},
    {"maxtasks", SECTION_WINDOWS, PAIR_MAX_TASKS, 0, INT32_MAX},
    {"graph_cpus", SECTION_WINDOWS, PAIR_GRAPH_CPUS, 0, SUMMARY_BLOCKS},
    {"graph_mems", SECTION_WINDOWS, PAIR_GRAPH_MEMORY, 0, SUMMARY_BLOCKS},
    {"double_up", SECTION_WINDOWS, PAIR_ADJOIN, 0, ADJOINING_MOST - 1},
    {"combine_cpus", SECTION_WINDOWS, PAIR_COMBINE, 0, INT32_MAX / 2},
    {"core_types", SECTION_WINDOWS, PAIR_CORE_KIND, 0, 3},
    {"cores_vs_cpus", SECTION_WINDOWS, PAIR_CORES, 0, INT32_MAX},
    {"summclr", SECTION_WINDOWS, PAIR_COLOUR + PART_SUMMARY, COLOUR_DEFAULT, COLOUR_MOST},
    {"msgsclr", SECTION_WINDOWS, PAIR_COLOUR + PART_MESSAGES, COLOUR_DEFAULT, COLOUR_MOST},
    {"headclr", SECTION_WINDOWS, PAIR_COLOUR + PART_HEADER, COLOUR_DEFAULT, COLOUR_MOST},
    {"taskclr", SECTION_WINDOWS, PAIR_COLOUR + PART_TASKS, COLOUR_DEFAULT, COLOUR_MOST},
    {"task_xy", SECTION_WINDOWS, PAIR_COLOUR + PART_MARKS, COLOUR_DEFAULT, COLOUR_MOST},
    {"Fixed_widest", SECTION_REST, PAIR_EXTRA_WIDTH, EXTRA_WIDTH_AUTO, EXTRA_WIDTH_MOST},
    {"Summ_mscale", SECTION_REST, PAIR_SUMMARY_UNIT, 0, UNIT_OF_EIB},
    {"Task_mscale", SECTION_REST, PAIR_TASK_UNIT, 0, UNIT_OF_PIB},
    {"Zero_suppress", SECTION_REST, PAIR_ZEROS, 0, 1},
    {"Tics_scaled", SECTION_REST, PAIR_TIMES, 0, TIME_WHOLE_WEEKS},
};

/* 1: both kinds are shown, and told apart, which we always do. */
static enum core_kind core_kind_of(int64_t value)
{
    return value == 2 ? CORE_PERFORMANCE : value == 3 ? CORE_EFFICIENT : CORE_UNKNOWN;
}

static void take_global_pair(struct config *config, enum pair pair, int64_t value)
{
    switch (pair) {
    case PAIR_ALTERNATE:
        config->alternate = value;
        break;
    case PAIR_IRIX:
        config->solaris = !value;
        break;
    case PAIR_CURRENT:
        config->current = (unsigned)value + 1;
        break;
    case PAIR_EXTRA_WIDTH:
        config->extra_width = (int)value;
        break;
    case PAIR_SUMMARY_UNIT:
        config->summary_unit = (enum memory_unit)value;
        break;
    case PAIR_TASK_UNIT:
        config->task_unit = (enum memory_unit)value;
        break;
    case PAIR_ZEROS:
        config->zeros_hidden = value;
        break;
    case PAIR_TIMES:
        config->task_time = (enum time_form)value;
        break;
    default:
        break;
    }
}

static void take_window_pair(struct window *window, enum pair pair, int64_t value)
{
    switch (pair) {
    case PAIR_WINFLAGS:
        take_flags(window, (unsigned)value);
        break;
    case PAIR_SORT:
        window->sort = (enum field_id)value;
        break;
    case PAIR_MAX_TASKS:
        window->max_tasks = (size_t)value;
        break;
    case PAIR_GRAPH_CPUS:
        take_graph(&window->cpus, value);
        break;
    case PAIR_GRAPH_MEMORY:
        take_graph(&window->memory, value);
        break;
    case PAIR_ADJOIN:
        window->adjoining = (unsigned)value + 1;
        break;
    case PAIR_COMBINE:
        window->cpu_choice.combined = (unsigned)value + 1; /* so many others join each */
        break;
    case PAIR_CORE_KIND:
        window->cpu_choice.kind = core_kind_of(value);
        break;
    case PAIR_CORES:
        window->cpu_choice.cores = value;
        break;
    default:
        if (pair >= PAIR_COLOUR && pair < PAIR_COLOUR + PART_COUNT)
            window->palette.colours[pair - PAIR_COLOUR] = (int)value;
        break;
    }
}

static bool take_delay(struct config *config, const char *value, struct buf *why)
{
    if (seconds_parse(value, &config->delay_ns))
        return true;
    buf_printf(why, _("'%s' is no delay"), value);
    return false;
}

bool stock_pair_take(const struct stock_place *place, const char *name, const char *value,
                     struct buf *why)
{
    int64_t number;

    if (place->section == SECTION_MODES && strcmp(name, "Delay_time") == 0)
        return take_delay(place->config, value, why);
    if (!number_parse(value, &number)) {
        buf_printf(why, _("'%s' is no number"), value);
        return false;
    }
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (pairs[i].section != place->section || strcmp(pairs[i].name, name) != 0)
            continue;
        if (number < pairs[i].least || number > pairs[i].most) {
            buf_printf(why, _("'%s' is no value for '%s'"), value, name);
            return false;
        }
        if (place->section == SECTION_WINDOWS)
            take_window_pair(place->window, pairs[i].pair, number);
        else
            take_global_pair(place->config, pairs[i].pair, number);
        return true;
    }
    return true; /* of a newer version */
}
