/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each key by the tables of keys.h, and all keys together. The argument is man/top.1. */
#include <stdio.h>
#include <string.h>

#include "tests/common/key_names.h"
#include "tests/unit/manual.h"
#include "tests/unit/run.h"
#include "tests/unit/top/keys.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/events.h"
#include "top/model/fields.h"
#include "top/screens/screens.h"
#include "top/update/commands.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

static const struct key_table *const tables[] = {&keys_of_tasks, &keys_of_summary, &keys_of_windows,
                                                 &keys_of_screens};

LOOP(keys_do,
     keys_of_tasks.count + keys_of_summary.count + keys_of_windows.count + keys_of_screens.count)
{
    int table = 0, at = _i;

    while (at >= tables[table]->count)
        at -= tables[table++]->count;
    key_case_check(&tables[table]->cases[at]);
}

static const char *manual_path;

static bool is_tried(int key)
{
    for (int table = 0; table < COUNT_OF(tables); table++) {
        for (int at = 0; at < tables[table]->count; at++) {
            char first[32];
            int pressed;

            sscanf(tables[table]->cases[at].keys, "%31s", first);
            if (key_by_name(first, &pressed) && pressed == key)
                return true;
        }
    }
    return false;
}

CASE(secure_mode_refuses_what_acts_outside)
{
    int refused = 0;

    model.secure = true;
    for (const struct binding *binding = task_keys; binding->key; binding++) {
        const struct event event = {.kind = EVENT_KEY, .as.key = binding->key};

        if (!binding->outside)
            continue;
        ck_assert_int_eq(update(&model, &event).action, ACTION_NONE);
        ck_assert_msg(!model.prompt.question, "%c", binding->key);
        ck_assert_str_ne(model.message, "");
        refused++;
    }
    ck_assert_int_eq(refused, 10); /* d s k r ^R W Y F7 F8 F9 */
}

/* A task of this host may have the PID and even the start time of a recorded one. */
CASE(a_foreign_task_is_not_acted_on)
{
    int refused = 0;

    model.foreign = true;
    for (const struct binding *binding = task_keys; binding->key; binding++) {
        const struct event event = {.kind = EVENT_KEY, .as.key = binding->key};
        const struct effects effects = update(&model, &event);

        if (strcmp(model.message, "Not here: these PIDs are of another host or PID namespace") ==
            0) {
            ck_assert_int_eq(effects.action, ACTION_NONE);
            ck_assert(!model.prompt.question);
            refused++;
        }
        press_key("<Esc>");
    }
    ck_assert_int_eq(refused, 7); /* k r ^R Y F7 F8 F9 */
}

CASE(help_has_what_secure_mode_allows)
{
    resize(48, 80);
    for (int secure = 0; secure < 2; secure++) {
        model.secure = secure;
        press_keys("?");
        expect_shown("Space K ;", true);
        expect_shown("send a signal", !secure);
        expect_shown("Save", !secure);
        press_keys("<Esc> h");
        expect_shown("alternate display", true);
        expect_shown("save settings", !secure);
        press_keys("<Esc>");
    }
}

/* Keys may come before the first scan has ended, and are answered. */
CASE(keys_are_safe_without_a_sample)
{
    const struct event size = {.kind = EVENT_SIZE, .as.size = {24, 80}};
    struct model empty;
    struct frame frame;

    model_init(&empty, names, true);
    frame_init(&frame);
    update(&empty, &size);
    for (const struct binding *binding = task_keys; binding->key; binding++) {
        const struct event event = {.kind = EVENT_KEY, .as.key = binding->key};
        const struct event escape = {.kind = EVENT_KEY, .as.key = PRESS_ESCAPE};

        update(&empty, &event);
        screen_view(&empty, &frame);
        update(&empty, &escape);
        screen_view(&empty, &frame);
    }
    ck_assert_uint_eq(empty.window->rows.count, 0);
    ck_assert(!empty.failed && !frame.failed);
    frame_fini(&frame);
    model_fini(&empty);
}

CASE(no_key_is_bound_twice_and_all_are_tried)
{
    for (const struct binding *binding = task_keys; binding->key; binding++) {
        ck_assert_ptr_eq(binding_find(task_keys, binding->key), binding);
        ck_assert_msg(!binding->label == !binding->help, "key %d", binding->key);
        ck_assert_msg(is_tried(binding->key), "no case begins with key %d ('%c')", binding->key,
                      binding->key < 128 ? binding->key : '?');
    }
    ck_assert_int_eq(binding_find(task_keys, '"')->key, 0);
}

/* As man/top.1 writes it: "P", "\\&?", "^O"; "" for one that is called by a word. */
static const char *manual_name(int key, char name[4])
{
    const bool is_control = key > 0 && key < ' ' && key != PRESS_TAB && key != PRESS_ENTER;

    if (is_control)
        snprintf(name, 4, "^%c", key | '@');
    else if (key == '\\')
        snprintf(name, 4, "\\e");
    else if (key > ' ' && key < 0x7f)
        snprintf(name, 4, "%s%c", strchr("?![];", key) ? "\\&" : "", key);
    else
        name[0] = '\0';
    return name;
}

LOOP(manual_has_every_key, manual_path ? 1 : 0)
{
    struct buf text = {0};
    const char *first, *last;
    char name[4];

    manual_read(manual_path, &text);
    first = strstr(buf_text(&text), "\n.It Cm q\n");
    last = buf_text(&text) + text.len;
    ck_assert_ptr_nonnull(first);
    for (const struct binding *binding = task_keys; binding->key; binding++)
        if (*manual_name(binding->key, name) && !manual_has_word(first, last, ".It Cm ", name))
            ck_abort_msg("a line '.It Cm %s' is missing in man/top.1", name);
    buf_fini(&text);
}

LOOP(manual_has_every_field, manual_path ? 1 : 0)
{
    struct buf text = {0};

    manual_read(manual_path, &text);
    for (unsigned id = 0; id < FIELD_COUNT; id++) {
        const struct field *field = field_at(id);
        char row[128];

        snprintf(row, sizeof(row), "\n.It %s Ta \"%s\" Ta ", field->header, field->help);
        ck_assert_msg(strstr(buf_text(&text), row), "a line '%s' is missing in man/top.1", row + 1);
    }
    buf_fini(&text);
}

int main(int argc, char **argv)
{
    manual_path = argc > 1 ? argv[1] : NULL;
    return run_tests();
}
