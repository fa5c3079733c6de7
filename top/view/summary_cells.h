/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_SUMMARY_CELLS_H
#define DOTPROC_TOP_VIEW_SUMMARY_CELLS_H

/*
 * The cells of the summary that may stand side by side: processors and memory.
 *
 * Each cell ends in a blank, and two more keep neighbours apart.
 */

#include <stddef.h>

#include "top/model/cpu_groups.h"
#include "top/model/model.h"
#include "top/view/frame.h"
#include "top/view/gauge.h"

/*
 * A line may always be shared by two, as users know it; what does not fit is cut. Of more each has
 * less to say.
 */
#define ADJOINING_ALWAYS 2

#define ADJOINING_GAP 2

/* Lines of memory figures: memory itself and swap. */
#define MEMORY_CELLS 2

/* A bar or a row of blocks of the current window, with two parts in percent. */
struct gauge summary_gauge(const struct model *model, enum summary_mode mode, unsigned adjoining,
                           const double parts[2]);

/* Cells of memory in a line: however many processors share one, there are only two of them. */
unsigned summary_memory_adjoining(const struct window *window);

/* Whether `adjoining` cells fit side by side. */
bool summary_fits(const struct model *model, unsigned adjoining);

/* Processors in a line: as many as the window says, or as the screen has room for now. */
unsigned summary_adjoining(const struct model *model);

void view_cpu_group(const struct model *model, const struct cpu_group *group, struct frame *frame);
void view_memory_cell(const struct model *model, size_t index, struct frame *frame);

#endif
