/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/window.h"

#include <stdio.h>
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
    free(rows->groups);
    free(rows->members);
    grouping_fini(&rows->grouping);
    group_averages_fini(&rows->averages);
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

size_t window_target_row(const struct window *window)
{
    const struct window_position *position = &window->position;

    return position->cursor.on ? position->cursor.row : position->first_row;
}

struct task *window_target(const struct window *window)
{
    const struct cursor *cursor = &window->position.cursor;
    const size_t row = window_target_row(window);

    return row < window->rows.count && !(cursor->on && cursor->lost) ? window->rows.tasks[row]
                                                                     : NULL;
}

/* The id of the group whose row it is, or 0. */
static uint64_t group_of_row(const struct window_rows *rows, size_t row)
{
    return rows->grouped && rows->branches[row].group ? rows->branches[row].group->id : 0;
}

void window_set_cursor(struct window *window, size_t row)
{
    const struct window_rows *rows = &window->rows;
    struct cursor *cursor = &window->position.cursor;
    const struct task *task;

    *cursor = (struct cursor){.on = rows->count > 0};
    if (!cursor->on)
        return;
    cursor->row = row < rows->count ? row : rows->count - 1;
    task = rows->tasks[cursor->row];
    if (task->is_ended)
        return;
    cursor->tid = task->tid;
    cursor->start_ns = task->start_ns;
    cursor->group = group_of_row(rows, cursor->row);
    snprintf(cursor->name, sizeof(cursor->name), "%s", task->comm ? task->comm : "");
}

static bool is_at(const struct cursor *cursor, const struct window_rows *rows, size_t row)
{
    const struct task *task = row < rows->count ? rows->tasks[row] : NULL;

    if (task && cursor->group)
        return group_of_row(rows, row) == cursor->group;
    return task && !task->is_ended && task->tid == cursor->tid &&
           task->start_ns == cursor->start_ns;
}

bool window_keep_cursor(struct window *window)
{
    const struct window_rows *rows = &window->rows;
    struct cursor *cursor = &window->position.cursor;
    const bool was_lost = cursor->lost;
    size_t row = cursor->row;

    if (!cursor->on)
        return true;
    if (cursor->tid && !is_at(cursor, rows, row))
        for (row = 0; row < rows->count && !is_at(cursor, rows, row);)
            row++;
    cursor->lost = row >= rows->count;
    if (!cursor->lost)
        cursor->row = row;
    else if (cursor->row >= rows->count)
        cursor->row = rows->count ? rows->count - 1 : 0;
    return was_lost || !cursor->lost;
}

bool window_position_find_group(const struct window_position *position, uint64_t id, size_t *where)
{
    for (size_t i = 0; i < position->open_group_count; i++) {
        if (position->open_groups[i] == id) {
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
