/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/summary_cells.h"

/* Cells around a bar: label, two figures and their sum, brackets and the last blank. */
#define GAUGE_FRAME 27

/* Cells around a bar with only the sum. */
#define BRIEF_FRAME 14

/* The fewest cells of a bar when more than two share a line. */
#define GAUGE_LEAST 10

/* Width of a cell of figures, including the last blank. */
#define DETAIL_CELLS 80

static size_t gaps(unsigned adjoining)
{
    return (size_t)(adjoining - 1) * ADJOINING_GAP;
}

/* Width of the bars when `adjoining` cells share a line of the screen. */
static size_t gauge_cells(size_t cols, unsigned adjoining)
{
    size_t cell = cols > gaps(adjoining) ? (cols - gaps(adjoining)) / adjoining : 0;
    size_t around = adjoining > ADJOINING_ALWAYS ? BRIEF_FRAME : GAUGE_FRAME;
    size_t cells = cell > around ? cell - around : 0;

    return cells < GAUGE_MOST ? cells : GAUGE_MOST;
}

/*
 * Strokes look like marks in the table. Blocks are in reverse video, the second part in the
 * header's colour if there are colours.
 */
struct gauge summary_gauge(const struct model *model, enum summary_mode mode, unsigned adjoining,
                           const double parts[2])
{
    const struct window *window = model->window;
    struct gauge gauge = {
        .parts = {parts[0], parts[1]},
        .looks = {window->settings.mark_reverse ? LOOK_REVERSE : LOOK_BOLD, LOOK_PLAIN},
        .stroke = '|',
        .cells = gauge_cells(model->cols, adjoining),
    };

    if (mode == SUMMARY_BLOCKS) {
        gauge.looks[0] = LOOK_REVERSE | LOOK_BOLD;
        gauge.looks[1] = LOOK_REVERSE | look_of_colour(model_colour(model, window, PART_HEADER));
        gauge.stroke = ' ';
    }
    return gauge;
}

unsigned summary_memory_adjoining(const struct window_settings *settings)
{
    return settings->adjoining < MEMORY_CELLS ? settings->adjoining : MEMORY_CELLS;
}

bool summary_fits(const struct model *model, unsigned adjoining)
{
    enum summary_mode mode = model->window->settings.cpus;

    if (adjoining > ADJOINING_MOST)
        return false;
    if (adjoining <= ADJOINING_ALWAYS)
        return true;
    if (mode == SUMMARY_DETAIL)
        return adjoining * DETAIL_CELLS + gaps(adjoining) <= model->cols;
    return gauge_cells(model->cols, adjoining) >= GAUGE_LEAST;
}

unsigned summary_adjoining(const struct model *model)
{
    unsigned adjoining = model->window->settings.adjoining;

    while (adjoining > ADJOINING_ALWAYS && !summary_fits(model, adjoining))
        adjoining--;
    return adjoining;
}
