/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/field_screen.h"

#include "top/base/keys.h"
#include "top/table/arrange.h"

/* Above the fields: a title, two lines about keys, a blank one. */
#define HEAD_LINES 4

size_t field_screen_rows(const struct model *model)
{
    return model->rows > HEAD_LINES ? model->rows - HEAD_LINES : 1;
}

void field_screen_open(struct model *model)
{
    model->screen = SCREEN_FIELDS;
    model->fields = (struct field_screen){.at = 0};
}

static void take_slots(struct model *model)
{
    window_settle_fields(model->window);
    table_arrange(model);
}

/* The cursor, and with it the field that is being moved. */
static void go(struct model *model, size_t to)
{
    struct field_screen *screen = &model->fields;
    struct field_slot *slots = model->window->slots;

    while (screen->at != to) {
        size_t next = screen->at < to ? screen->at + 1 : screen->at - 1;

        if (screen->moving) {
            struct field_slot slot = slots[screen->at];

            slots[screen->at] = slots[next];
            slots[next] = slot;
        }
        screen->at = next;
    }
    if (screen->moving)
        take_slots(model);
}

static void go_by(struct model *model, size_t fields, bool down)
{
    size_t at = model->fields.at;

    if (down)
        go(model, fields < FIELD_COUNT - 1 - at ? at + fields : FIELD_COUNT - 1);
    else
        go(model, fields < at ? at - fields : 0);
}

static void switch_window(struct model *model, int by)
{
    model->fields.moving = false;
    table_step_window(model, by);
}

void field_screen_press(struct model *model, int key, struct effects *effects)
{
    struct field_screen *screen = &model->fields;
    struct field_slot *slot = &model->window->slots[screen->at];

    switch (key) {
    case PRESS_UP:
    case PRESS_DOWN:
        go_by(model, 1, key == PRESS_DOWN);
        break;
    case PRESS_PAGE_UP:
    case PRESS_PAGE_DOWN:
        go_by(model, field_screen_rows(model), key == PRESS_PAGE_DOWN);
        break;
    case PRESS_HOME:
    case PRESS_END:
        go_by(model, FIELD_COUNT, key == PRESS_END);
        break;
    case PRESS_RIGHT:
        screen->moving = true;
        break;
    case PRESS_LEFT:
    case PRESS_ENTER:
        screen->moving = false;
        break;
    case 'd':
    case ' ':
        slot->shown = !slot->shown;
        take_slots(model);
        break;
    case 's':
        model->window->sort = slot->id;
        model->window->forest = false; /* as every key that sorts */
        table_arrange(model);
        break;
    case 'a':
        switch_window(model, 1);
        break;
    case 'w':
        switch_window(model, -1);
        break;
    case PRESS_CTRL_L:
        effects->redraw = true;
        break;
    case 'q':
    case PRESS_ESCAPE:
        model->screen = SCREEN_TASKS;
        break;
    default:
        break;
    }
}
