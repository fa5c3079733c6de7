/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_VIEW_H
#define DOTPROC_TOP_VIEW_VIEW_H

/*
 * The task screen: its layout, and its parts from top to bottom. Each part writes whole lines; pure
 * functions.
 */

#include <stddef.h>

#include "top/model/model.h"
#include "top/table/table.h"
#include "top/view/frame.h"

/*
 * layout.c: the layout of a screen of the model's size: the lines of the summary, the visible
 * tasks, the visible fields and their widths. From top to bottom: summary, message line, header and
 * tasks of each window shown, detail pane, function keys. When the screen is too low, the summary
 * loses lines first.
 */

/* Value of model::cols for JSON, which has no lines: all fields fit. */
#define COLS_UNLIMITED SIZE_MAX

/* In alternate display each line of a pane begins with the window's number or a blank. */
#define PANE_NUMBER_CELLS 1

/* The part of the screen for one window's tasks. */
struct pane {
    struct table table;
    unsigned number; /* shown before the header in alternate display; otherwise 0 */
    size_t page;     /* number of tasks that fit */
    size_t first;    /* index in window_rows::tasks of the first visible row */
    size_t count;
    struct table_column columns[FIELD_COUNT];
    size_t column_count;
    need_t need; /* of the visible fields */
};

struct layout {
    size_t summary_lines;
    size_t detail_lines; /* of the detail pane */
    size_t rows;         /* of the screen, without the line about function keys */
    struct pane panes[WINDOW_COUNT];
    size_t pane_count;
};

/*
 * Computes the layout of the task screen. It borrows from the model, and is valid until the model
 * changes.
 */
void layout_compute(const struct model *model, struct layout *layout);

/* The pane at this row of the screen, and its line there: 0 is the header. NULL: no pane. */
const struct pane *layout_pane_at(const struct layout *layout, size_t row, size_t *line);

/*
 * The index of the first field to show so that the last one is visible, with as many others as fit;
 * 0 if all fields are hidden.
 */
size_t layout_end_column(const struct model *model, const struct window *window);

/* The current window's pane; NULL: the window is not shown. */
const struct pane *layout_find_current(const struct layout *layout);

/* The number of tasks that fit in the current window; 0: it is not shown. */
size_t layout_page(const struct model *model);

/* view_summary.c: the summary, the lines above the message. */

/* The number of lines of the whole summary. */
size_t summary_lines(const struct model *model);

/* Writes at most `lines` lines of it, the first ones. */
void view_summary(const struct model *model, size_t lines, struct frame *frame);

/*
 * cpu_groups.c: the lines of processors in the summary: all processors as one, each processor,
 * those of a NUMA node, the threads of a core, or a number of neighbours.
 */

struct cpu_group {
    char label[16]; /* eight cells with the colon */
    struct cpu_ticks ticks;
};

/* An iterator over the groups in the order of their lines. Initialise with cpu_walk_init(). */
struct cpu_walk {
    const struct host_figures *host;
    const struct cpu_choice *choice;
    size_t next;  /* index of the next processor */
    size_t lines; /* number of groups returned so far */
    int node;     /* the last node returned */
};

/* Begins before the first group. `host` and `choice` are borrowed as long as the walk is used. */
void cpu_walk_init(struct cpu_walk *walk, const struct host_figures *host,
                   const struct cpu_choice *choice);

/* Stores the next group; false: there are no more. */
bool cpu_walk_next(struct cpu_walk *walk, struct cpu_group *group);

/* The number of groups that a walk returns. */
size_t cpu_groups_count(const struct host_figures *host, const struct cpu_choice *choice);

/* The highest NUMA node that has a processor; NODE_UNKNOWN if nodes are unknown. */
int cpu_groups_last_node(const struct host_figures *host);
bool cpu_groups_have_node(const struct host_figures *host, int node);

/* Whether the host has both efficient and performance cores. */
bool cpu_groups_have_kinds(const struct host_figures *host);

/* Whether the core of every processor is known. */
bool cpu_groups_have_cores(const struct host_figures *host);

/*
 * summary_cells.c: the cells of the summary that may share a line: processors and memory. Each cell
 * ends in a blank, and two more separate neighbours.
 */

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

/*
 * view_message.c. Writes the message line: a question, a message, or that the first tasks are being
 * read; otherwise how many were not read again, the time of an older sample or a pause, the mark,
 * and why not all tasks and fields are on the screen. view_has_message(): whether it is one of the
 * first three.
 */
void view_message(const struct model *model, struct frame *frame);
bool view_has_message(const struct model *model);

/* For the line of another screen: how many tasks were not read again; that no scans are made. */
void view_unread(const struct model *model, struct frame *frame);
void view_pause(const struct model *model, struct frame *frame);

/* view_table.c. Writes the header and the visible rows of one window. */
void view_pane(const struct model *model, const struct pane *pane, struct frame *frame);

/* Replaces the text by that of a row as it is shown, for a search; a failure stays. */
void view_put_row(const struct pane *pane, const struct table_row *row, struct buf *text);

#endif
