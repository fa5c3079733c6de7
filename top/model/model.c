/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/base/units.h"
#include "lib/source/source.h"

/* Lower screens have no line about function keys. */
#define FUNCTION_KEYS_ROWS 20

void model_init(struct model *model, struct name_cache *names, bool live)
{
    memset(model, 0, sizeof(*model));
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        window_settings_init(&model->windows[i].settings, i);
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
    ended_history_fini(&model->ended_history);
    lookback_fini(&model->lookback);
    task_marks_fini(&model->marks);
    inspection_fini(&model->inspection);
    map_fini(&model->map);
    cgroup_list_fini(&model->cgroups);
    tags_fini(&model->tags);
}

/* Takes the place of the oldest if the log is full. */
static void log_message(struct message_log *log, const char *text)
{
    snprintf(log->texts[log->next], sizeof(log->texts[0]), "%s", text);
    log->next = (log->next + 1) % MESSAGE_LOG_COUNT;
    if (log->count < MESSAGE_LOG_COUNT)
        log->count++;
}

const char *model_message_at(const struct model *model, size_t age)
{
    return model->log.texts[(model->log.next + MESSAGE_LOG_COUNT - 1 - age) % MESSAGE_LOG_COUNT];
}

void model_set_message(struct model *model, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(model->message, sizeof(model->message), format, args);
    va_end(args);
    model->message_age = 0;
    model->message_ns = model->newest ? model->newest->snapshot.system.monotonic_ns : 0;
    model->message_stays = false;
    if (model->message[0])
        log_message(&model->log, model->message);
}

static struct task_counts count_tasks(const struct snapshot *snapshot)
{
    struct task_counts counts = {.total = snapshot->count};

    for (size_t i = 0; i < snapshot->count; i++) {
        if (snapshot->tasks[i].processor > counts.highest_processor)
            counts.highest_processor = snapshot->tasks[i].processor;
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
        case STATE_BLOCKED:
            counts.uninterruptible++;
            break;
        default: /* S, I and rare states */
            counts.sleeping++;
            break;
        }
    }
    return counts;
}

bool model_watches_ended(const struct model *model)
{
    return model->settings.ended && model->context.live && model->pid_count == 0;
}

bool model_shows_function_keys(const struct model *model)
{
    return model->settings.key_bar && model->screen == SCREEN_TASKS &&
           model->rows >= FUNCTION_KEYS_ROWS && !model->batch;
}

bool model_shows_pressure(const struct model *model)
{
    return model->settings.pressure && model->sample && pressures_known(model->sample->pressures);
}

struct snapshot *model_ended_rows(const struct model *model)
{
    return model_watches_ended(model) && model->sample && model->sample->ended.watched
               ? &model->sample->ended.rows
               : NULL;
}

bool model_applies_filter(const struct model *model, const struct window *window,
                          const struct filter *filter)
{
    return model->settings.status || window_settings_show(&window->settings, filter->field);
}

bool model_shows_window(const struct model *model, const struct window *window)
{
    if (model->settings.alternate && model->screen != SCREEN_MAP)
        return !window->settings.tasks_hidden;
    return window == model->window;
}

bool model_groups_threads(const struct model *model)
{
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        const struct window *window = &model->windows[i];

        if ((window == model->window ||
             (model->settings.alternate && !window->settings.tasks_hidden)) &&
            group_by_is_of_threads(window->settings.group))
            return true;
    }
    return false;
}

void model_follow_group(struct model *model)
{
    const bool wanted = model_groups_threads(model);

    if (wanted ? model->threads : !model->threads_by_group)
        return;
    model->threads = model->threads_by_group = wanted;
}

void model_set_window(struct model *model, size_t index)
{
    if (model->window != &model->windows[index])
        model->window->position.search.waiting = false;
    model->window = &model->windows[index];
    model->rows_stale = true;
}

void model_step_window(struct model *model, int by)
{
    const size_t current = (size_t)(model->window - model->windows);

    model_set_window(model, (current + WINDOW_COUNT + (size_t)by) % WINDOW_COUNT);
}

unsigned model_window_number(const struct model *model, const struct window *window)
{
    return (unsigned)(window - model->windows) + 1;
}

/* Removes what the user has chosen of the forest for tasks that a sample of all tasks lacks. */
static void forget_exited(struct window_position *position, const struct sample *sample)
{
    size_t kept = 0;

    if (!sample_find_same(sample, &position->focus))
        position->focus.tid = 0;
    for (size_t i = 0; i < position->collapsed_count; i++)
        if (sample_find_same(sample, &position->collapsed[i]))
            position->collapsed[kept++] = position->collapsed[i];
    position->collapsed_count = kept;
}

static void show_sample(struct model *model, struct sample *sample)
{
    model->sample = sample;
    model->rows_stale = true;
    if (!sample->snapshot.incomplete && !model_looks_back(model))
        for (size_t i = 0; i < WINDOW_COUNT; i++)
            forget_exited(&model->windows[i].position, sample);
    model->context.system = &sample->snapshot.system;
    model->counts = count_tasks(&sample->snapshot);
    if (model->context.marks)
        model->marked = task_marks_count(&model->marks, &sample->snapshot);
}

