/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/cursor.h"

#include <stdio.h>

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
