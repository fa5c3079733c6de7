/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/units.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/text/names.h"
#include "top/model/model.h"
#include "top/view/frame.h"
#include "top/view/view.h"

/* Room for a time of day. */
#define CLOCK_SIZE 32

/* Separates the next part by a comma. */
static struct buf *next_part(struct buf *out)
{
    if (out->len > 0)
        buf_puts(out, ", ");
    return out;
}

static void put_user(const struct model *model, const struct user_filter *users, struct buf *out)
{
    char number[USER_NUMBER_SIZE];

    buf_printf(out, users->by == FILTER_ANY ? _("any ID %s%s") : _("user %s%s"),
               users->negate ? "!" : "",
               name_cache_user_or_number(model->context.names, users->uid, number));
}

static void put_cgroup(const struct window *window, struct buf *out)
{
    if (*window->position.cgroup.path)
        buf_printf(next_part(out), _("control group %s"), window->position.cgroup.path);
}

/* What hides tasks. */
static void put_selection(const struct model *model, struct buf *out)
{
    const struct window *window = model->window;
    const struct filters *filters = &window->settings.filters;

    for (size_t i = 0; i < filters->count; i++)
        if (model_applies_filter(model, window, &filters->list[i]))
            filter_put(&filters->list[i], next_part(out));
    if (window->position.quick.text[0])
        buf_printf(next_part(out), "\"%s\"", window->position.quick.text);
    if (window->position.users.by != FILTER_NOBODY)
        put_user(model, &window->position.users, next_part(out));
    if (window->position.focus.tid && window->settings.forest)
        buf_printf(next_part(out), _("subtree of %d"), (int)window->position.focus.tid);
    if (window->settings.idle_hidden)
        buf_puts(next_part(out), _("idle hidden"));
    put_cgroup(window, out);
}

/* Inserts the number of tasks that match in front of that, and of those that may. */
static void put_count(const struct model *model, struct buf *text)
{
    const struct window_rows *rows = &model->window->rows;
    char count[128];
    const int len = rows->unknown ? snprintf(count, sizeof(count), _("%zu of %zu, %zu not known: "),
                                             rows->matched, model->counts.total, rows->unknown)
                                  : snprintf(count, sizeof(count), _("%zu of %zu: "), rows->matched,
                                             model->counts.total);

    if (len <= 0 || (size_t)len >= sizeof(count))
        return;
    buf_insert(text, 0, ' ', (size_t)len);
    if (!text->failed)
        memcpy(text->data, count, (size_t)len);
}

static void put_field_set(const struct window_settings *settings, struct buf *out)
{
    static const char *const names[FIELD_SETS] = {
        [FIELDS_CPU] = N_("CPU"),
        [FIELDS_MEMORY] = N_("memory"),
        [FIELDS_IO] = N_("I/O"),
        [FIELDS_WAITS] = N_("waits"),
    };

    if (settings->field_set != FIELDS_OWN && settings->group == GROUP_BY_NOTHING &&
        !settings->by_mark)
        buf_printf(next_part(out), _("fields: %s"), _(names[settings->field_set]));
}

/* The limit of rows, and how far the table is scrolled. */
static void put_part_shown(const struct window *window, struct buf *out)
{
    const struct window_settings *settings = &window->settings;
    const struct window_position *position = &window->position;

    if (settings->group)
        buf_printf(next_part(out),
                   window->rows.count > 0 && !window->rows.grouped ? _("not grouped: %s not known")
                                                                   : _("grouped by %s"),
                   group_by_names[settings->group]);
    if (settings->max_tasks > 0)
        buf_printf(next_part(out), _("at most %zu"), (size_t)settings->max_tasks);
    if (settings->show_coordinates)
        return;
    if (position->first_row > 0)
        buf_printf(next_part(out), _("from row %zu"), position->first_row + 1);
    if (position->first_column > 0 && position->first_column < settings->field_count)
        buf_printf(next_part(out), _("from field %s"),
                   field_at(settings->fields[position->first_column])->header);
    if (position->text_offset > 0)
        buf_printf(next_part(out), _("text from column %zu"), position->text_offset + 1);
}

/*
 * Appends "12 of 340: COMMAND=db, \"writer\", user root, from row 31"; nothing when all is shown,
 * in batch mode, and when the setting is off.
 */
static void view_status(const struct model *model, struct frame *frame)
{
    struct buf *text = &frame->scratch;

    if (model->batch)
        return;
    buf_clear(text);
    /* Stock top has no limit to a control group, so it is shown even without the status line. */
    if (model->settings.status)
        put_selection(model, text);
    else
        put_cgroup(model->window, text);
    if (text->len > 0)
        put_count(model, text);
    if (model->settings.status) {
        put_field_set(&model->window->settings, text);
        put_part_shown(model->window, text);
    }
    if (model->tags.count > 0)
        buf_printf(next_part(text), _("%zu tagged"), model->tags.count);
    frame_put_scratch(frame, LOOK_PLAIN);
}

/* Cuts the question so that this many cells and a blank are left. */
static void put_question(struct frame *frame, const struct buf *question, size_t answer)
{
    const char *text = buf_text(question);
    const size_t room = frame->cols > answer ? frame->cols - answer : 0;

    frame->failed |= question->failed;
    if (!answer || escape_width(text, strlen(text)) <= room) {
        frame_puts(frame, LOOK_BOLD, text);
    } else if (room) {
        frame_put_left(frame, LOOK_BOLD, text, room - 1);
        frame_gap(frame, LOOK_UNCOLOURED, 1);
    }
}

