/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/window_settings.h"

#include <stdio.h>

/* The settings in which the windows differ. */
struct preset {
    const char *name;
    enum field_id sort;
    size_t field_count;
    enum field_id fields[16]; /* shown */
};

/* clang-format off */
static const struct preset presets[WINDOW_COUNT] = {
    {"Def", FIELD_CPU, 12, {
        FIELD_PID, FIELD_USER, FIELD_PR, FIELD_NI, FIELD_VIRT, FIELD_RES, FIELD_SHR, FIELD_S,
        FIELD_CPU, FIELD_MEM, FIELD_TIME_PLUS, FIELD_COMMAND,
    }},
    {"Job", FIELD_PID, 12, {
        FIELD_PID, FIELD_PPID, FIELD_TIME_PLUS, FIELD_CPU, FIELD_MEM, FIELD_PR, FIELD_NI, FIELD_S,
        FIELD_VIRT, FIELD_RES, FIELD_UID, FIELD_COMMAND,
    }},
    {"Mem", FIELD_MEM, 11, {
        FIELD_PID, FIELD_MEM, FIELD_VIRT, FIELD_RES, FIELD_CODE, FIELD_DATA, FIELD_SHR, FIELD_NMAJ,
        FIELD_NDRT, FIELD_CPU, FIELD_COMMAND,
    }},
    {"Usr", FIELD_USER, 11, {
        FIELD_PID, FIELD_PPID, FIELD_UID, FIELD_USER, FIELD_RUSER, FIELD_TTY, FIELD_TIME_PLUS,
        FIELD_CPU, FIELD_MEM, FIELD_S, FIELD_COMMAND,
    }},
};
/* clang-format on */

/* The fields of the preset come first, then all others by number. */
static void fill_slots(struct window_settings *settings, const struct preset *preset)
{
    bool placed[FIELD_COUNT] = {false};
    size_t count = 0;

    for (size_t i = 0; i < preset->field_count; i++) {
        settings->slots[count++] = (struct field_slot){preset->fields[i], true};
        placed[preset->fields[i]] = true;
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

void window_settings_update(struct window_settings *settings)
{
    settings->field_count = 0;
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (settings->slots[i].shown)
            settings->fields[settings->field_count++] = settings->slots[i].id;
}

bool window_settings_show(const struct window_settings *settings, enum field_id id)
{
    return settings->slots[window_settings_find_slot(settings, id)].shown;
}

size_t window_settings_find_slot(const struct window_settings *settings, enum field_id id)
{
    size_t i = 0;

    while (i + 1 < FIELD_COUNT && settings->slots[i].id != id)
        i++;
    return i;
}
