/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/window_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <wctype.h>

/* The settings in which the windows differ: which fields come first, in this order. */
struct preset {
    const char *name;
    enum field_id sort;
    size_t count, hidden_count;
    enum field_id fields[20];
    enum field_id hidden[7]; /* of them */
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
/* clang-format on */

static bool is_shown(const struct preset *preset, enum field_id id)
{
    for (size_t i = 0; i < preset->hidden_count; i++)
        if (preset->hidden[i] == id)
            return false;
    return true;
}

/* The fields of the preset come first, then all others by number. */
static void fill_slots(struct window_settings *settings, const struct preset *preset)
{
    bool placed[FIELD_COUNT] = {false};
    size_t count = 0;

    for (size_t i = 0; i < preset->count; i++) {
        const enum field_id id = preset->fields[i];

        settings->slots[count++] = (struct field_slot){id, is_shown(preset, id)};
        placed[id] = true;
    }
    for (unsigned id = 0; id < FIELD_COUNT; id++)
        if (!placed[id])
            settings->slots[count++] = (struct field_slot){(enum field_id)id, false};
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
    palette_init(&settings->palette, index);
    fill_slots(settings, preset);
    window_settings_update(settings);
}

/* What can be said of threads that wait alike, in 80 columns. */
static const enum field_id fields_by_wait[] = {
    FIELD_PID,    FIELD_USER, FIELD_AVTH, FIELD_WAIT,
    FIELD_WAITED, FIELD_RUNQ, FIELD_CPU,  FIELD_COMMAND,
};

#define FIELDS_BY_WAIT (sizeof(fields_by_wait) / sizeof(fields_by_wait[0]))

void window_settings_update(struct window_settings *settings)
{
    settings->field_count = 0;
    for (size_t i = 0; settings->by_wait && i < FIELDS_BY_WAIT; i++)
        settings->fields[settings->field_count++] = fields_by_wait[i];
    if (settings->by_wait)
        return;
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (settings->slots[i].shown)
            settings->fields[settings->field_count++] = settings->slots[i].id;
}

bool window_settings_show(const struct window_settings *settings, enum field_id id)
{
    for (size_t i = 0; i < settings->field_count; i++)
        if (settings->fields[i] == id)
            return true;
    return false;
}

size_t window_settings_find_slot(const struct window_settings *settings, enum field_id id)
{
    size_t i = 0;

    while (i + 1 < FIELD_COUNT && settings->slots[i].id != id)
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