void model_mark(struct model *model)
{
    const struct snapshot *snapshot = &model->sample->snapshot;

    if (task_marks_take(&model->marks, snapshot) < 0)
        model->failed = true;
    model->marked_ns = snapshot->system.realtime_ns;
    model->marked = task_marks_count(&model->marks, snapshot);
    model->context.marks = &model->marks;
}

void model_unmark(struct model *model)
{
    model->context.marks = NULL;
    task_marks_fini(&model->marks);
}

void model_set_sample(struct model *model, struct sample *sample)
{
    struct sample *before = model->newest;

    if (sample->ended.watched && ended_history_add(&model->ended_history, &sample->ended,
                                                   sample->snapshot.system.monotonic_ns) < 0)
        model->failed = true;
    model->ended_history.now_ns = sample->snapshot.system.monotonic_ns; /* also if D is off */
    if (before && !before->snapshot.incomplete && !model->batch &&
        lookback_keep(&model->lookback, before, sample) < 0)
        model->failed = true;
    model->newest = sample;
    if (!sample->snapshot.incomplete)
        tags_keep(&model->tags, sample);
    if (!model_looks_back(model))
        show_sample(model, sample);
}

bool model_looks_back(const struct model *model)
{
    return model->lookback.back > 0;
}

void model_look_back(struct model *model, size_t back)
{
    if (!model->newest)
        return;
    if (lookback_show(&model->lookback, model->newest, back) < 0)
        model->failed = true;
    show_sample(model, model_looks_back(model) ? &model->lookback.shown : model->newest);
}

bool model_has_all_tasks(const struct model *model)
{
    return model->sample && !model->sample->snapshot.incomplete;
}

size_t model_cpu_count(const struct model *model)
{
    return model->sample && model->sample->host_known ? model->sample->host.cpu_count : 0;
}

/* How many of them may be used: in a container the limit of its cgroups. 0: unknown. */
static double cpus_allowed(const struct model *model)
{
    const size_t cpus = model_cpu_count(model);

    return cpus && model->sample->host.limits.cpus > 0 ? model->sample->host.limits.cpus
                                                       : (double)cpus;
}

double model_cpu_percent(const struct model *model, uint64_t cpu_ns, uint64_t interval_ns,
                         uint64_t threads)
{
    const size_t cpus = model_cpu_count(model);
    double percent = share_percent((double)cpu_ns, (double)interval_ns);

    /* The kernel counts whole ticks, whose sum can slightly exceed the interval. */
    if (threads && percent > 100.0 * (double)threads)
        percent = 100.0 * (double)threads;
    if (cpus && percent > 100.0 * (double)cpus)
        percent = 100.0 * (double)cpus;
    return model->settings.solaris && cpus ? percent / cpus_allowed(model) : percent;
}

struct task *model_find_task(const struct model *model, pid_t tid)
{
    struct snapshot *snapshot = model->sample ? &model->sample->snapshot : NULL;

    for (size_t i = 0; snapshot && i < snapshot->count; i++)
        if (snapshot->tasks[i].tid == tid)
            return &snapshot->tasks[i];
    return NULL;
}

struct task_identity model_shown_task(const struct model *model, pid_t tid)
{
    const struct task *task = model_find_task(model, tid);

    return task ? task_identity_of(task) : (struct task_identity){.tid = 0};
}

bool model_has_exited(const struct model *model, const struct task_identity *task)
{
    return task->tid && model_has_all_tasks(model) && !model_looks_back(model) &&
           (task->tid == task->tgid || model->sample->request.rows & ROWS_THREADS) &&
           !sample_find_same(model->sample, task);
}

void model_ask(struct model *model, const struct question *question)
{
    const struct task *target = window_target(model->window);

    if (model->tags.count > 0 && question->tagged) {
        prompt_open(&model->prompt, question->tagged, 0);
        return;
    }
    prompt_open(&model->prompt, question, target ? target->tid : 0);
    model->prompt.no_row = !target;
    model->prompt.ended = target && target->is_ended;
    model->prompt.shown = model_shown_task(model, model->prompt.pid);
}

size_t model_rows_below(const struct model *model, size_t head)
{
    return model->rows > head ? model->rows - head : 1;
}

void model_limit_first(size_t *first, size_t lines, size_t page)
{
    const size_t last = lines > page ? lines - page : 0;

    if (*first > last)
        *first = last;
}

void model_scroll_lines(size_t *first, int direction, size_t lines)
{
    if (direction > 0)
        *first += lines < SIZE_MAX - *first ? lines : SIZE_MAX - *first;
    else
        *first -= lines < *first ? lines : *first;
}

void model_leave_screen(struct model *model)
{
    model->screen = SCREEN_TASKS;
    model->rows_stale = true; /* they may be those of the screen that is left */
}

int model_colour(const struct model *model, const struct window *window, enum colour_part part)
{
    const struct palette *palette = &window->settings.palette;
    int colour = palette->colours[part];

    if (part == PART_MARKS && colour == COLOUR_DEFAULT)
        colour = palette->colours[PART_TASKS];
    return palette->on && colour < model->colour_count ? colour : COLOUR_DEFAULT;
}
