/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/window.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"

void window_init(struct window *window, size_t index)
{
    memset(window, 0, sizeof(*window));
    window_settings_init(&window->settings, index);
}

void window_fini(struct window *window)
{
    struct window_rows *rows = &window->rows;

    free(rows->tasks);
    free(rows->branches);
    free(rows->forest);
    free(rows->pools);
    free(rows->pool_details);
    pool_averages_fini(&rows->averages);
    sort_room_fini(&rows->sort_room);
    *rows = (struct window_rows){0};
}

bool window_rows_reserve(struct window_rows *rows, size_t count, bool branches)
{
    return ARRAY_RESERVE(&rows->tasks, &rows->capacity, count) == 0 &&
           (!branches || ARRAY_RESERVE(&rows->branches, &rows->branch_capacity, count) == 0);
}

void window_update_fields(struct window *window)
{
    struct window_position *position = &window->position;
    size_t count;

    window_settings_update(&window->settings);
    count = window->settings.field_count;
    if (position->first_column && position->first_column >= count)
        position->first_column = count ? count - 1 : 0;
}

struct task *window_first_task(const struct window *window)
{
    size_t first = window->position.first_row;

    return first < window->rows.count ? window->rows.tasks[first] : NULL;
}

bool window_position_find_pool(const struct window_position *position, const struct pool_id *id,
                               size_t *where)
{
    for (size_t i = 0; i < position->open_pool_count; i++) {
        if (pool_id_is(&position->open_pools[i], id)) {
            *where = i;
            return true;
        }
    }
    return false;
}

void window_lift_limits(struct window *window)
{
    window->position = (struct window_position){0};
    window->settings.idle_hidden = false;
    window->settings.max_tasks = 0;
    window->settings.filters.count = 0;
    window->settings.cpu_choice.combined = 1;
}
