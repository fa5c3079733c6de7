/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_SUMMARY_CELLS_H
#define DOTPROC_TOP_VIEW_SUMMARY_CELLS_H

/*
 * The cells of the summary that may share a line: processors and memory. Each cell ends in a blank,
 * and two more separate neighbours.
 */

#include <stddef.h>

#include "top/model/cpu_groups.h"
#include "top/model/model.h"
#include "top/view/frame.h"

/*
 * Two cells may always share a line, as in stock top; what does not fit is cut. If more share it,
 * each shows less.
 */
#define ADJOINING_ALWAYS 2

#define ADJOINING_GAP 2

enum memory_cell {
    MEMORY_CELL_MAIN,
    MEMORY_CELL_SWAP,
    MEMORY_CELLS,
};

/* The number of memory cells that share a line. */
unsigned summary_memory_adjoining(const struct window_settings *settings);

/* Whether `adjoining` cells fit side by side. */
bool summary_fits(const struct model *model, unsigned adjoining);

/* The number of processor cells that share a line: the window's setting, or as many as fit. */
unsigned summary_adjoining(const struct model *model);

/* Write one cell. */
void view_cpu_group(const struct model *model, const struct cpu_group *group, struct frame *frame);
void view_memory_cell(const struct model *model, enum memory_cell cell, struct frame *frame);

#endif
