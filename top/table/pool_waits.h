/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_POOL_WAITS_H
#define DOTPROC_TOP_TABLE_POOL_WAITS_H

/* What the rows of pools say of waits: of all their threads, where those wait alike. */

#include "top/model/sample.h"
#include "top/model/window.h"

/*
 * Gives each of the window's first `count` pool rows details of its own, without threads yet. False
 * when memory is short.
 */
bool pool_waits_begin(struct window_rows *rows, size_t count);

/* Adds one of its threads to a row: the longest wait, and the sums of the delays and switches. */
void pool_waits_add(struct pool_row *row, const struct task *thread);

/*
 * Counts the rows for the averages of a minute, unless the sample is one of before they were
 * wanted, and puts these into them. False as above.
 */
bool pool_waits_average(struct window_rows *rows, size_t count, const struct sample *sample);

#endif
