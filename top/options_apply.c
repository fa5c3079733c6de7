/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/options.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/base/span.h"
#include "top/update/commands.h"
#include "top/view/view.h"

/* The width of batch mode's output if nothing else sets it. */
#define COLS_DEFAULT 80

/* The width from -w or, with `ask_environment`, from $COLUMNS; 0: neither is set. */
static size_t wanted_width(const struct options *options, bool ask_environment)
{
    const char *columns = ask_environment ? getenv("COLUMNS") : NULL;
    int64_t number;

    if (options->width && options->width != WIDTH_AUTO)
        return options->width;
    if (columns && number_parse(columns, &number) && number >= WIDTH_LEAST)
        return number < WIDTH_MOST ? (size_t)number : WIDTH_MOST;
    return 0;
}

/* $LINES, which is used for -w without a number; 0: no limit. */
static size_t wanted_height(const struct options *options)
{
    const char *lines = options->width == WIDTH_AUTO ? getenv("LINES") : NULL;
    int64_t number;

    return lines && number_parse(lines, &number) && number > 0 ? (size_t)number : 0;
}

/*
 * The width is that of -w, else $COLUMNS, else the terminal's, else the default. JSON has no width.
 */
static size_t batch_width(const struct options *options)
{
    size_t width = wanted_width(options, true);
    struct winsize size;

    if (options->json)
        return COLS_UNLIMITED;
    if (width)
        return width;
    if (options->width == WIDTH_AUTO)
        return WIDTH_MOST;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
        return size.ws_col < WIDTH_MOST ? size.ws_col : WIDTH_MOST;
    return COLS_DEFAULT;
}

static void take_size(const struct options *options, struct model *model)
{
    const size_t height = wanted_height(options);

    if (!options->batch) {
        model->max_rows = height;
        model->max_cols = wanted_width(options, options->width == WIDTH_AUTO);
        return;
    }
    model->batch = true;
    model->rows = height && !options->json ? height : ROWS_UNLIMITED;
    model->cols = batch_width(options);
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        model->windows[i].settings.show_coordinates = false; /* there is no scrolling */
}

void options_apply(const struct options *options, struct model *model)
{
    struct window *window = model->window;

    if (options->json) /* a frame has the rows of the current window, also if that is hidden */
        model->settings.alternate = false;
    window->settings.command_lines ^= options->command_lines;
    window->settings.idle_hidden ^= options->idle_hidden;
    window->settings.cumulative ^= options->cumulative;
    if (options->each_cpu)
        command_each_cpu(model);
    window->position.users = options->users;
    model->settings.ended = options->ended || (!options->batch && model->settings.ended);
    model->settings.pressure = options->pressure || (!options->batch && model->settings.pressure);
    model->self = getpid();
    model->cgroup_root = options->cgroup_root;
    if (options->cgroups)
        model->screen = SCREEN_CGROUPS;
    model->threads = options->threads;
    model->secure |= options->secure;
    if (options->has_group) {
        window->settings.forest &= !options->group;
        window->settings.group = options->group;
        window_update_fields(window);
    }
    model_follow_group(model);
    if (options->has_sort) {
        window->settings.forest = false;
        window->settings.sort = options->sort;
        if (options->has_direction)
            window->settings.ascending = options->ascending;
    }
    if (options->has_delay)
        model->settings.delay_ns = options->delay_ns;
    if (options->has_summary_unit)
        model->settings.summary_unit = options->summary_unit;
    if (options->has_task_unit)
        model->settings.task_unit = options->task_unit;
    memcpy(model->pids, options->pids, sizeof(model->pids));
    model->pid_count = options->pid_count;
    take_size(options, model);
}
