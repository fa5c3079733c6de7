/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "top/base/i18n.h"
#include "top/view/view.h"

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
                 count ? position->first_row + 1 : 0, count, position->first_column + 1,
                 model->window->settings.field_count);
    if (position->text_offset)
        frame_printf(frame, LOOK_PLAIN, " + %zu", position->text_offset);
}

/* Before all tasks have been read once. */
static void view_progress(const struct model *model, struct frame *frame)
{
    const size_t count = model->sample ? model->sample->snapshot.count : 0;

    frame_printf(frame, LOOK_PLAIN, _("  reading the tasks: %zu so far"), count);
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
    else if (model->paused)
        frame_puts(frame, LOOK_REVERSE, _("Paused: p to go on, Space to read once"));
    else if (model->window->settings.show_coordinates)
        view_coordinates(model, frame);
}
