/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/screens.h"

#include <stdio.h>
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/text/i18n.h"
#include "lib/text/pool_name.h"
#include "top/view/view.h"

/* Lines below the summary: message, letters, heading. */
#define HEAD_LINES 3

#define PID_CELLS      7
#define THREADS_CELLS  7
#define CPU_CELLS      6
#define NAME_CELLS_MIN 6
#define NAME_CELLS_MAX (TASK_COMM_LEN - 1)

/* Narrower screens do not show the last minute. */
#define COLS_OF_LEVELS 100

/* The widths that depend on the screen's, and the number of threads per cell. */
struct map_layout {
    size_t name_cells; /* for the process, and for the pool */
    size_t bar_cells;
    bool levels;
    size_t scale;
};

/* A blank separates all columns. */
static struct map_layout lay_out(const struct model *model)
{
    const size_t cols = model->cols < COLS_MAX ? model->cols : COLS_MAX;
    struct map_layout layout = {.name_cells = cols / 8, .levels = cols >= COLS_OF_LEVELS};
    size_t others;

    if (layout.name_cells < NAME_CELLS_MIN)
        layout.name_cells = NAME_CELLS_MIN;
    if (layout.name_cells > NAME_CELLS_MAX)
        layout.name_cells = NAME_CELLS_MAX;
    others = PID_CELLS + 1 + 2 * (layout.name_cells + 1) + 1 + THREADS_CELLS + 1 + CPU_CELLS +
             (layout.levels ? 1 + MAP_SLOTS : 0);
    layout.bar_cells = cols > others ? cols - others : 0;
    layout.scale = map_scale(&model->map, layout.bar_cells);
    return layout;
}

/* The number of rows of pools that fit, at least one. */
static size_t page_rows(const struct model *model)
{
    return model_rows_below(model, screen_summary_lines(model, HEAD_LINES) + HEAD_LINES);
}

/* The rows in view and the number of threads that pass the filters. */
static void put_state(const struct model *model, struct frame *frame)
{
    const struct map *map = &model->map;
    const size_t left = map->count - map->first, page = page_rows(model);

    if (map->known)
        frame_printf(frame, LOOK_PLAIN,
                     _("Map: pools %zu-%zu of %zu, %zu of %zu threads; q closes"),
                     map->first + (left > 0), map->first + (left < page ? left : page), map->count,
                     model->window->rows.matched, model->counts.total);
    else
        frame_puts(frame, LOOK_PLAIN, _("Map: reading what the threads wait for"));
}

static void view_heading(const struct map_layout *layout, struct frame *frame)
{
    char text[64];

    frame_put_line(frame, LOOK_PLAIN,
                   _("# run  L lock  D disk  c cond  t timer  p poll  s socket  i I/O  o other"));
    frame_next_line(frame);
    frame_fill_line(frame, LOOK_REVERSE);
    frame_printf(frame, LOOK_REVERSE, "%*s ", PID_CELLS, "PID");
    frame_put_left(frame, LOOK_REVERSE, "PROCESS", layout->name_cells);
    frame_gap(frame, LOOK_REVERSE, 1);
    frame_put_left(frame, LOOK_REVERSE, "POOL", layout->name_cells);
    frame_gap(frame, LOOK_REVERSE, 1);
    snprintf(text, sizeof(text), _("threads per cell: %zu"), layout->scale);
    frame_put_left(frame, LOOK_REVERSE, text, layout->bar_cells);
    frame_gap(frame, LOOK_REVERSE, 1);
    frame_printf(frame, LOOK_REVERSE, "%*s %*s", THREADS_CELLS, "THREADS", CPU_CELLS, "%CPU");
    if (layout->levels) {
        frame_gap(frame, LOOK_REVERSE, 1);
        frame_puts(frame, LOOK_REVERSE, _("last minute"));
    }
}

/* The name of a process is that of its leader, even if filters hide that thread. */
static void put_names(const struct model *model, const struct map_row *row, size_t width,
                      struct frame *frame)
{
    const struct task *leader = sample_find_leader(model->sample, row->first->kind, row->id.tgid);
    const char *process = leader ? task_name(leader) : "";
    const char *comm = task_name(row->first);
    const char *pool = row->same_names ? pool_name_of_same(comm, row->id.name) : row->id.name;
    char label[POOL_LABEL_SIZE];

