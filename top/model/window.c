/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"

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
static void fill_slots(struct window *window, const struct preset *preset)
{
    bool placed[FIELD_COUNT] = {false};
    size_t count = 0;

    for (size_t i = 0; i < preset->field_count; i++) {
        window->slots[count++] = (struct field_slot){preset->fields[i], true};
        placed[preset->fields[i]] = true;
    }
    for (unsigned id = 0; id < FIELD_COUNT; id++)
        if (!placed[id])
            window->slots[count++] = (struct field_slot){(enum field_id)id, false};
}

void window_init(struct window *window, size_t index)
{
    const struct preset *preset = &presets[index];

    *window = (struct window){
        .sort = preset->sort,
        .mark_running = true,
        .show_load = true,
        .cpus = SUMMARY_DETAIL,
        .memory = SUMMARY_DETAIL,
        .adjoining = 1,
    };
    snprintf(window->name, sizeof(window->name), "%s", preset->name);
    palette_init(&window->palette, index);
    fill_slots(window, preset);
    window_update_fields(window);
}

void window_fini(struct window *window)
{
    free(window->order);
    free(window->branches);
    free(window->forest_rows);
    sort_room_fini(&window->sort_room);
    free(window->pool_rows);
    window_disown_rows(window);
}

void window_disown_rows(struct window *window)
{
    window->order = NULL;
    window->branches = NULL;
    window->forest_rows = NULL;
    window->pool_rows = NULL;
    window->sort_room = (struct sort_room){0};
    window->order_count = window->order_capacity = window->branch_capacity = 0;
    window->forest_capacity = window->pool_row_capacity = 0;
}

bool window_reserve(struct window *window, size_t count, bool branches)
{
    return ARRAY_RESERVE(&window->order, &window->order_capacity, count) == 0 &&
           (!branches || ARRAY_RESERVE(&window->branches, &window->branch_capacity, count) == 0);
}

void window_update_fields(struct window *window)
{
    window->field_count = 0;
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (window->slots[i].shown)
            window->fields[window->field_count++] = window->slots[i].id;
    if (window->first_column && window->first_column >= window->field_count)
        window->first_column = window->field_count ? window->field_count - 1 : 0;
}

size_t window_find_slot(const struct window *window, enum field_id id)
{
    size_t i = 0;

    while (i + 1 < FIELD_COUNT && window->slots[i].id != id)
        i++;
    return i;
}

bool window_shows_field(const struct window *window, enum field_id id)
{
    for (size_t i = 0; i < window->field_count; i++)
        if (window->fields[i] == id)
            return true;
    return false;
}

bool window_find_open_pool(const struct window *window, const struct pool_id *id, size_t *where)
{
    for (size_t i = 0; i < window->open_pool_count; i++) {
        if (window->open_pools[i].tgid == id->tgid &&
            strcmp(window->open_pools[i].name, id->name) == 0) {
            *where = i;
            return true;
        }
    }
    return false;
}

void window_forget_tasks(struct window *window)
{
    window->users = (struct user_filter){.by = FILTER_NOBODY};
    window->focus = 0;
    window->collapsed_count = 0;
    window->open_pool_count = 0;
    window->search = (struct search){.text = ""};
    window->first_row = window->first_column = window->text_offset = 0;
    window->beyond_last_page = false;
}

void window_lift_limits(struct window *window)
{
    window_forget_tasks(window);
    window->idle_hidden = false;
    window->max_tasks = 0;
    window->filters.count = 0;
    window->cpu_choice.combined = 1;
}
