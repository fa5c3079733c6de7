/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_CURSOR_H
#define DOTPROC_TOP_MODEL_CURSOR_H

/* The row that keys act on: the cursor's, or without one the first on the screen. */

#include <stdbool.h>
#include <stddef.h>

#include "top/model/window.h"

/* The index of the row that many keys act on: the cursor's, or the first on the screen. */
size_t window_target_row(const struct window *window);

/* The task of that row; NULL: there is none, or the cursor's task is lost. */
struct task *window_target(const struct window *window);

/* Moves the cursor to a row, at most the last one, and turns it on; off if there are no rows. */
void window_set_cursor(struct window *window, size_t row);

/*
 * To be called after the rows were arranged: moves the cursor to the row of its task. False if the
 * task has been lost now.
 */
bool window_keep_cursor(struct window *window);

#endif