    frame_printf(frame, LOOK_PLAIN, "%*d ", PID_CELLS, (int)row->id.tgid);
    pool_label(process, row->first->flags & PF_KTHREAD, label);
    frame_put_left(frame, LOOK_PLAIN, label, width);
    frame_gap(frame, LOOK_PLAIN, 1);
    pool_label(pool, row->first->flags & PF_KTHREAD, label);
    frame_put_left(frame, LOOK_PLAIN, strcmp(pool, process) == 0 ? "" : label, width);
    frame_gap(frame, LOOK_PLAIN, 1);
}

/*
 * Stuck threads are bold and in the colour of marks, running ones bold; the letters show the same
 * without looks.
 */
static void put_cells(const struct model *model, const struct map_row *row,
                      const struct map_layout *layout, struct frame *frame)
{
    const unsigned stuck =
        LOOK_BOLD | look_of_colour(model_colour(model, model->window, PART_MARKS));
    size_t room = layout->bar_cells;

    for (enum map_kind kind = 0; kind < MAP_KINDS; kind++) {
        size_t cells = map_cells_of(row, kind, layout->scale);

        if (cells > room)
            cells = room;
        room -= cells;
        buf_clear(&frame->scratch);
        buf_fill(&frame->scratch, map_letter(kind), cells);
        frame_put_scratch(frame, kind == MAP_LOCK || kind == MAP_DISK ? stuck
                                 : kind == MAP_RUN                    ? LOOK_BOLD
                                                                      : LOOK_PLAIN);
    }
    frame_gap(frame, LOOK_PLAIN, room + 1);
}

static void view_row(const struct model *model, const struct map_row *row,
                     const struct map_layout *layout, struct frame *frame)
{
    static const char levels[] = " .:|#";
    char minute[MAP_SLOTS];
    size_t len = 0; /* without the blanks at the end */

    frame_next_line(frame);
    put_names(model, row, layout->name_cells, frame);
    put_cells(model, row, layout, frame);
    frame_printf(frame, LOOK_PLAIN, "%*u ", THREADS_CELLS, (unsigned)row->count);
    frame_put_real(frame, LOOK_PLAIN,
                   model_cpu_percent(model, row->cpu_ns, model->sample->interval_ns, row->count),
                   CPU_CELLS, 1);
    if (!layout->levels)
        return;
    for (size_t i = 0; i < MAP_SLOTS; i++) {
        minute[i] = levels[row->levels[i]];
        len = row->levels[i] ? i + 1 : len;
    }
    frame_gap(frame, LOOK_PLAIN, 1);
    frame_put(frame, LOOK_PLAIN, minute, len);
}

/*
 * The summary, the message line, the letters, a heading, and a row for each pool: its process, its
 * name, its threads as cells, their number, %CPU, and on wide screens its CPU use in the last
 * minute. No rows before the first sample with waits.
 */
static void view_map(const struct model *model, struct frame *frame)
{
    const struct map *map = &model->map;
    const struct map_layout layout = lay_out(model);
    const size_t page = page_rows(model);

    view_summary(model, screen_summary_lines(model, HEAD_LINES), frame);
    screen_view_state(model, put_state, frame);
    frame_set_colour(frame, model_colour(model, model->window, PART_HEADER));
    view_heading(&layout, frame);
    frame_set_colour(frame, model_colour(model, model->window, PART_TASKS));
    for (size_t i = map->first; map->known && i < map->count && i < map->first + page; i++)
        view_row(model, &map->rows[i], &layout, frame);
}

void map_open(struct model *model)
{
    if (binding_refuse_in_past(model)) /* an older sample need not have threads and their waits */
        return;
    model->screen = SCREEN_MAP;
    model->map.first = 0;
    model->rows_stale = true;
}

static void limit_scroll(struct model *model)
{
    model_limit_first(&model->map.first, model->map.count, page_rows(model));
}

static void scroll(struct model *model, int direction, size_t lines)
{
    model_scroll_lines(&model->map.first, direction, lines);
}

static const struct binding keys[] = {
    SCROLL_KEYS,
    {.key = ' ', .effects = &screen_scan},
    {.key = PRESS_ENTER, .effects = &screen_scan},
    {.key = 'p', .toggle = {OF_MODEL(paused)}},
    {.key = '7', .act = model_leave_screen},
    {.key = 'q', .act = model_leave_screen},
    {.key = PRESS_ESCAPE, .act = model_leave_screen},
    {.key = 0},
};

const struct screen_ops map_screen = {keys, scroll, page_rows, limit_scroll, view_map};
