/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>

#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "top/screens/screens.h"

void inspect_choice_open(struct model *model, pid_t pid)
{
    struct inspection *inspection = &model->inspection;
    const struct task *task = model_find_task(model, pid);

    if (!task) {
        model_set_message(model, _("No such process or thread: %d"), (int)pid);
        return;
    }
    inspection_clear(inspection);
    inspection->pid = pid;
    inspection->entry = 0;
    snprintf(inspection->name, sizeof(inspection->name), "%s", task->comm ? task->comm : "");
    model->screen = SCREEN_INSPECT_CHOICE;
}

static void step_entry(struct model *model, int by)
{
    size_t count = inspect_entry_count(&model->inspect_entries);

    model->inspection.entry = (model->inspection.entry + count + (size_t)by) % count;
}

static void first_entry(struct model *model)
{
    model->inspection.entry = 0;
}

static void last_entry(struct model *model)
{
    model->inspection.entry = inspect_entry_count(&model->inspect_entries) - 1;
}

static const struct binding keys[] = {
    {.key = PRESS_LEFT, .act_on = step_entry, .argument = -1},
    {.key = PRESS_RIGHT, .act_on = step_entry, .argument = 1},
    {.key = PRESS_HOME, .act = first_entry},
    {.key = PRESS_END, .act = last_entry},
    {.key = PRESS_ENTER, .outside = true, .act_outside = inspect_open},
    {.key = 'q', .act = model_leave_screen},
    {.key = PRESS_ESCAPE, .act = model_leave_screen},
    {.key = 0},
};

static void view(const struct model *model, struct frame *frame)
{
    const struct inspect_entries *entries = &model->inspect_entries;

    inspect_put_title(&model->inspection, _("Inspect "), frame);
    frame_put_line(frame, LOOK_PLAIN,
                   _("Left and Right choose, Enter shows it, q or Escape goes back"));
    frame_next_line(frame);
    for (size_t i = 0; i < inspect_entry_count(entries); i++) {
        const char *name = inspect_entry_name(inspect_entry_at(entries, i));

        /* Skips entries before the selected one that would leave too little room for it. */
        if (i < model->inspection.entry && escape_width(name, strlen(name)) > frame_room(frame) / 2)
            continue;
        frame_puts(frame, i == model->inspection.entry ? LOOK_REVERSE : LOOK_PLAIN, name);
        frame_gap(frame, LOOK_PLAIN, 2);
    }
    if (model->message[0])
        frame_put_line(frame, LOOK_REVERSE, model->message);
}

const struct screen inspect_choice_screen = {keys, .view = view};
