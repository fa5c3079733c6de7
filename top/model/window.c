/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/window.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/base/array.h"

void group_averages_fini(struct group_averages *averages)
{
    free(averages->list);
    hash_table_fini(&averages->by_id);
    *averages = (struct group_averages){0};
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

bool window_shows_lines(const struct window *window)
{
    const enum group_by group = window->settings.group;

    return window->settings.command_lines &&
           (!window->rows.grouped || group == GROUP_BY_POOL || group == GROUP_BY_PROGRAM ||
            window->position.open_group_count > 0);
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

struct table_place window_position_place(const struct window_position *position)
{
    return (struct table_place){position->first_row, position->beyond_last_page, position->cursor};
}

void window_position_restore(struct window_position *position, const struct table_place *place)
{
    position->first_row = place->first_row;
    position->beyond_last_page = place->beyond_last_page;
    position->cursor = place->cursor;
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

static bool shows_group(const struct window_rows *rows, uint64_t id)
{
    size_t row = 0;

    while (row < rows->count && window_rows_group(rows, row) != id)
        row++;
    return row < rows->count;
}

bool window_open_group(struct window *window, uint64_t id)
{
    struct window_position *position = &window->position;
    size_t kept = 0;

    if (position->open_group_count == OPEN_GROUPS_MAX) {
        for (size_t i = 0; i < OPEN_GROUPS_MAX; i++)
            if (shows_group(&window->rows, position->open_groups[i]))
                position->open_groups[kept++] = position->open_groups[i];
        position->open_group_count = kept;
    }
    if (kept == OPEN_GROUPS_MAX)
        return false;
    position->open_groups[position->open_group_count++] = id;
    return true;
}

void window_lift_limits(struct window *window)
{
    window->position = (struct window_position){0};
    window->settings.idle_hidden = false;
    window->settings.max_tasks = 0;
    window->settings.filters.count = 0;
    window->settings.cpu_choice.combined = 1;
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
    cursor->task = task_identity_of(task);
    cursor->group = window_rows_group(rows, cursor->row);
    snprintf(cursor->name, sizeof(cursor->name), "%s", task_name(task));
}

static bool is_at(const struct cursor *cursor, const struct window_rows *rows, size_t row)
{
    if (!cursor->task.tid)
        return row == cursor->row && rows->tasks[row]->is_ended;
    return cursor->group ? window_rows_group(rows, row) == cursor->group
                         : task_is_same(&cursor->task, rows->tasks[row]);
}

/*
 * The row of the cursor; `count`: it has none. Of its task there may be two: the row of a group has
 * its first member, whose own row is preferred.
 */
static size_t find_row(const struct cursor *cursor, const struct window_rows *rows)
{
    size_t found = rows->count;

    for (size_t row = 0; row < rows->count; row++) {
        if (is_at(cursor, rows, row)) {
            found = row;
            if (cursor->group || !window_rows_group(rows, row))
                break;
        }
    }
    return found;
}

bool window_keep_cursor(struct window *window)
{
    const struct window_rows *rows = &window->rows;
    struct cursor *cursor = &window->position.cursor;
    const bool was_lost = cursor->lost;
    size_t row;

    if (!cursor->on)
        return true;
    row = find_row(cursor, rows);
    cursor->lost = row >= rows->count;
    if (!cursor->lost) {
        cursor->row = row;
        cursor->group = window_rows_group(rows, row);
    } else if (cursor->row >= rows->count) {
        cursor->row = rows->count ? rows->count - 1 : 0;
    }
    return was_lost || !cursor->lost;
}
