/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "lib/base/array.h"
#include "lib/base/units.h"

void model_settings_init(struct model_settings *settings)
{
    *settings = (struct model_settings){.delay_ns = 3 * NS_PER_S,
                                        .cursor = true,
                                        .ended = true,
                                        .mouse = true,
                                        .pressure = true,
                                        .status = true,
                                        .summary_unit = UNIT_OF_MIB};
}

/* The first eight colours, as all terminals number them. */
enum {
    RED = 1,
    GREEN = 2,
    YELLOW = 3,
    BLUE = 4,
    MAGENTA = 5,
    CYAN = 6,
    WHITE = 7,
};

/* Those of stock top's windows on the first start. */
static const int colour_presets[][PART_COUNT] = {
    {RED, RED, YELLOW, COLOUR_DEFAULT, RED},
    {CYAN, CYAN, WHITE, COLOUR_DEFAULT, CYAN},
    {MAGENTA, MAGENTA, BLUE, COLOUR_DEFAULT, MAGENTA},
    {YELLOW, YELLOW, GREEN, COLOUR_DEFAULT, YELLOW},
};

/* The defaults in which the windows differ: the sort field and the first fields, in this order. */
struct preset {
    const char *name;
    enum field_id sort;
    size_t count, hidden_count;
    enum field_id fields[20];
    enum field_id hidden[7]; /* those of `fields` that are not shown */
};

/* clang-format off */
static const struct preset presets[WINDOW_COUNT] = {
    {"Def", FIELD_CPU, 12, 0, {
        FIELD_PID, FIELD_USER, FIELD_PR, FIELD_NI, FIELD_VIRT, FIELD_RES, FIELD_SHR, FIELD_S,
        FIELD_CPU, FIELD_MEM, FIELD_TIME_PLUS, FIELD_COMMAND,
    }, {0}},
    {"Job", FIELD_PID, 15, 3, {
        FIELD_PID, FIELD_PPID, FIELD_TIME_PLUS, FIELD_CPU, FIELD_MEM, FIELD_USER, FIELD_PR,
        FIELD_NI, FIELD_S, FIELD_VIRT, FIELD_RES, FIELD_SHR, FIELD_SWAP, FIELD_UID, FIELD_COMMAND,
    }, {FIELD_USER, FIELD_SHR, FIELD_SWAP}},
    {"Mem", FIELD_MEM, 18, 7, {
        FIELD_PID, FIELD_MEM, FIELD_VIRT, FIELD_SWAP, FIELD_RES, FIELD_CODE, FIELD_DATA, FIELD_SHR,
        FIELD_NMAJ, FIELD_OOMS, FIELD_NMIN, FIELD_ENVIRON, FIELD_NDRT, FIELD_S, FIELD_PR, FIELD_NI,
        FIELD_CPU, FIELD_COMMAND,
    }, {FIELD_SWAP, FIELD_OOMS, FIELD_NMIN, FIELD_ENVIRON, FIELD_S, FIELD_PR, FIELD_NI}},
    {"Usr", FIELD_USER, 11, 0, {
        FIELD_PID, FIELD_PPID, FIELD_UID, FIELD_USER, FIELD_RUSER, FIELD_TTY, FIELD_TIME_PLUS,
        FIELD_CPU, FIELD_MEM, FIELD_S, FIELD_COMMAND,
    }, {0}},
};

/* Fields that apply to groups, in 80 columns. */
static const struct preset preset_of_groups = {"", FIELD_CPU, 8, 0, {
    FIELD_PID, FIELD_TASKS, FIELD_RES, FIELD_CPU, FIELD_MOST, FIELD_MEM, FIELD_TIME_PLUS,
    FIELD_COMMAND,
}, {0}};

/* Fields that apply to groups by wait, in 80 columns. */
static const struct preset preset_of_waits = {"", FIELD_CPU, 8, 0, {
    FIELD_PID, FIELD_TASKS, FIELD_AVTH, FIELD_WAIT, FIELD_WAITED, FIELD_RUNQ, FIELD_CPU,
    FIELD_COMMAND,
}, {0}};
/* clang-format on */

static bool is_shown(const struct preset *preset, enum field_id id)
{
    for (size_t i = 0; i < preset->hidden_count; i++)
        if (preset->hidden[i] == id)
            return false;
    return true;
}

/* The fields of the preset come first, then all others by number. */
static void fill_slots(struct field_slot slots[FIELD_COUNT], const struct preset *preset)
{
    bool placed[FIELD_COUNT] = {false};
    size_t count = 0;

    for (size_t i = 0; i < preset->count; i++) {
        const enum field_id id = preset->fields[i];

        slots[count++] = (struct field_slot){id, is_shown(preset, id)};
        placed[id] = true;
    }
    for (unsigned id = 0; id < FIELD_COUNT; id++)
        if (!placed[id])
            slots[count++] = (struct field_slot){(enum field_id)id, false};
}

void window_settings_init(struct window_settings *settings, size_t index)
{
    const struct preset *preset = &presets[index];

    *settings = (struct window_settings){
        .sort = preset->sort,
        .mark_running = true,
        .show_load = true,
        .cpus = SUMMARY_DETAIL,
        .memory = SUMMARY_DETAIL,
        .adjoining = 1,
    };
    snprintf(settings->name, sizeof(settings->name), "%s", preset->name);
    memcpy(settings->palette.colours, colour_presets[index], sizeof(settings->palette.colours));
    fill_slots(settings->slots, preset);
    fill_slots(settings->group_slots, &preset_of_groups);
    fill_slots(settings->wait_slots, &preset_of_waits);
    window_settings_update(settings);
}