/*
 * The question, then the answer so far, with the cursor in it. On a narrow screen the question is
 * cut first, then the start of the answer: nobody should have to type blind.
 */
static void view_prompt(const struct model *model, struct frame *frame)
{
    const struct question *question = model->prompt.question;
    char whole[PROMPT_BYTES];
    char before[PROMPT_BYTES];
    const char *first = before;
    struct buf asked = {0};

    if (question->text)
        buf_puts(&asked, _(question->text));
    else
        question->put(model, &asked);
    prompt_text(&model->prompt, whole);
    prompt_text_before_cursor(&model->prompt, before);
    put_question(frame, &asked, question->press ? 0 : escape_width(whole, strlen(whole)) + 1);
    buf_fini(&asked);
    while (*first && escape_width(first, strlen(first)) >= frame->cols) {
        const int bytes = mblen(first, MB_CUR_MAX);

        first += bytes > 0 ? bytes : 1;
    }
    frame_puts(frame, LOOK_UNCOLOURED, first);
    frame_set_cursor(frame);
    frame_puts(frame, LOOK_UNCOLOURED, whole + strlen(before));
}

static void view_coordinates(const struct model *model, struct frame *frame)
{
    const struct window_position *position = &model->window->position;
    size_t count = model->window->rows.count;

    frame_printf(frame, LOOK_PLAIN,
                 _("  scroll coordinates: y = %zu/%zu (tasks), x = %zu/%zu (fields)"),
                 count ? window_target_row(model->window) + 1 : 0, count,
                 position->first_column + 1, model->window->settings.field_count);
    if (position->text_offset)
        frame_printf(frame, LOOK_PLAIN, " + %zu", position->text_offset);
}

/* Until all tasks have been read once. */
static void view_progress(const struct model *model, struct frame *frame)
{
    const size_t count = model->sample ? model->sample->snapshot.count : 0;

    frame_printf(frame, LOOK_PLAIN, _("  reading the tasks: %zu so far"), count);
}

/* There was no time to check for every thread whether it has run: the others have older figures. */
void view_unread(const struct model *model, struct frame *frame)
{
    const struct snapshot *snapshot = &model->sample->snapshot;

    if (!snapshot->unasked || model_looks_back(model))
        return;
    frame_printf(frame, LOOK_PLAIN, _("  not all read: %zu of %zu"), snapshot->unasked,
                 snapshot->count);
    frame_gap(frame, LOOK_PLAIN, 2);
}

/* The time of the clock. */
static const char *put_clock(int64_t realtime_ns, char text[CLOCK_SIZE])
{
    const time_t seconds = (time_t)(realtime_ns / NS_PER_S);
    struct tm local;

    text[0] = '\0';
    if (localtime_r(&seconds, &local))
        strftime(text, CLOCK_SIZE, "%H:%M:%S", &local);
    return text;
}

/* The time of the shown sample, and its age. */
static void view_lookback(const struct model *model, struct frame *frame)
{
    const uint64_t seconds = lookback_age_ns(&model->lookback, model->newest) / NS_PER_S;
    char text[CLOCK_SIZE];

    frame_printf(frame, LOOK_REVERSE, _("Looking back: %s, %ju:%02u ago"),
                 put_clock(model->sample->snapshot.system.realtime_ns, text),
                 (uintmax_t)(seconds / 60), (unsigned)(seconds % 60));
    frame_gap(frame, LOOK_PLAIN, 2);
}

static void view_marks(const struct model *model, struct frame *frame)
{
    char text[CLOCK_SIZE];

    frame_printf(frame, LOOK_REVERSE, _("Since %s: %zu new, %zu gone"),
                 put_clock(model->marked_ns, text), model->marked.fresh, model->marked.gone);
    frame_gap(frame, LOOK_PLAIN, 2);
}

static void put_pause(struct frame *frame)
{
    frame_puts(frame, LOOK_REVERSE, _("Paused: p to go on, Enter to read once"));
}

void view_pause(const struct model *model, struct frame *frame)
{
    if (!model->paused)
        return;
    frame_gap(frame, LOOK_PLAIN, 2);
    put_pause(frame);
}

/* Without a message: what was not read, a pause, the status, the scroll coordinates. */
static void view_state(const struct model *model, struct frame *frame)
{
    view_unread(model, frame);
    if (model_looks_back(model)) {
        view_lookback(model, frame);
    } else if (model->paused) {
        put_pause(frame);
        frame_gap(frame, LOOK_PLAIN, 2);
    }
    if (model->context.marks)
        view_marks(model, frame);
    view_status(model, frame);
    if (model->window->settings.show_coordinates)
        view_coordinates(model, frame);
}

bool view_has_message(const struct model *model)
{
    return model->prompt.question || model->message[0] || !model_has_all_tasks(model);
}

void view_message(const struct model *model, struct frame *frame)
{
    frame_next_line(frame);
    frame_set_colour(frame, model_colour(model, model->window, PART_MESSAGES));
    if (model->prompt.question)
        view_prompt(model, frame);
    else if (model->message[0])
        frame_printf(frame, LOOK_REVERSE, " %s ", model->message); /* blanks as in stock top */
    else if (!model_has_all_tasks(model))
        view_progress(model, frame);
    else
        view_state(model, frame);
}
