/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/sample_request.h"

#include <string.h>

#include "lib/source/source.h"

/* The name is in /proc/PID/stat, so it costs nothing. */
#define NEED_ALWAYS (NEED_STAT | NEED_COMM)

/* Those of all columns that have all groups of `which` among theirs. */
static need_t columns_need(const struct window_settings *settings, need_t which)
{
    need_t need = 0;

    for (size_t i = 0; i < settings->field_count; i++) {
        const struct column *column = field_column(settings->fields[i], settings->command_lines);

        if (column && (column->figure->need & which) == which)
            need |= column->figure->need;
    }
    return need;
}

/* What every task must have so that rows can be selected and sorted. */
static need_t rows_need(const struct window *window)
{
    const struct window_settings *settings = &window->settings;
    const struct column *sort = field_column(settings->sort, settings->command_lines);
    need_t need = user_filter_need(&window->position.users);

    if (settings->by_wait)
        need |= column_find("wait")->figure->need;
    need |= settings->forest ? NEED_STAT : sort ? sort->figure->need : 0;
    for (size_t i = 0; i < settings->filters.count; i++) {
        enum field_id id = settings->filters.list[i].field;
        const struct column *column = field_column(id, settings->command_lines);

        if (column && window_settings_show(settings, id))
            need |= column->figure->need;
    }
    return need;
}

/* In batch mode every task is shown: reading each once is cheaper and more consistent. */
static bool shows_every_task(const struct model *model, const struct window *window)
{
    const struct window_settings *settings = &window->settings;

    return model->rows == ROWS_UNLIMITED && !settings->max_tasks && !settings->idle_hidden &&
           window->position.users.by == FILTER_NOBODY && !settings->filters.count;
}

static need_t window_need(const struct model *model, const struct window *window)
{
    const struct window_settings *settings = &window->settings;
    /*
     * Differences are those between scans that both had a figure. How long tasks have waited is
     * said by the scanner's source, if by any, and never by a detail loader's.
     */
    need_t need = rows_need(window) | columns_need(settings, NEED_DELTA) |
                  (columns_need(settings, 0) & (NEED_USAGE | NEED_WAITED));

    if (window->position.search.waiting || shows_every_task(model, window))
        need |= columns_need(settings, 0);
    return need;
}

/* That of the task whose groups are shown, once they have been read. */
static void find_cgroup(const struct model *model, char path[CGROUP_PATH_SIZE])
{
    const struct task *task =
        model->detail.kind == DETAIL_CGROUPS ? model_find_task(model, model->detail.tid) : NULL;

    if (task && task->have & NEED_CGROUP)
        cgroup_pressure_find(task->details->cgroup, path);
}

struct sample_request sample_request_of(const struct model *model)
{
    struct sample_request request = {
        .rows = model->threads ? ROWS_THREADS : ROWS_PROCESSES,
        .need = NEED_ALWAYS,
        .pid_count = model->pid_count,
        .ended = model_watches_ended(model),
        .pressure = model->settings.pressure,
    };

    for (size_t i = 0; i < WINDOW_COUNT; i++)
        if (model_shows_window(model, &model->windows[i]))
            request.need |= window_need(model, &model->windows[i]);
    request.need &= ~(need_t)NEED_DELTA;
    memcpy(request.pids, model->pids, sizeof(request.pids));
    find_cgroup(model, request.cgroup);
    return request;
}

bool sample_request_is_met(const struct model *model)
{
    const struct sample *sample = model->sample;
    struct sample_request request = sample_request_of(model);

    return sample && sample->request.rows == request.rows &&
           (sample->request.need & request.need) == request.need &&
           (sample->request.ended || !request.ended) &&
           (sample->request.pressure || !request.pressure) &&
           (!*request.cgroup || strcmp(sample->request.cgroup, request.cgroup) == 0) &&
           sample->request.pid_count == request.pid_count &&
           memcmp(sample->request.pids, request.pids,
                  request.pid_count * sizeof(request.pids[0])) == 0;
}