struct field_slot *window_settings_slots(struct window_settings *settings)
{
    switch (settings->group) {
    case GROUP_BY_NOTHING:
        return settings->slots;
    case GROUP_BY_WAIT:
    case GROUP_BY_POOL_WAIT:
        return settings->wait_slots;
    default:
        return settings->group_slots;
    }
}

/* Fields for the differences from a mark. */
static const enum field_id fields_by_mark[] = {
    FIELD_PID, FIELD_USER,      FIELD_SINCE,      FIELD_S,         FIELD_RES,
    FIELD_CPU, FIELD_SINCE_RES, FIELD_SINCE_TIME, FIELD_TIME_PLUS, FIELD_COMMAND,
};

#define FIELDS_BY_MARK ARRAY_COUNT(fields_by_mark)

/* clang-format off */
/* The ready-made fields, which fit in 80 columns. */
static const struct ready_fields {
    enum field_id sort;
    size_t count;
    enum field_id fields[12];
} ready_fields[FIELD_SETS] = {
    [FIELDS_CPU] = {FIELD_CPU, 12, {
        FIELD_PID, FIELD_USER, FIELD_PR, FIELD_NI, FIELD_P, FIELD_S, FIELD_CPU, FIELD_RUNQ,
        FIELD_VOLUNTARY_RATE, FIELD_FORCED_RATE, FIELD_TIME_PLUS, FIELD_COMMAND,
    }},
    [FIELDS_MEMORY] = {FIELD_RES, 10, {
        FIELD_PID, FIELD_USER, FIELD_VIRT, FIELD_RES, FIELD_SHR, FIELD_MEM, FIELD_GROWTH_RATE,
        FIELD_MINOR_RATE, FIELD_MAJOR_RATE, FIELD_COMMAND,
    }},
    [FIELDS_IO] = {FIELD_DISK_RATE, 11, {
        FIELD_PID, FIELD_USER, FIELD_S, FIELD_DISK_RATE, FIELD_READ_RATE, FIELD_WRITE_RATE,
        FIELD_IO_CALL_RATE, FIELD_IOR, FIELD_IOW, FIELD_CPU, FIELD_COMMAND,
    }},
    [FIELDS_WAITS] = {FIELD_RUNQ, 9, {
        FIELD_PID, FIELD_USER, FIELD_S, FIELD_CPU, FIELD_RUNQ, FIELD_WAIT, FIELD_SYSCALL,
        FIELD_WCHAN, FIELD_COMMAND,
    }},
};
/* clang-format on */

static void show_ready(struct window_settings *settings, const enum field_id *fields, size_t count)
{
    memcpy(settings->fields, fields, count * sizeof(fields[0]));
    settings->field_count = count;
}

/* Whether no row has a value to sort by: it was a field of groups, or of a mark. */
static bool sorts_nothing(const struct window_settings *settings)
{
    const enum field_id sort = settings->sort;

    if (window_settings_show(settings, sort))
        return false;
    if (sort >= FIELD_SINCE && sort <= FIELD_SINCE_RES)
        return !settings->marked;
    return settings->group == GROUP_BY_NOTHING &&
           (sort == FIELD_AVTH || (sort >= FIELD_TASKS && sort <= FIELD_HOTTEST));
}

void window_settings_update(struct window_settings *settings)
{
    const struct field_slot *slots = window_settings_slots(settings);
    const struct ready_fields *ready = &ready_fields[settings->field_set];

    settings->field_count = 0;
    if (settings->group == GROUP_BY_NOTHING && settings->by_mark) {
        show_ready(settings, fields_by_mark, FIELDS_BY_MARK);
    } else if (settings->group == GROUP_BY_NOTHING && settings->field_set != FIELDS_OWN) {
        show_ready(settings, ready->fields, ready->count);
    } else {
        for (size_t i = 0; i < FIELD_COUNT; i++)
            if (slots[i].shown)
                settings->fields[settings->field_count++] = slots[i].id;
    }
    if (sorts_nothing(settings)) {
        settings->sort = FIELD_CPU;
        settings->ascending = false;
    }
}

void window_settings_choose_fields(struct window_settings *settings, enum field_set set)
{
    if (settings->field_set == set)
        return;
    if (settings->field_set == FIELDS_OWN) {
        settings->own_sort = settings->sort;
        settings->own_ascending = settings->ascending;
    }
    settings->field_set = set;
    settings->sort = set == FIELDS_OWN ? settings->own_sort : ready_fields[set].sort;
    settings->ascending = set == FIELDS_OWN && settings->own_ascending;
    window_settings_update(settings);
}

bool window_settings_show(const struct window_settings *settings, enum field_id id)
{
    for (size_t i = 0; i < settings->field_count; i++)
        if (settings->fields[i] == id)
            return true;
    return false;
}

size_t field_slots_find(const struct field_slot slots[FIELD_COUNT], enum field_id id)
{
    size_t i = 0;

    while (i + 1 < FIELD_COUNT && slots[i].id != id)
        i++;
    return i;
}

bool window_settings_set_name(struct window_settings *settings, const char *name)
{
    wchar_t text[WINDOW_NAME_MAX + 1];
    const size_t characters = mbstowcs(NULL, name, 0);

    if (!characters || characters == (size_t)-1 || characters > WINDOW_NAME_MAX)
        return false;
    mbstowcs(text, name, WINDOW_NAME_MAX + 1);
    for (size_t i = 0; i < characters; i++)
        if (!iswprint((wint_t)text[i]))
            return false;
    snprintf(settings->name, sizeof(settings->name), "%s", name);
    return true;
}
