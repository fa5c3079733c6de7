/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>
#include <time.h>

#include "lib/base/units.h"
#include "lib/text/i18n.h"
#include "top/view/view.h"
#include "top/view/view_status.h"

/* Room for a time of day. */
#define CLOCK_SIZE 32

/* The question, then the answer so far, with the cursor in it. */
static void view_prompt(const struct model *model, struct frame *frame)
{
    const struct question *question = model->prompt.question;
    char whole[PROMPT_BYTES];
    char before[PROMPT_BYTES];

    buf_clear(&frame->scratch);
    if (question->text)
        buf_puts(&frame->scratch, _(question->text));
    else
        question->put(model, &frame->scratch);
    frame_put_scratch(frame, LOOK_BOLD);
    prompt_text(&model->prompt, whole);
    prompt_text_before_cursor(&model->prompt, before);
    frame_puts(frame, LOOK_UNCOLOURED, before);
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
static void view_unread(const struct snapshot *snapshot, struct frame *frame)
{
    frame_printf(frame, LOOK_PLAIN, _("  not all read: %zu of %zu"), snapshot->unasked,
                 snapshot->count);
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

/* Without a message: a pause, the status, the scroll coordinates. */
static void view_state(const struct model *model, struct frame *frame)
{
    if (model_looks_back(model)) {
        view_lookback(model, frame);
    } else if (model->paused) {
        put_pause(frame);
        frame_gap(frame, LOOK_PLAIN, 2);
    }
    if (model->context.marks)
        view_marks(model, frame);
    view_status(model, frame);
    if (model->window->settings.show_coordinates && !model->paused && !model_looks_back(model))
        view_coordinates(model, frame);
}

bool view_has_message(const struct model *model)
{
    return model->prompt.question || model->message[0] || !model_has_all_tasks(model) ||
           (model->sample->snapshot.unasked > 0 && !model_looks_back(model));
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
    else if (model->sample->snapshot.unasked > 0 && !model_looks_back(model))
        view_unread(&model->sample->snapshot, frame);
    else
        view_state(model, frame);
}
