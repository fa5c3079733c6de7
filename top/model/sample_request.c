/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/model.h"

#include <string.h>

#include "lib/base/units.h"
#include "lib/cgroup/path.h"
#include "lib/source/source.h"

/* The name is in /proc/PID/stat, so it costs nothing extra. */
#define NEED_ALWAYS (NEED_STAT | NEED_COMM)

/* The fraction of the delay that a scan may spend on finding the threads that have run. */
#define SEARCH_PART 10

/* It may spend this long in any case, enough for some thousands of threads. */
#define SEARCH_MIN_NS (20 * NS_PER_MS)

static int64_t search_limit_ns(const struct model *model)
{
    const int64_t part_ns = (int64_t)(model->settings.delay_ns / SEARCH_PART);

    return part_ns > SEARCH_MIN_NS ? part_ns : SEARCH_MIN_NS;
}

/* The needs of all columns that need every group of `which`. */
static need_t columns_need(const struct window *window, need_t which)
{
    const struct window_settings *settings = &window->settings;
    const bool lines = window_shows_lines(window);
    need_t need = 0;

    for (size_t i = 0; i < settings->field_count; i++) {
        const struct column *column = field_column(settings->fields[i], lines);

        if ((column->figure->need & which) == which)
            need |= column->figure->need;
    }
    return need;
}

/* What is needed of every task to select and sort rows. */
static need_t rows_need(const struct model *model, const struct window *window)
{
    const struct window_settings *settings = &window->settings;
    const struct column *sort = field_column(settings->sort, window_shows_lines(window));
    need_t need = user_filter_need(&window->position.users);

    need |= group_by_need(settings->group);
    if (*window->position.cgroup.path)
        need |= NEED_CGROUP;
    if (window->position.quick.text[0])
        need |= field_column(FIELD_COMMAND, settings->command_lines)->figure->need;
    need |= settings->forest ? NEED_STAT : sort->figure->need;
    for (size_t i = 0; i < settings->filters.count; i++) {
        const struct filter *filter = &settings->filters.list[i];
        const struct column *column = field_column(filter->field, settings->command_lines);

        if (model_applies_filter(model, window, filter))
            need |= column->figure->need;
    }
    return need;
}

/*
 * The row of a group needs the figures of all its members, on the screen or not, except for the
 * command line, which is that of its process.
 */
static need_t groups_need(const struct window_settings *settings)
{
    need_t need = 0;

    for (size_t i = 0; settings->group && i < settings->field_count; i++)
        if (settings->fields[i] != FIELD_COMMAND)
            need |= field_column(settings->fields[i], false)->figure->need;
    return need;
}

/*
 * Without limits batch mode shows every task: reading each once is cheaper and more consistent. Of
 * groups it shows only pools of a single thread as tasks.
 */
static bool shows_every_task(const struct model *model, const struct window *window)
{
    const struct window_settings *settings = &window->settings;

    return model->rows == ROWS_UNLIMITED && !settings->max_tasks && !settings->idle_hidden &&
           window->position.users.by == FILTER_NOBODY && !settings->filters.count &&
           (!settings->group || settings->group == GROUP_BY_POOL);
}

static need_t window_need(const struct model *model, const struct window *window)
{
    const struct window_settings *settings = &window->settings;
    /*
     * A difference needs the figure in both scans. The time for which tasks have waited comes from
     * the scanner's source, if it has that, and never from a detail loader's.
     */
    need_t need = rows_need(model, window) | columns_need(window, NEED_DELTA) |
                  groups_need(settings) | (columns_need(window, 0) & NEED_WAITED);

    if (window->position.search.waiting || shows_every_task(model, window))
        need |= columns_need(window, 0);
    return need;
}

/* The cgroup of the task whose control groups are shown, once they have been read. */
static void find_cgroup(const struct model *model, char path[CGROUP_PATH_SIZE])
{
    const struct task *task = model->detail.kind == DETAIL_CGROUPS
                                  ? sample_find_same(model->sample, &model->detail.task)
                                  : NULL;

    if (task && task->have & NEED_CGROUP)
        cgroup_path_copy_v2(task->details->cgroup, path);
}

struct sample_request sample_request_of(const struct model *model)
{
    struct sample_request request = {
        .rows = model->threads ? ROWS_THREADS : ROWS_PROCESSES,
        .need = NEED_ALWAYS,
        .pid_count = model->pid_count,
        .ended = model_watches_ended(model),
        .pressure = model->settings.pressure,
        .cgroup_root = model->cgroup_root,
        .search_ns = search_limit_ns(model),
    };

    for (size_t i = 0; i < WINDOW_COUNT; i++)
        if (model_shows_window(model, &model->windows[i]))
            request.need |= window_need(model, &model->windows[i]);
    if (model->wanted_user.is_beginning)
        request.need |= NEED_OWNER;
    if (model->screen == SCREEN_MAP) {
        request.rows = ROWS_THREADS;
        request.need |= column_find("wait")->figure->need;
    }
    request.need &= ~(need_t)NEED_DELTA;
    memcpy(request.pids, model->pids, sizeof(request.pids));
    find_cgroup(model, request.cgroup);
    request.cgroups = model->screen == SCREEN_CGROUPS;
    if (request.cgroups)
        cgroup_list_request(&model->cgroups, model->rows, model->cols, &request.cgroup_request);
    return request;
}

/* But for rows of control groups. */
static bool is_asked(const struct sample *sample, const struct sample_request *request)
{
    return sample && sample->request.rows == request->rows &&
           (sample->request.need & request->need) == request->need &&
           (sample->request.ended || !request->ended) &&
           (sample->request.pressure || !request->pressure) &&
           (!*request->cgroup || strcmp(sample->request.cgroup, request->cgroup) == 0) &&
           (!request->cgroups || (sample->request.cgroups && sample->cgroups.compared)) &&
           sample->request.pid_count == request->pid_count &&
           memcmp(sample->request.pids, request->pids,
                  request->pid_count * sizeof(request->pids[0])) == 0;
}

bool sample_request_is_met(const struct model *model)
{
    const struct sample_request request = sample_request_of(model);

    return is_asked(model->newest, &request) &&
           (!request.cgroups ||
            cgroup_list_is_met(&model->cgroups, model->rows, &request.cgroup_request));
}

bool sample_request_is_wanted(const struct model *model, enum event_kind event)
{
    const struct sample_request request = sample_request_of(model);

    return event == EVENT_SAMPLE || event == EVENT_FILLED || event == EVENT_NAMES
               ? !is_asked(model->newest, &request)
               : !sample_request_is_met(model);
}
