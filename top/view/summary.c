/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/summary.h"

#include "top/view/gauge.h"

/* Of a cell, beside its bar: label, two figures with their sum, brackets and the last blank. */
#define GAUGE_FRAME 27

/* A bar that is shorter tells too little to have its place beside others. */
#define GAUGE_LEAST 10

/* Cells of a line of figures, the last blank included. */
#define DETAIL_CELLS 80

/* A line may always be shared by two, as users know it; what does not fit is cut. */
#define ADJOINING_ALWAYS 2

static size_t gaps(unsigned adjoining)
{
    return (size_t)(adjoining - 1) * ADJOINING_GAP;
}

size_t summary_gauge_cells(size_t cols, unsigned adjoining)
{
    size_t cell = cols > gaps(adjoining) ? (cols - gaps(adjoining)) / adjoining : 0;
    size_t cells = cell > GAUGE_FRAME ? cell - GAUGE_FRAME : 0;

    return cells < GAUGE_MOST ? cells : GAUGE_MOST;
}

bool summary_fits(const struct model *model, unsigned adjoining)
{
    enum summary_mode mode = model->window->cpus;

    if (adjoining > ADJOINING_MOST)
        return false;
    if (adjoining <= ADJOINING_ALWAYS)
        return true;
    if (mode == SUMMARY_DETAIL)
        return adjoining * DETAIL_CELLS + gaps(adjoining) <= model->cols;
    return summary_gauge_cells(model->cols, adjoining) >= GAUGE_LEAST;
}
