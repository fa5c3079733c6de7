/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/base/units.h"
#include "lib/source/source.h"

/* The name is in /proc/PID/stat, so it costs nothing. */
#define NEED_ALWAYS (NEED_STAT | NEED_COMM)

void model_settings_init(struct model_settings *settings)
{
    *settings = (struct model_settings){.delay_ns = 3 * NS_PER_S, .summary_unit = UNIT_OF_MIB};
}

void model_init(struct model *model, struct name_cache *names, bool live)
{
    memset(model, 0, sizeof(*model));
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        window_init(&model->windows[i], i);
    model_settings_init(&model->settings);
    model->window = &model->windows[0];
    model->program = "top";
    model->context.names = names;
    model->context.live = live;
}

void model_fini(struct model *model)
{
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        window_fini(&model->windows[i]);
    detail_pane_fini(&model->detail);
    inspection_fini(&model->inspection);
}

void model_set_message(struct model *model, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(model->message, sizeof(model->message), format, args);
    va_end(args);
    model->message_age = 0;
    model->message_stays = false;
    if (model->message[0])
        message_log_add(&model->log, model->message);
}

static struct task_counts count_states(const struct snapshot *snapshot)
{
    struct task_counts counts = {.total = snapshot->count};

    for (size_t i = 0; i < snapshot->count; i++) {
        switch (snapshot->tasks[i].state) {
        case STATE_RUNNING:
            counts.running++;
            break;
        case STATE_STOPPED:
        case STATE_TRACED:
            counts.stopped++;
            break;
        case STATE_ZOMBIE:
            counts.zombie++;
            break;
        default: /* S, D, I and rare ones */
            counts.sleeping++;
            break;
        }
    }
    return counts;
}

bool model_shows_window(const struct model *model, const struct window *window)
{
    return model->settings.alternate ? !window->settings.tasks_hidden : window == model->window;
}

unsigned model_window_number(const struct model *model, const struct window *window)
{
    return (unsigned)(window - model->windows) + 1;
}

void model_set_sample(struct model *model, struct sample *sample)
{
    model->sample = sample;
    model->context.system = &sample->snapshot.system;
    model->counts = count_states(&sample->snapshot);
}

static need_t columns_need(const struct window_settings *settings)
{
    need_t need = 0;

    for (size_t i = 0; i < settings->field_count; i++) {
        const struct column *column = field_column(settings->fields[i], settings->command_lines);

        if (column)
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
    need_t need = rows_need(window);

    if (window->position.search.waiting || shows_every_task(model, window))
        need |= columns_need(&window->settings);
    return need;
}

struct sample_request model_sample_request(const struct model *model)
{
    struct sample_request request = {
        .rows = model->threads ? ROWS_THREADS : ROWS_PROCESSES,
        .need = NEED_ALWAYS,
        .pid_count = model->pid_count,
    };

    for (size_t i = 0; i < WINDOW_COUNT; i++)
        if (model_shows_window(model, &model->windows[i]))
            request.need |= window_need(model, &model->windows[i]);
    request.need &= ~(need_t)NEED_DELTA;
    memcpy(request.pids, model->pids, sizeof(request.pids));
    return request;
}

bool model_is_satisfied(const struct model *model)
{
    const struct sample *sample = model->sample;
    struct sample_request request = model_sample_request(model);

    return sample && sample->request.rows == request.rows &&
           (sample->request.need & request.need) == request.need &&
           sample->request.pid_count == request.pid_count &&
           memcmp(sample->request.pids, request.pids,
                  request.pid_count * sizeof(request.pids[0])) == 0;
}

size_t model_cpu_count(const struct model *model)
{
    return model->sample && model->sample->host_known ? model->sample->host.cpu_count : 0;
}

const struct task *model_find_task(const struct model *model, pid_t tid)
{
    const struct snapshot *snapshot = model->sample ? &model->sample->snapshot : NULL;

    for (size_t i = 0; snapshot && i < snapshot->count; i++)
        if (snapshot->tasks[i].tid == tid)
            return &snapshot->tasks[i];
    return NULL;
}

struct shown_task model_shown_task(const struct model *model, pid_t tid)
{
    const struct task *task = model_find_task(model, tid);

    if (!task || !(task->have & NEED_STAT))
        return (struct shown_task){.known = false};
    return (struct shown_task){true, task->tgid, task->start_ns};
}

void model_ask(struct model *model, const struct question *question)
{
    const struct task *first = window_first_task(model->window);

    prompt_open(&model->prompt, question, first ? first->tid : 0);
    model->prompt.shown = model_shown_task(model, model->prompt.pid);
}

int model_colour(const struct model *model, const struct window *window, enum colour_part part)
{
    return palette_colour(&window->settings.palette, part, model->colour_count);
}
